package io.lockspi.internal;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What is on its way between processes and store: late, lost, twice, in any order. */
final class SimNetwork {
    private final Simulation world;
    private final List<Message> onTheirWay = new ArrayList<>();

    private static final class Message {
        final SimNode node;
        final String text;
        final Runnable arrival;
        long notBefore;

        Message(SimNode node, String text, long notBefore, Runnable arrival) {
            this.node = node;
            this.text = text;
            this.notBefore = notBefore;
            this.arrival = arrival;
        }
    }

    /** Makes the answers for requests that fail; each back end method has its own. */
    interface Answers<R> {
        R fromStore(boolean late);

        /** The engine is about to see the store's answer. */
        default void told(R answer) {}

        /** Answers without the store's help. */
        void fail(SimFuture<R> future, Attempt.Effect effect, LockUnavailableException cause);
    }

    SimNetwork(Simulation world) {
        this.world = world;
    }

    <R> SimFuture<R> ask(SimNode node, String text, long patienceNanos, Answers<R> answers) {
        SimFuture<R> future = new SimFuture<>(world);
        if (world.isSynchronous()) {
            world.note(text + " at once");
            R answer = answers.fromStore(false);
            answers.told(answer);
            future.complete(answer);
            return future;
        }
        long sent = world.now();
        Supplier<R> apply = () -> answers.fromStore(world.now() - sent > patienceNanos);
        Runnable unseen = () -> {
            R unused = apply.get();
        };
        int fate = world.isHealthy() ? 100 : world.random(100);
        if (fate < 6) {
            loseSilently(node, text, fate < 3, unseen);
        } else if (fate < 14) {
            loseWithNotice(node, text, fate, unseen, effect -> fail(future, answers, effect));
        } else {
            if (fate < 20) {
                send(node, text + " again", () -> answers.fromStore(true));
            }
            send(node, text, () -> reply(node, text, future, answers, apply.get()));
        }
        return future;
    }

    private <R> void reply(SimNode node, String text, SimFuture<R> future, Answers<R> answers, R answer) {
        send(node, text + " -> " + answer, () -> {
            answers.told(answer);
            future.complete(answer);
        });
    }

    private void loseSilently(SimNode node, String text, boolean request, Runnable apply) {
        if (request) {
            world.note(text + ": lost");
        } else {
            send(node, text + ": reply lost", apply);
        }
    }

    private void loseWithNotice(SimNode node, String text, int fate, Runnable apply, Consumer<Attempt.Effect> failure) {
        if (fate < 8) {
            send(node, text + ": refused", () -> failure.accept(Attempt.Effect.NONE));
        } else if (fate < 11) {
            boolean applied = world.chance(2);
            send(node, text + ": connection closed", () -> {
                if (applied) {
                    apply.run();
                }
                failure.accept(Attempt.Effect.UNKNOWN_CLOSED);
            });
        } else {
            send(node, text + ": broken", () -> failure.accept(Attempt.Effect.UNKNOWN_OPEN));
            send(node, text + " after failure", apply);
        }
    }

    private <R> void fail(SimFuture<R> future, Answers<R> answers, Attempt.Effect effect) {
        answers.fail(future, effect, new LockUnavailableException("simulated: " + effect, null));
    }

    void tellFree(SimNode node, String name) {
        if (world.isHealthy() || !world.chance(4)) {
            send(node, "may be free: " + name, () -> node.events().mayBeFree(name));
        }
    }

    void send(SimNode node, String text, Runnable arrival) {
        onTheirWay.add(new Message(node, text, world.now() + delay(), arrival));
    }

    private long delay() {
        int kind = world.isHealthy() ? 0 : world.random(100);
        if (kind < 60) {
            return 0;
        }
        return world.random(Nanos.millis(kind < 85 ? 20 : kind < 97 ? 400 : 4_000));
    }

    boolean isEmpty() {
        return onTheirWay.isEmpty();
    }

    boolean hasDeliverable() {
        return onTheirWay.stream().anyMatch(this::isDeliverable);
    }

    private boolean isDeliverable(Message message) {
        return message.notBefore <= world.now() && !message.node.isPaused();
    }

    /** Delivers one of the messages that can arrive now: any. */
    void deliver() {
        List<Message> candidates =
                onTheirWay.stream().filter(this::isDeliverable).toList();
        if (!candidates.isEmpty()) {
            Message message = candidates.get(world.random(candidates.size()));
            onTheirWay.remove(message);
            world.note(message.text);
            message.arrival.run();
        }
    }

    long nextArrival() {
        return onTheirWay.stream()
                .mapToLong(message -> message.notBefore)
                .filter(time -> time > world.now())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** From now on nothing is late: everything arrives as soon as it can. */
    void heal() {
        onTheirWay.forEach(message -> message.notBefore = Math.min(message.notBefore, world.now()));
    }
}
