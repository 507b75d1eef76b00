package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations exactly as the options of a lock's URI: positive, and with a unit. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final String OPTION = "duration";

    @Override
    public Duration convert(String text) {
        try {
            return LockConfig.ofAlgorithm("lab").withOption(OPTION, text).duration(OPTION, Duration.ZERO);
        } catch (LockConfigurationException refused) {
            throw new TypeConversionException(
                    "'" + text + "' is not a positive duration with a unit; write 500ms, 5s," + " 2m or PT5S");
        }
    }
}
