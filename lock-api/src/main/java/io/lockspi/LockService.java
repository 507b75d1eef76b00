package io.lockspi;

import io.lockspi.internal.Engine;
import io.lockspi.internal.EngineOptions;
import io.lockspi.internal.ProviderLookup;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Locks of one back end; the counterpart of {@link java.security.MessageDigest}. Thread-safe. Opening one needs no server
 * to be up; {@link #check} tells whether it is. Two services are two holders, even in one JVM.
 *
 * <pre>{@code
 * try (LockService locks = LockService.open("redis://localhost:6379")) {
 *     Lock lock = locks.getLock("invoices/2026-11");
 *     lock.lock();
 *     try {
 *         // one process at a time
 *     } finally {
 *         lock.unlock();
 *     }
 * }
 * }</pre>
 */
public final class LockService implements AutoCloseable {
    /** The system property that {@link #open()} reads. */
    public static final String URI_PROPERTY = "lockspi.uri";

    /** The environment variable that {@link #open()} reads if the system property is not set. */
    public static final String URI_VARIABLE = "LOCKSPI_URI";

    private final Engine engine;
    private final LockProvider provider;
    private final LockProvider.Service service;

    private LockService(ProviderLookup.Found found, LockConfig config) {
        this.provider = found.provider();
        this.service = found.service();
        this.engine = Engine.start(service, EngineOptions.read(service, config), config);
    }

    /**
     * Opens the service that the system property {@value #URI_PROPERTY}, or else the environment variable
     * {@value #URI_VARIABLE}, names.
     *
     * @return a new service
     * @throws LockConfigurationException if neither is set, or the URI is refused
     * @throws NoSuchLockAlgorithmException if no installed provider knows the URI's scheme
     * @throws AmbiguousLockProviderException if several do
     */
    public static LockService open() {
        return open(ProviderLookup.configuredUri());
    }

    /**
     * Opens the service that a URI names.
     *
     * @param uri see {@link LockConfig#of}
     * @return a new service
     * @throws LockConfigurationException if the URI is refused
     * @throws NoSuchLockAlgorithmException if no installed provider knows the URI's scheme
     * @throws AmbiguousLockProviderException if several do
     */
    public static LockService open(String uri) {
        return open(LockConfig.of(uri));
    }

    /**
     * Opens the service that a configuration describes.
     *
     * @param config the configuration; its algorithm chooses the provider
     * @return a new service
     * @throws LockConfigurationException if the configuration is refused
     * @throws NoSuchLockAlgorithmException if no installed provider knows the algorithm
     * @throws AmbiguousLockProviderException if several do
     */
    public static LockService open(LockConfig config) {
        return getInstance(config.algorithm(), config);
    }

    /**
     * Opens a service of an algorithm.
     *
     * @param algorithm a standard name or an alias; case does not matter
     * @param config the configuration
     * @return a new service
     * @throws LockConfigurationException if the configuration is refused
     * @throws NoSuchLockAlgorithmException if no installed provider knows the algorithm
     * @throws AmbiguousLockProviderException if several do
     */
    public static LockService getInstance(String algorithm, LockConfig config) {
        return new LockService(ProviderLookup.find(algorithm), config);
    }

    /**
     * Opens a service of an algorithm, by a named provider.
     *
     * @param algorithm a standard name or an alias; case does not matter
     * @param provider the name of an installed provider; case does not matter
     * @param config the configuration
     * @return a new service
     * @throws LockConfigurationException if the configuration is refused
     * @throws NoSuchLockProviderException if no installed provider has that name
     * @throws NoSuchLockAlgorithmException if that provider does not know the algorithm
     */
    public static LockService getInstance(String algorithm, String provider, LockConfig config) {
        return new LockService(ProviderLookup.find(algorithm, provider), config);
    }

    /**
     * Opens a service of an algorithm, by a provider that need not be installed.
     *
     * @param algorithm a standard name or an alias; case does not matter
     * @param provider the provider
     * @param config the configuration
     * @return a new service
     * @throws LockConfigurationException if the configuration is refused
     * @throws NoSuchLockAlgorithmException if the provider does not know the algorithm
     */
    public static LockService getInstance(String algorithm, LockProvider provider, LockConfig config) {
        return new LockService(ProviderLookup.find(algorithm, provider), config);
    }

    /**
     * A lock by its name. Cheap, without I/O; the object needs no closing.
     *
     * @param name any non-empty well-formed Unicode string of at most 1,024 UTF-8 bytes, compared code point by code
     *     point: no folding, no normalisation, no hierarchy
     * @return the lock; equal names give the same lock, though not always the same object
     * @throws IllegalArgumentException if the name is empty, too long or not well-formed
     */
    public DistributedLock getLock(String name) {
        return engine.lock(name);
    }

    /**
     * Acquires a lock as a handle that is not bound to a thread.
     *
     * @param name the lock's name
     * @param wait the longest wait; 0 or less is one attempt
     * @return the handle, held and renewed until it is closed
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is held then
     * @throws LockTimeoutException if somebody else held the lock to the end of the wait
     * @throws LockUnavailableException if no attempt was answered
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed, also during the wait
     */
    public LockHandle acquire(String name, Duration wait) throws InterruptedException {
        return engine.acquire(name, wait, null);
    }

    /**
     * As {@link #acquire(String, Duration)}, for a limited time: not renewed, over after {@code lease}.
     *
     * @param name the lock's name
     * @param wait the longest wait; 0 or less is one attempt
     * @param lease at least 10 ms
     * @return the handle, held
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is held then
     */
    public LockHandle acquire(String name, Duration wait, Duration lease) throws InterruptedException {
        return engine.acquire(name, wait, lease);
    }

    /**
     * As {@link #acquire(String, Duration)}, without a waiting thread.
     *
     * @param name the lock's name
     * @param wait the longest wait; 0 or less is one attempt
     * @return completes with the handle or exceptionally with what {@code acquire} would throw; cancelling it ends the
     *     wait and leaves nothing behind
     */
    public CompletableFuture<LockHandle> acquireAsync(String name, Duration wait) {
        return engine.acquireAsync(name, wait, null);
    }

    /**
     * As {@link #acquire(String, Duration, Duration)}, without a waiting thread.
     *
     * @param name the lock's name
     * @param wait the longest wait; 0 or less is one attempt
     * @param lease at least 10 ms
     * @return completes with the handle or exceptionally with what {@code acquire} would throw; cancelling it ends the
     *     wait and leaves nothing behind
     */
    public CompletableFuture<LockHandle> acquireAsync(String name, Duration wait, Duration lease) {
        return engine.acquireAsync(name, wait, lease);
    }

    /**
     * Runs a task under a lock. The task does not run if the lock was not acquired.
     *
     * @param <T> the task's result
     * @param name the lock's name
     * @param wait the longest wait; 0 or less is one attempt
     * @param task what to run
     * @return what the task returned
     * @throws LockTimeoutException if somebody else held the lock to the end of the wait
     * @throws LockLostException if the lock was lost while the task ran
     * @throws Exception what the task threw
     */
    public <T> T withLock(String name, Duration wait, Callable<T> task) throws Exception {
        DistributedLock lock = getLock(name);
        if (!lock.tryLock(wait)) {
            throw new LockTimeoutException(engine.describeHeld(name, wait));
        }
        T result;
        try {
            result = task.call();
        } catch (Throwable failure) {
            try {
                lock.unlock();
            } catch (RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        lock.unlock();
        return result;
    }

    /**
     * A new candidate of an election. Cheap, without I/O; it takes part after {@link LeaderElection#join}.
     *
     * @param name the election's name: as for {@link #getLock}, but at most 1,015 UTF-8 bytes. Elections and locks with
     *     equal names have nothing to do with each other
     * @return another candidate each time; those of one service compete like those of several
     * @throws IllegalArgumentException if the name is empty, too long or not well-formed
     */
    public LeaderElection getElection(String name) {
        return engine.election(name);
    }

    /**
     * Says who holds a lock, for people who look for the reason of a wait.
     *
     * @param name the lock's name
     * @return the holder, empty if the lock is free
     * @throws UnsupportedOperationException if the back end cannot tell
     * @throws LockUnavailableException if no answer came within the option {@code requestTimeout}
     */
    public Optional<LockInfo> inspect(String name) {
        return engine.inspect(name);
    }

    /**
     * Asks whether the back end can serve requests now.
     *
     * @param timeout the longest wait
     * @throws LockUnavailableException if it cannot, or gave no answer in time; the message says why
     * @throws LockBackendException if it refuses in a way that waiting cannot heal
     * @throws InterruptedException if the thread is interrupted
     */
    public void check(Duration timeout) throws InterruptedException {
        engine.check(timeout);
    }

    /**
     * The algorithm.
     *
     * @return its standard name
     */
    public String getAlgorithm() {
        return service.algorithm();
    }

    /**
     * The provider.
     *
     * @return the one that was found or given
     */
    public LockProvider getProvider() {
        return provider;
    }

    /**
     * What the back end can do.
     *
     * @return immutable
     */
    public Set<LockCapability> capabilities() {
        return service.capabilities();
    }

    /**
     * What only this back end offers, such as a guarded write in the lock's own store.
     *
     * @param <T> the wanted type
     * @param type the wanted type
     * @return empty if the back end has nothing of this type
     */
    public <T> Optional<T> unwrap(Class<T> type) {
        return engine.unwrap(type);
    }

    /**
     * Ends every claim of this service. Each ends here first, so listeners hear {@link LossEvent.Cause#CLOSED} and a later
     * {@code unlock()} throws {@link LockLostException}; then held locks are released as far as that is possible within 5
     * seconds. Waiters and later calls get {@link IllegalStateException}. No thread, connection or subscription stays.
     * Idempotent.
     */
    @Override
    public void close() {
        engine.close();
    }

    @Override
    public String toString() {
        return "LockService[" + engine + "]";
    }
}
