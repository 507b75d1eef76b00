package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockException;
import io.lockspi.LockService;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import java.time.Duration;

/** Finds out whether a URI can be used, before a long run starts. */
final class LockCheck {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private LockCheck() {}

    /**
     * Opens a service and asks the server.
     *
     * @param config what to open
     * @throws BadInputException if it is refused, or the server is not there or says no
     */
    static void usable(LockConfig config) throws InterruptedException {
        try (LockService service = LockService.open(config)) {
            service.check(ANSWER_LIMIT);
        } catch (LockConfigurationException | LockException refused) {
            throw new BadInputException(ErrorText.of(refused));
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
