package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LockTimeoutException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a service offers beside its locks. */
class ServiceTest {
    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");
    private final LockService service = LockService.getInstance(
            TestProvider.ALGORITHM,
            new TestProvider(rig.spi),
            LockConfig.of("test://store").withAttachment(TimeSource.class, rig.clock));

    @AfterEach
    void close() {
        rig.spi.wrapUp();
        service.close();
        rig.close();
    }

    @Test
    void taskRunsUnderTheLockAndItsResultIsReturned() throws Exception {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        boolean held = service.withLock(Rig.NAME, Duration.ZERO, service.getLock(Rig.NAME)::isHeldByCurrentThread);
        assertThat(held).isTrue();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    /** B29: no lock, no task. */
    @Test
    void taskDoesNotRunWithoutTheLock() {
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        List<String> ran = new ArrayList<>();
        assertThatExceptionOfType(LockTimeoutException.class)
                .isThrownBy(() -> service.withLock(Rig.NAME, Duration.ZERO, () -> ran.add("task")))
                .withMessageContaining("'invoices' on test://store was held by another");
        assertThat(ran).isEmpty();
    }

    @Test
    void failureOfTheTaskReleasesAndIsThrown() {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::gone);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> service.withLock(Rig.NAME, Duration.ZERO, () -> {
                    throw new IOException("task");
                }))
                .satisfies(failure -> assertThat(failure.getSuppressed()[0]).isInstanceOf(LockLostException.class));
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void lossDuringTheTaskIsThrown() {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::gone);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> service.withLock(Rig.NAME, Duration.ZERO, () -> "done"));
    }

    @Test
    void handleOfTheServiceIsHeld() throws InterruptedException {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        try (LockHandle handle = service.acquire(Rig.NAME, Duration.ZERO)) {
            assertThat(handle.isHeld()).isTrue();
        }
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void checkOfAHealthyStoreReturns() throws InterruptedException {
        service.check(Duration.ofSeconds(1));
        assertThat(rig.spi.acquires()).isEmpty();
    }

    @Test
    void checkThrowsWhatTheBackEndSays() {
        rig.spi.health(CompletableFuture.failedFuture(new LockBackendException("wrong password", null)));
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(() -> service.check(Duration.ofSeconds(1)))
                .withMessage("wrong password");
    }

    @Test
    void checkOfASilentStoreEndsInTime() {
        rig.spi.health(new CompletableFuture<>());
        Call<String> check =
                caller.run(() -> service.check(Duration.ofSeconds(2))).awaitParked();
        rig.advanceMillis(1999);
        check.awaitParked();
        rig.advanceMillis(1);
        assertThat(check.failure()).isInstanceOf(LockUnavailableException.class).hasMessageContaining("within 2 s");
    }

    @Test
    void checkIsInterruptible() {
        rig.spi.health(new CompletableFuture<>());
        Call<String> check =
                caller.run(() -> service.check(Duration.ofSeconds(2))).awaitParked();
        assertThat(check.interrupt().failure()).isInstanceOf(InterruptedException.class);
        assertThat(check.flagAtEnd()).isFalse();
    }

    @Test
    void inspectionThatIsNotOfferedIsRefused() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> service.inspect(Rig.NAME))
                .withMessageContaining("invoices");
    }

    @Test
    void conditionsAreRefused() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(rig.lock::newCondition)
                .withMessageContaining("invoices");
    }

    @Test
    void tokensOfABackEndWithoutTokensAreRefused() {
        ScriptedSpi spi = new ScriptedSpi();
        LockConfig config = LockConfig.of("test://store").withAttachment(TimeSource.class, rig.clock);
        var bare = TestProvider.service(spi, Set.of());
        Engine engine = Engine.start(bare, EngineOptions.read(bare, config), config);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> engine.lock(Rig.NAME).fencingToken())
                .withMessageContaining("test://store");
        engine.close();
    }

    @Test
    void textNamesTheLockAndTheBackEnd() {
        assertThat(rig.lock).hasToString("DistributedLock['invoices' on test://store]");
        assertThat(rig.lock.name()).isEqualTo(Rig.NAME);
        assertThat(service).hasToString("LockService[test://store, 0 locks in use]");
    }
}
