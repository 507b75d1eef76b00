package io.lockspi.rules.bad;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.LongSupplier;

/** Reads clocks. */
public final class Clocks {
    public long call() {
        return System.currentTimeMillis();
    }

    public LongSupplier reference() {
        return System::nanoTime;
    }

    public Instant instant() {
        return Instant.now();
    }

    public LocalDate date() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    public Clock clock() {
        return Clock.systemUTC();
    }

    @SuppressWarnings("JavaUtilDate")
    public Date old() {
        return new Date();
    }

    /** Nested in a clock. */
    public static final class Nested {
        public long call() {
            return System.nanoTime();
        }
    }
}
