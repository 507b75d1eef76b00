package io.lockspi.local;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** One service's view of a store. Every stage is complete when it is returned. Thread-safe. */
final class LocalLockService implements LockServiceSpi {
    private final String storeName;
    private final LocalStore store;
    private final Client client;
    private final AtomicBoolean closed = new AtomicBoolean();

    LocalLockService(SpiContext context) {
        this.storeName = storeName(context.config());
        this.client = new Client(context.owner());
        this.store = LocalStores.open(storeName, context.time());
    }

    private static String storeName(LockConfig config) {
        boolean hostOnly = config.hosts().size() == 1
                && config.path().isEmpty()
                && config.hosts().get(0).port() == -1;
        boolean noServer = config.user().isEmpty() && config.password().isEmpty();
        if (!noServer || !(hostOnly || config.hosts().isEmpty())) {
            throw new LockConfigurationException("the local back end cannot use " + config
                    + ": there is no server, so write local: or local:NAME, without user, port and further hosts");
        }
        String name = hostOnly ? config.hosts().get(0).name() : config.path();
        return name.isEmpty() ? LocalLocks.DEFAULT_STORE : name;
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        if (closed.get()) {
            return CompletableFuture.completedFuture(new Attempt.Unavailable(
                    closedException("lock '" + claim.name() + "'"), Attempt.Effect.NONE, false, null));
        }
        return CompletableFuture.completedFuture(store.tryAcquire(claim, client, wait));
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        return answer(() -> renewals.stream().map(store::renew).toList());
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        return answer(() -> store.release(release));
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return answer(() -> store.inspect(name));
    }

    @Override
    public CompletionStage<Void> check() {
        return answer(() -> null);
    }

    private <T extends @org.jspecify.annotations.Nullable Object> CompletionStage<T> answer(Supplier<T> question) {
        return closed.get()
                ? CompletableFuture.failedFuture(closedException("this request"))
                : CompletableFuture.completedFuture(question.get());
    }

    private LockException closedException(String what) {
        return new LockUnavailableException(
                "local store '" + storeName + "' cannot serve " + what + ": the service is closed; open another one",
                null);
    }

    @Override
    public void onEvents(SpiEvents events) {
        client.listen(events);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            client.silence();
            store.forget(client);
            LocalStores.close(storeName);
        }
    }

    @Override
    public String toString() {
        return "local store '" + storeName + "'";
    }
}
