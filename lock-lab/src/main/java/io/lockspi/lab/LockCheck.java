package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Finds out whether a URI can be used, before a long run starts. */
final class LockCheck {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private LockCheck() {}

    /**
     * Opens a service and asks the server once.
     *
     * @param config what to open
     * @throws BadInputException if it is refused, or the server is not there or says no
     */
    static void usable(LockConfig config) throws InterruptedException {
        usable(config, Duration.ZERO);
    }

    /**
     * Opens a service and asks the server.
     *
     * @param config what to open
     * @param patience how long to ask again while there is no answer
     * @throws BadInputException if it is refused, or the server is not there or says no
     */
    static void usable(LockConfig config, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (LockService service = LockService.open(config)) {
            while (!answers(service, deadline)) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        } catch (LockConfigurationException | LockException refused) {
            throw new BadInputException(ErrorText.of(refused));
        }
    }

    private static boolean answers(LockService service, long deadline) throws InterruptedException {
        try {
            service.check(ANSWER_LIMIT);
            return true;
        } catch (LockUnavailableException silent) {
            if (System.nanoTime() - deadline >= 0) {
                throw silent;
            }
            return false;
        }
    }

    /**
     * Reads a URI.
     *
     * @throws BadInputException if it is malformed
     */
    static LockConfig read(String uri) {
        try {
            return LockConfig.of(uri);
        } catch (LockConfigurationException refused) {
            throw new BadInputException(ErrorText.of(refused));
        }
    }
}
