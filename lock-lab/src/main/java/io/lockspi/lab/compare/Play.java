package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.lab.compare.worker.Order;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run: the clients take turns, one of them holds, the fault strikes, the holder goes on, and so do all. */
final class Play {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** For those who wait to take over what a server gives away. */
    private static final Duration GRACE = Duration.ofSeconds(3);
    /** How long servers are away that come back. */
    static final Duration OUTAGE = Duration.ofSeconds(4);

    private static final int LEASES_OF_DISTURBANCE = 2;
    private static final int SECTIONS_AFTERWARDS = 3;

    private final Stage stage;
    private final Setting setting;
    private final Fault fault;
    private final long seed;

    Play(Stage stage, Setting setting, Fault fault, long seed) {
        this.seed = seed;
        this.stage = stage;
        this.setting = setting;
        this.fault = fault;
    }

    /** What a run left behind. */
    record Outcome(History history, Steps steps, boolean allWentOn) {}

    Outcome run() throws IOException, InterruptedException {
        Door door = new Door(stage.uri(setting), "");
        if (fault != Fault.HOLDER_CUT) {
            return run(door, null);
        }
        try (HolderDoors doors = new HolderDoors(stage.addresses())) {
            return run(doors.door(stage, stage.uri(setting)), doors);
        }
    }

    private Outcome run(Door holderDoor, @Nullable HolderDoors doors) throws IOException, InterruptedException {
        try (Crew crew = Crew.start(holderDoor, new Door(stage.uri(setting), ""), seed)) {
            // No claim is under way while the servers are prepared, so that none but the holder's is lost or left over.
            crew.rest();
            stage.prepare(fault, crew.steps);
            crew.holder().tell(Order.HOLD);
            crew.holder().tell(Order.BEGIN);
            Waiting.demand("the holder's claim", PATIENCE, () -> crew.holder().said("INSIDE"));
            crew.others().forEach(client -> client.tell(Order.BEGIN));
            disturb(crew, doors);
            crew.steps.mark(Moment.OBSERVED, fault == Fault.HOLDER_KILLED ? "the others go on" : "the holder writes");
            crew.holder().tell(Order.GO);
            List<Client> living = fault == Fault.HOLDER_KILLED ? crew.others() : all(crew);
            boolean wentOn = Crew.awaitMore(living, SECTIONS_AFTERWARDS, PATIENCE);
            History history = crew.end(living);
            return new Outcome(history, crew.steps, wentOn);
        }
    }

    private static List<Client> all(Crew crew) {
        List<Client> all = new ArrayList<>(List.of(crew.holder()));
        all.addAll(crew.others());
        return all;
    }

    private void disturb(Crew crew, @Nullable HolderDoors doors) throws InterruptedException {
        Duration disturbance = setting.lease().multipliedBy(LEASES_OF_DISTURBANCE);
        Client holder = crew.holder();
        int before = crew.sectionsOfOthers();
        switch (fault) {
            case NONE -> {
                crew.steps.mark(Moment.STRIKE, "nothing happens");
                Waiting.pass(setting.lease());
            }
            case HOLDER_KILLED -> {
                crew.steps.mark(EventKind.KILLING, holder.number, "");
                crew.steps.mark(Moment.STRIKE, "the holder is killed");
                holder.kill();
                crew.steps.mark(EventKind.KILLED, holder.number, "");
                Waiting.until(PATIENCE, () -> crew.sectionsOfOthers() > before);
            }
            case HOLDER_PAUSED -> {
                crew.steps.mark(EventKind.PAUSED, holder.number, "");
                crew.steps.mark(Moment.STRIKE, "the holder is stopped");
                holder.pause();
                Waiting.pass(disturbance);
                Waiting.until(PATIENCE, () -> crew.sectionsOfOthers() > before);
                crew.steps.mark("the holder goes on");
                holder.resume();
                crew.steps.mark(EventKind.RESUMED, holder.number, "");
            }
            case HOLDER_CUT -> {
                crew.steps.mark(Moment.STRIKE, "the holder's network falls silent");
                Objects.requireNonNull(doors).silence();
                Waiting.pass(disturbance);
                Waiting.until(PATIENCE, () -> crew.sectionsOfOthers() > before);
                crew.steps.mark("the holder's network is back");
                doors.heal();
            }
            default -> disturbServers(crew, before);
        }
    }

    private void disturbServers(Crew crew, int before) throws InterruptedException {
        stage.strike(fault, crew.steps);
        if (stage.takesAway(fault)) {
            Waiting.pass(fault == Fault.MAJORITY_KILLED ? setting.lease().multipliedBy(LEASES_OF_DISTURBANCE) : OUTAGE);
            stage.comeBack(fault, crew.steps);
        }
        int probes = crew.probes();
        Waiting.until(PATIENCE, () -> crew.probes() > probes + 1);
        if (Waiting.until(GRACE, () -> crew.sectionsOfOthers() > before)) {
            // The holder is about to lose what others have: by its next renewal it must know.
            Waiting.until(
                    setting.lease().dividedBy(LEASES_OF_DISTURBANCE),
                    () -> crew.holder().said("LOST"));
        }
    }
}
