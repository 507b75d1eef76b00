package io.lockspi.tck.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process wrote. Immutable.
 *
 * @param runId the run that it belongs to
 * @param source who wrote it
 * @param events in the order in which they were written
 * @param tornBytes how many bytes at the end belong to a record that was never completed, because the writer was killed
 */
public record HistoryFile(String runId, String source, List<Event> events, int tornBytes) {

    /**
     * Reads a file. A record that is incomplete at the end is left out, and counted.
     *
     * @throws HistoryFormatException if it is no history, or damaged before its end; the message names file and place
     * @throws IOException if it cannot be read
     */
    public static HistoryFile read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return decode(bytes);
        } catch (HistoryFormatException problem) {
            throw new HistoryFormatException(file + " is " + problem.getMessage());
        }
    }

    private static HistoryFile decode(byte[] bytes) {
        EventDecoder decoder = new EventDecoder(bytes);
        if (!decoder.magic()) {
            throw new HistoryFormatException("not a history: it does not begin with '"
                    + new String(EventEncoder.MAGIC, java.nio.charset.StandardCharsets.US_ASCII).strip() + "'");
        }
        int end = decoder.next();
        if (end < 0) {
            return new HistoryFile("", "", List.of(), bytes.length);
        }
        String runId = decoder.text();
        String source = decoder.text();
        decoder.done(end);
        List<Event> events = new ArrayList<>();
        for (end = decoder.next(); end >= 0; end = decoder.next()) {
            events.add(decoder.event(end));
        }
        return new HistoryFile(runId, source, events, bytes.length - decoder.position());
    }
}
