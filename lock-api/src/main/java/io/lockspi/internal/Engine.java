package io.lockspi.internal;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockInfo;
import io.lockspi.spi.LockProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The engine of one service. */
@SuppressWarnings("DoNotCallSuggester")
public final class Engine {
    private Engine() {}

    public static Engine start(LockProvider.Service service, EngineOptions options, LockConfig config) {
        throw new UnsupportedOperationException(service + "" + options + config);
    }

    public DistributedLock lock(String name) {
        throw new UnsupportedOperationException(name);
    }

    public LockHandle acquire(String name, Duration wait, @Nullable Duration lease) throws InterruptedException {
        throw new UnsupportedOperationException(name + wait + lease);
    }

    public CompletableFuture<LockHandle> acquireAsync(String name, Duration wait, @Nullable Duration lease) {
        throw new UnsupportedOperationException(name + wait + lease);
    }

    public String describeHeld(String name, Duration wait) {
        throw new UnsupportedOperationException(name + wait);
    }

    public Optional<LockInfo> inspect(String name) {
        throw new UnsupportedOperationException(name);
    }

    public void check(Duration timeout) throws InterruptedException {
        throw new UnsupportedOperationException(timeout.toString());
    }

    public <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }

    public void close() {}

    @Override
    public String toString() {
        return "engine";
    }
}
