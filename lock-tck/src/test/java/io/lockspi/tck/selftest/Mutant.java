package io.lockspi.tck.selftest;

import io.lockspi.local.LocalLocks;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.bench.Timing;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A back end with one thing wrong.
 *
 * @param name what is wrong
 * @param rule the id of the rule that must find it
 * @param subject makes it
 */
record Mutant(String name, String rule, Supplier<Subject> subject) {
    /** The lease that the kit takes for claims that are renewed, when it does not stretch its times. */
    static final Duration LEASE = Timing.of(1, Duration.ZERO).lease();

    private static final AtomicInteger STORES = new AtomicInteger();

    /** The back end in memory, which is right. */
    static ProviderSubject memory() {
        String store = "mutant-" + STORES.incrementAndGet();
        return ProviderSubject.of("local:" + store).withEviction(name -> LocalLocks.expire(store, name));
    }

    /** Locks that are broken on the way to a right back end. */
    static Mutant lock(String rule, String name, UnaryOperator<Lock> broken) {
        return client(rule, name, real -> new ForwardingClient(real) {
            @Override
            protected Lock wrap(Lock lock) {
                return broken.apply(lock);
            }
        });
    }

    /** A client that is broken on the way to a right back end. */
    static Mutant client(String rule, String name, UnaryOperator<LockClient> broken) {
        return new Mutant(name, rule, () -> new WrappedSubject(memory(), broken));
    }

    /** A store that is broken. */
    static Mutant store(String rule, String name, Supplier<ToyStore> broken) {
        return new Mutant(name, rule, () -> ToyTckTest.toy(broken.get(), ""));
    }

    /** A store that is broken, on a server that forgets everything when it is killed. */
    static Mutant forgetful(String rule, String name, Supplier<ToyStore> broken) {
        return new Mutant(name, rule, () -> ToyTckTest.toy(broken.get(), false, ""));
    }

    /** A right store with a broken client, named by its class. */
    static Mutant spi(String rule, String name, Class<?> broken) {
        return new Mutant(name, rule, () -> ToyTckTest.toy(new ToyStore(), "?flaw=" + broken.getName()));
    }

    /** A broken store with a broken client. */
    static Mutant pair(String rule, String name, Supplier<ToyStore> store, Class<?> spi) {
        return new Mutant(name, rule, () -> ToyTckTest.toy(store.get(), "?flaw=" + spi.getName()));
    }

    /** Waits for a whole time, whatever permits the thread has. */
    static void pause(Duration time) {
        try {
            Ticker.pause(time);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("the mutant was stopped", stopped);
        }
    }

    @Override
    public String toString() {
        return name + " is found by " + rule;
    }
}
