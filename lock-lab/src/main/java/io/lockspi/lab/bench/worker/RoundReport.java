package io.lockspi.lab.bench.worker;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What one JVM did in one round. Not to be changed once made.
 *
 * @param finished sections that ended before the round did
 * @param sections all sections, also those that waiting threads still had to finish
 * @param overlaps sections that met another one
 * @param tokenRegressions sections whose token was not higher than the one before
 * @param waits how long each call of {@code lock()} took, in nanoseconds
 * @param cycles how long each section took with {@code lock()} and {@code unlock()}, in nanoseconds
 */
public record RoundReport(
        long finished, long sections, long overlaps, long tokenRegressions, Histogram waits, Histogram cycles) {
    static final int DIGITS = 2;

    /**
     * A histogram of nanoseconds, precise to 1 %.
     *
     * @return empty, and growing as needed
     */
    public static Histogram newHistogram() {
        return new Histogram(DIGITS);
    }

    /**
     * All threads, or all JVMs, together.
     *
     * @param reports at least one
     * @return their sum
     */
    public static RoundReport sum(List<RoundReport> reports) {
        return sum(
                reports,
                reports.stream().map(RoundReport::waits).toList(),
                reports.stream().map(RoundReport::cycles).toList());
    }

    /** As {@link #sum(List)}, with these times instead of their own. */
    static RoundReport sum(List<RoundReport> reports, List<Histogram> waits, List<Histogram> cycles) {
        return new RoundReport(
                reports.stream().mapToLong(RoundReport::finished).sum(),
                reports.stream().mapToLong(RoundReport::sections).sum(),
                reports.stream().mapToLong(RoundReport::overlaps).sum(),
                reports.stream().mapToLong(RoundReport::tokenRegressions).sum(),
                added(waits),
                added(cycles));
    }

    private static Histogram added(List<Histogram> histograms) {
        Histogram sum = newHistogram();
        histograms.forEach(sum::add);
        return sum;
    }

    /**
     * As one line.
     *
     * @return what {@link #parse} reads
     */
    public String toLine() {
        return String.join(
                " ",
                String.valueOf(finished),
                String.valueOf(sections),
                String.valueOf(overlaps),
                String.valueOf(tokenRegressions),
                encode(waits),
                encode(cycles));
    }

    /**
     * Reads a line.
     *
     * @param line what {@link #toLine} made
     * @return the report
     */
    public static RoundReport parse(String line) {
        String[] words = line.split(" ", -1);
        return new RoundReport(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                decode(words[4]),
                decode(words[5]));
    }

    private static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException broken) {
            throw new IllegalArgumentException("not a histogram: " + text, broken);
        }
    }
}
