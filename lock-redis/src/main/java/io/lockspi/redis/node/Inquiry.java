package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One question to several servers. Its answer is made when all have answered, or a little after the first, so that those
 * which are down cost no time and those which are merely slower are heard. Thread-safe.
 *
 * @param <T> what one server answers
 */
@SuppressWarnings("FutureReturnValueIgnored") // own promises tell of the outcome
final class Inquiry<T> {
    /** How long the others are waited for when one has answered, where what they say may differ. */
    static final Duration GRACE = Duration.ofMillis(200);

    private final ReentrantLock mutex = new ReentrantLock();
    private final List<T> answers = new ArrayList<>();
    private final List<RequestFailure> failures = new ArrayList<>();
    private final CompletableFuture<Integer> heardEnough = new CompletableFuture<>();
    private final int asked;

    private Inquiry(int asked) {
        this.asked = asked;
    }

    /**
     * Waits for answers and makes one of them.
     *
     * @param asked what each server was asked; at least one
     * @param grace how long the others are waited for when one has answered
     * @param result makes the answer of the servers' answers, of which there is at least one
     * @return the answer, or a {@link RequestFailure} that says why there is none
     */
    static <T> CompletableFuture<Routes> of(
            List<CompletableFuture<T>> asked, Duration grace, TimeSource time, Function<List<T>, Routes> result) {
        Inquiry<T> inquiry = new Inquiry<>(asked.size());
        asked.forEach(answer -> answer.whenComplete((value, error) -> inquiry.heard(value, error, grace, time)));
        return inquiry.heardEnough.thenApply(done -> inquiry.result(result));
    }

    private void heard(@Nullable T value, @Nullable Throwable error, Duration grace, TimeSource time) {
        mutex.lock();
        try {
            if (value == null) {
                failures.add(RequestFailure.known(error == null ? new IllegalStateException("no value") : error));
            } else {
                answers.add(value);
            }
            if (answers.size() + failures.size() < asked) {
                if (value != null && answers.size() == 1) {
                    time.schedule(grace.toNanos(), () -> heardEnough.complete(0));
                }
                return;
            }
        } finally {
            mutex.unlock();
        }
        heardEnough.complete(0);
    }

    private Routes result(Function<List<T>, Routes> make) {
        mutex.lock();
        try {
            if (answers.isEmpty()) {
                throw none();
            }
            return make.apply(List.copyOf(answers));
        } finally {
            mutex.unlock();
        }
    }

    /** Waiting heals nothing if most of them say so. */
    private RequestFailure none() {
        long hopeless = failures.stream().filter(RequestFailure::permanent).count();
        String reasons =
                failures.stream().map(RequestFailure::getMessage).distinct().collect(Collectors.joining("; "));
        return new RequestFailure(Effect.NONE, 2 * hopeless > asked, "no master was found: " + reasons, null);
    }
}
