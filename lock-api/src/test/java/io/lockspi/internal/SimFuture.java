package io.lockspi.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** An answer of the simulated store; an exception that the engine throws while it takes it is a violation. */
final class SimFuture<T> extends CompletableFuture<T> {
    private final Simulation world;

    SimFuture(Simulation world) {
        this.world = world;
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return super.whenComplete((value, failure) -> {
            try {
                action.accept(value, failure);
            } catch (RuntimeException | Error thrown) {
                world.violation("the engine threw while it took an answer: " + thrown);
                throw thrown;
            }
        });
    }
}
