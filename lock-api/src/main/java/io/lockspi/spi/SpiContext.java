package io.lockspi.spi;

import io.lockspi.LockConfig;
import java.time.Duration;

/**
 * What a back end is made from.
 *
 * @param config the checked configuration: only options that the provider or the engine knows
 * @param time the clock and the timer to use
 * @param owner the label to store beside a claim
 * @param requestTimeout how long the engine waits for one answer; a back end closes a connection that was silent for so
 *     long with a request pending, so that the next request gets a fresh one
 */
public record SpiContext(LockConfig config, TimeSource time, OwnerLabel owner, Duration requestTimeout) {}
