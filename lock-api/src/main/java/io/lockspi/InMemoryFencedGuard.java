package io.lockspi;

import io.lockspi.internal.TokenCheck;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Guards a resource of this JVM: checks the token and writes in one step. Thread-safe. */
public final class InMemoryFencedGuard implements FencedGuard {
    private final ReentrantLock lock = new ReentrantLock();
    private final String resource;
    private long highest;

    /**
     * Makes a guard that has seen no token yet.
     *
     * @param resource the resource's name, for messages
     */
    public InMemoryFencedGuard(String resource) {
        this.resource = resource;
    }

    @Override
    public void raise(long token) {
        write(token, () -> {});
    }

    /**
     * Writes if no higher token was seen; no other write and no raise comes in between. If the write throws, the token
     * counts as seen all the same.
     *
     * @param token the section's token
     * @param write changes the resource; short, because it keeps all other writes waiting
     * @throws StaleTokenException if a higher token was seen before; nothing is written
     * @throws IllegalArgumentException if the token is less than 1
     */
    public void write(long token, Runnable write) {
        write(token, () -> {
            write.run();
            return Boolean.TRUE;
        });
    }

    /**
     * As {@link #write(long, Runnable)}, with a result.
     *
     * @param <T> the result's type
     * @param token the section's token
     * @param write changes the resource; short, because it keeps all other writes waiting
     * @return what the write returned
     * @throws StaleTokenException if a higher token was seen before; nothing is written
     * @throws IllegalArgumentException if the token is less than 1
     */
    public <T> T write(long token, Supplier<T> write) {
        TokenCheck.atLeastOne(token);
        lock.lock();
        try {
            if (token < highest) {
                throw new StaleTokenException(resource, token, highest);
            }
            highest = token;
            return write.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The highest token seen.
     *
     * @return 0 if there was none
     */
    public long highest() {
        lock.lock();
        try {
            return highest;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "InMemoryFencedGuard[" + resource + ", highest " + highest() + "]";
    }
}
