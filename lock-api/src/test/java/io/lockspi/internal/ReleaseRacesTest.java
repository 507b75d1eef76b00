package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockHandle;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Releases whose answers, time-outs and acquires come in an unlucky order. */
class ReleaseRacesTest {
    private final HandDriven rig = new HandDriven();

    @Test
    void callerIsToldThoughItsTimeRunsOutBetweenTwoLooksAtTheClock() {
        List<ReleaseJob.Result> told = new ArrayList<>();
        Release release = new Release(new Claim(HandDriven.NAME, "id", HandDriven.LEASE, 1), null, 0, false);
        ReleaseJob job = new ReleaseJob(rig.engine, release, rig.now, true, told::add);
        job.start();

        rig.now = HandDriven.REQUEST_TIMEOUT.toNanos() - 1;
        rig.perReading = 1;
        rig.fail(rig.newestRelease());

        assertThat(told).extracting(ReleaseJob.Result::kind).containsExactly(ReleaseJob.Kind.UNANSWERED);
    }

    @Test
    void releaseSentBeforeTheAcquireWasAnsweredDoesNotSettleTheMatter() {
        CompletableFuture<LockHandle> future = rig.acquire(Duration.ofSeconds(1));
        future.cancel(false);
        CompletableFuture<Boolean> early = rig.newestRelease();
        rig.answer(rig.newestAcquire(), rig.granted());
        CompletableFuture<Boolean> decisive = rig.newestRelease();
        assertThat(decisive).isNotSameAs(early);

        rig.answer(early, false);
        assertThat(rig.size("releases")).isOne();
        rig.fail(decisive);
        rig.advanceTo(Duration.ofMillis(20));
        assertThat(rig.releases).hasSize(3);
        rig.answer(rig.newestRelease(), true);

        assertThat(rig.size("releases")).isZero();
        assertThat(rig.size("agenda")).isZero();
    }

    @Test
    void earlyReleaseThatIsAnsweredLastEndsNothing() {
        rig.acquire(Duration.ofSeconds(1)).cancel(false);
        CompletableFuture<Boolean> early = rig.newestRelease();
        rig.answer(rig.newestAcquire(), rig.granted());

        rig.answer(rig.newestRelease(), true);
        rig.answer(early, false);

        assertThat(rig.size("releases")).isZero();
        assertThat(rig.releases).hasSize(2);
    }

    /** The store counts a lease from the arrival of the request, which may be late by the request time-out. */
    @Test
    void releaseIsRepeatedUntilAlsoALateAcquireIsOver() {
        CompletableFuture<LockHandle> future =
                rig.engine.acquireAsync(HandDriven.NAME, Duration.ofSeconds(2), Duration.ofSeconds(1));
        rig.advanceTo(Duration.ofMillis(900));
        rig.answer(rig.newestAcquire(), rig.granted());
        CompletableFuture<Void> closed = future.join().closeAsync();

        rig.advanceTo(Duration.ofMillis(3950));
        rig.fail(rig.newestRelease());
        assertThat(closed).isCompletedExceptionally();
        assertThat(rig.size("releases")).isOne();

        rig.advanceTo(Duration.ofMillis(4990));
        rig.fail(rig.newestRelease());
        assertThat(rig.size("releases")).isZero();
        assertThat(rig.size("agenda")).isZero();
    }
}
