package io.lockspi.lab.compare;

import io.lockspi.lab.ui.ErrorText;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import io.lockspi.servers.RedisReplyException;
import io.lockspi.servers.ServerStartException;
import io.lockspi.tck.history.HistoryFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Runs all experiments, one after the other: what one does to the machine must not disturb another. For one thread. */
public final class CompareRun {
    private static final Set<Fault> LEAVE_THE_SERVERS_ALONE =
            EnumSet.of(Fault.NONE, Fault.HOLDER_KILLED, Fault.HOLDER_PAUSED, Fault.HOLDER_CUT);

    private final ComparePlan plan;
    private final Screen screen;
    private int done;

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param screen where to show progress
     */
    public CompareRun(ComparePlan plan, Screen screen) {
        this.plan = plan;
        this.screen = screen;
    }

    /**
     * Runs to the end; an experiment that fails says so in the result.
     *
     * @return in the order of topologies and faults
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Experiment> run() throws InterruptedException {
        List<Experiment> experiments = new ArrayList<>();
        int total = plan.topologies().stream()
                .mapToInt(topology -> plan.faultsOf(topology).size())
                .sum();
        try (Progress progress = screen.progress("compare", "experiments", total)) {
            for (Topology topology : plan.topologies()) {
                try (Stages stages = new Stages(plan.source())) {
                    for (Fault fault : inThriftyOrder(plan.faultsOf(topology))) {
                        progress.remark(topology.word() + ", " + fault.word());
                        experiments.add(experiment(stages, topology, fault));
                        done++;
                        progress.reached(done);
                    }
                }
            }
        }
        experiments.sort(Comparator.comparing(Experiment::topology).thenComparing(Experiment::fault));
        return experiments;
    }

    /** Faults that leave the servers as they were come first, so that fewer have to be started. */
    private static List<Fault> inThriftyOrder(List<Fault> faults) {
        return faults.stream().sorted(Comparator.comparing(CompareRun::spoils)).toList();
    }

    private static boolean spoils(Fault fault) {
        return !LEAVE_THE_SERVERS_ALONE.contains(fault) && fault != Fault.MINORITY_KILLED;
    }

    private Experiment experiment(Stages stages, Topology topology, Fault fault) throws InterruptedException {
        Setting setting = Setting.of(topology, fault);
        String command = plan.command(topology, fault);
        String whyNot = Applicable.whyNot(topology, fault);
        if (whyNot != null) {
            return Experiment.notRun(topology, fault, setting.lease(), whyNot, command);
        }
        List<RunFigures> runs = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int i = 1; i <= plan.runs(); i++) {
            try {
                runs.add(run(stages, setting, fault, plan.seed() + i));
            } catch (CompareFailedException
                    | HistoryFormatException
                    | ServerStartException
                    | RedisReplyException
                    | IOException
                    | UncheckedIOException
                    | IllegalStateException failure) {
                stages.drop();
                failures.add("run " + i + " of " + plan.runs() + " failed: " + ErrorText.of(failure));
            }
        }
        return Summary.of(setting, fault, runs, failures, command);
    }

    private RunFigures run(Stages stages, Setting setting, Fault fault, long seed)
            throws IOException, InterruptedException {
        Stage stage = stages.ready(setting, fault);
        Play.Outcome record = new Play(stage, setting, fault, seed).run();
        if (!LEAVE_THE_SERVERS_ALONE.contains(fault) && !stage.heal(fault)) {
            stages.drop();
        }
        return Measures.of(fault, record);
    }
}
