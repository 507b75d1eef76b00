package io.lockspi.internal;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One process's way to the simulated store. Checks that the engine keeps its side of the contract. */
final class SimSpi implements LockServiceSpi {
    private final Simulation world;
    private final SimNode node;
    /** How many releases were sent, by claim id. */
    private final Map<String, Integer> releases = new HashMap<>();
    /** Claims of which their only release has told that the store did not have them. */
    private final Set<String> foundNothing = new HashSet<>();
    /** Acquires by claim id for which no answer told the engine that they were applied or never will be. */
    private final Map<String, Integer> unanswered = new HashMap<>();

    private final Set<String> used = new HashSet<>();
    /** Claims of which the engine knows that the store does not have them. */
    private final Set<String> toldGone = new HashSet<>();

    private final Map<String, String> newest = new HashMap<>();

    private @Nullable SpiEvents events;
    private boolean closed;
    private int renewalsLost;

    SimSpi(Simulation world, SimNode node) {
        this.world = world;
        this.node = node;
    }

    SpiEvents events() {
        if (events == null) {
            throw new IllegalStateException("no receiver of events");
        }
        return events;
    }

    /** Whether a claim was made by this process. */
    boolean used(String id) {
        return used.contains(id);
    }

    boolean foundNothing(String id) {
        return foundNothing.contains(id);
    }

    boolean toldGone(String id) {
        return toldGone.contains(id);
    }

    /** Tells the engine that the store took a claim away. */
    void tellLost(Claim claim) {
        Hold hold = node.holder(claim.name());
        if (hold != null && hold.claim.id().equals(claim.id())) {
            toldGone.add(claim.id());
        }
        events().lost(claim);
    }

    /** The id of the newest acquire of a name. */
    String newest(String name) {
        return newest.getOrDefault(name, "");
    }

    /** For so long the engine's precautions against a late acquire last. */
    private long patience(Claim claim) {
        return Math.min(world.requestTimeoutNanos(), Nanos.of(claim.lease()));
    }

    private void check(boolean kept, String rule) {
        if (!kept) {
            world.violation("SPI: " + rule + " by " + node);
        }
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        check(!closed, "used after close");
        check(!releases.containsKey(claim.id()), "acquire with an id that was released: " + claim.id());
        used.add(claim.id());
        newest.put(claim.name(), claim.id());
        unanswered.merge(claim.id(), 1, Integer::sum);
        String text = node + " acquires " + show(claim) + (wait ? " and waits" : "");
        return world.network().ask(node, text, patience(claim), new AcquireAnswers(claim, wait));
    }

    private final class AcquireAnswers implements SimNetwork.Answers<Attempt> {
        private final Claim claim;
        private final boolean wait;

        AcquireAnswers(Claim claim, boolean wait) {
            this.claim = claim;
            this.wait = wait;
        }

        @Override
        public Attempt fromStore(boolean late) {
            return world.store().acquire(node, claim, wait, late);
        }

        @Override
        public void told(Attempt answer) {
            settle(claim.id());
        }

        @Override
        public void fail(SimFuture<Attempt> future, Attempt.Effect effect, LockUnavailableException cause) {
            if (effect == Attempt.Effect.UNKNOWN_OPEN && world.chance(2)) {
                future.completeExceptionally(cause);
                return;
            }
            if (effect == Attempt.Effect.NONE) {
                settle(claim.id());
            }
            future.complete(new Attempt.Unavailable(cause, effect, world.chance(20), null));
        }
    }

    private void settle(String id) {
        unanswered.merge(id, -1, Integer::sum);
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        check(!closed, "used after close");
        renewals.forEach(renewal -> check(
                !releases.containsKey(renewal.claim().id()),
                "renewal of an id that was released: " + renewal.claim().id()));
        String text = node + " renews " + renewals.size() + " from "
                + show(renewals.get(0).claim());
        if (world.losesRenewals() && renewalsLost++ % 2 == 0) {
            world.note(text + ": lost");
            return new CompletableFuture<>();
        }
        return world.network().ask(node, text, world.requestTimeoutNanos(), new RenewAnswers(renewals));
    }

    private final class RenewAnswers implements SimNetwork.Answers<List<Renewal.Result>> {
        private final List<Renewal> renewals;

        RenewAnswers(List<Renewal> renewals) {
            this.renewals = renewals;
        }

        @Override
        public List<Renewal.Result> fromStore(boolean late) {
            List<Renewal.Result> results = new ArrayList<>();
            renewals.forEach(renewal -> results.add(world.store().renew(renewal, late)));
            return results;
        }

        @Override
        public void told(List<Renewal.Result> answer) {
            for (int i = 0; i < answer.size(); i++) {
                if (answer.get(i) instanceof Renewal.NotMine) {
                    toldGone.add(renewals.get(i).claim().id());
                }
            }
        }

        @Override
        public void fail(
                SimFuture<List<Renewal.Result>> future, Attempt.Effect effect, LockUnavailableException cause) {
            if (world.chance(2)) {
                future.completeExceptionally(cause);
                return;
            }
            List<Renewal.Result> results = new ArrayList<>();
            renewals.forEach(renewal -> results.add(new Renewal.Unknown(cause)));
            future.complete(results);
        }
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        check(!closed, "used after close");
        String id = release.claim().id();
        releases.merge(id, 1, Integer::sum);
        check(
                release.unanswered() || unanswered.getOrDefault(id, 0) == 0,
                "release without a mark against an acquire that may still arrive: " + id);
        String text = node + " releases " + show(release.claim()) + (release.unanswered() ? " and buries it" : "");
        return world.network().ask(node, text, 0, new SimNetwork.Answers<Boolean>() {
            @Override
            public Boolean fromStore(boolean late) {
                return world.store().release(release);
            }

            @Override
            public void told(Boolean wasOwner) {
                if (!wasOwner && releases.getOrDefault(id, 0) == 1) {
                    foundNothing.add(id);
                }
            }

            @Override
            public void fail(SimFuture<Boolean> future, Attempt.Effect effect, LockUnavailableException cause) {
                future.completeExceptionally(cause);
            }
        });
    }

    @Override
    public void onEvents(SpiEvents receiver) {
        events = receiver;
    }

    @Override
    public CompletionStage<Void> check() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        closed = true;
    }

    private static String show(Claim claim) {
        return claim.name() + "/" + claim.id().substring(0, 4) + "/"
                + claim.lease().toMillis() + "ms";
    }
}
