package io.lockspi.benchmarks;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks in full, by command only: no build finds a test of this name by itself. The report is
 * {@code target/engine.json}. {@code -Dlockspi.benchmarks=REGEX} chooses some, {@code -Dlockspi.profiler=gc} shows what they
 * allocate.
 */
class EngineBenchmarks {
    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SAME_THREAD)
    void run() throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include(EngineBenchmark.class.getName() + "." + System.getProperty("lockspi.benchmarks", ""))
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(Path.of("target", "engine.json").toString());
        String profiler = System.getProperty("lockspi.profiler");
        if (profiler != null) {
            options.addProfiler(profiler);
        }
        new Runner(options.build()).run();
    }
}
