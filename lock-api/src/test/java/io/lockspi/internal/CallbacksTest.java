package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is told of a loss; on the calling thread, so that the test sees who is not. */
class CallbacksTest {
    private static final LossEvent LOSS = new LossEvent("a", 1, LossEvent.Cause.EXPIRED);

    private final Callbacks callbacks = new Callbacks(new HandDriven.DirectExecutor());
    private final List<String> told = new ArrayList<>();

    @Test
    void listenersOfTheLockAndOfTheClaimAreToldOnce() {
        Registration lock = callbacks.register("a", event -> told.add("lock"));
        Registration other = callbacks.register("b", event -> told.add("another lock"));
        callbacks.lost(LOSS, List.of(event -> told.add("claim")));
        assertThat(told).containsExactlyInAnyOrder("lock", "claim");
        lock.close();
        other.close();
    }

    @Test
    void removedListenerIsNotToldAndTheOthersAre() {
        Registration removed = callbacks.register("a", event -> told.add("removed"));
        Registration stays = callbacks.register("a", event -> told.add("stays"));
        removed.close();
        removed.close();
        callbacks.lost(LOSS, List.of());
        assertThat(told).containsExactly("stays");
        stays.close();
        assertThat(callbacks.listenedNames()).isZero();
    }

    @Test
    void listenerThatThrowsDoesNotKeepTheOthersFromBeingTold() {
        Registration bad = callbacks.register("a", event -> {
            throw new IllegalStateException("bug in the application");
        });
        Registration good = callbacks.register("a", event -> told.add("good"));
        callbacks.lost(LOSS, List.of());
        assertThat(told).containsExactly("good");
        bad.close();
        good.close();
    }

    @Test
    void nobodyIsToldAfterTheClose() {
        Registration lock = callbacks.register("a", event -> told.add("lock"));
        callbacks.close();
        callbacks.lost(LOSS, List.of());
        assertThat(told).isEmpty();
        lock.close();
    }
}
