package io.lockspi.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Makes one experiment of its runs. Without state. */
final class Summary {
    private Summary() {}

    /**
     * Adds up.
     *
     * @param failures runs that did not come to their end, one sentence each
     */
    static Experiment of(Setting setting, Fault fault, List<RunFigures> runs, List<String> failures, String command) {
        Topology topology = setting.topology();
        if (runs.isEmpty()) {
            Experiment none = Experiment.notRun(topology, fault, setting.lease(), "No run came to its end.", command);
            return withUnmet(none, failures);
        }
        List<String> unmet = new ArrayList<>(failures);
        unmet.addAll(Expectations.unmet(topology, fault, runs));
        List<String> notes = new ArrayList<>(Applicable.notes(topology, fault));
        runs.stream().flatMap(run -> run.remarks().stream()).distinct().forEach(notes::add);
        Long grants = runs.stream().allMatch(run -> run.grantsWhileLost() != null)
                ? Long.valueOf(sum(runs, run -> Objects.requireNonNull(run.grantsWhileLost())))
                : null;
        return new Experiment(
                topology,
                fault,
                runs.size(),
                sum(runs, RunFigures::sections),
                sum(runs, RunFigures::v1),
                sum(runs, RunFigures::v2),
                runs.stream().mapToDouble(RunFigures::longestOverlapMs).max().orElse(0),
                sum(runs, RunFigures::staleWritesAccepted),
                sum(runs, RunFigures::staleWritesRefused),
                median(runs, RunFigures::holderToldMs),
                median(runs, RunFigures::lockoutMs),
                sum(runs, RunFigures::unknown),
                sum(runs, RunFigures::tokenRegressions),
                grants,
                null,
                setting.lease(),
                unmet,
                notes,
                command,
                runs.get(runs.size() - 1).picture());
    }

    private static Experiment withUnmet(Experiment e, List<String> unmet) {
        return new Experiment(
                e.topology(),
                e.fault(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                0,
                0,
                null,
                e.notRun(),
                e.lease(),
                unmet,
                List.of(),
                e.command(),
                null);
    }

    private static long sum(List<RunFigures> runs, ToLongFunction<RunFigures> figure) {
        return runs.stream().mapToLong(figure).sum();
    }

    /** Of the runs that have the figure; with an even number the mean of the two in the middle. */
    private static @Nullable Double median(List<RunFigures> runs, Function<RunFigures, @Nullable Double> figure) {
        List<Double> sorted = new ArrayList<>();
        for (RunFigures run : runs) {
            Double value = figure.apply(run);
            if (value != null) {
                sorted.add(value);
            }
        }
        if (sorted.isEmpty()) {
            return null;
        }
        sorted.sort(null);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
