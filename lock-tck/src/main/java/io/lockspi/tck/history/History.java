package io.lockspi.tck.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * All events of a run by time. Immutable.
 *
 * @param runId which run
 * @param events by time; at equal times in the order of their files
 * @param remarks what a reader should know, such as torn ends of files
 */
public record History(String runId, List<Event> events, List<String> remarks) {

    /** A history from events in any order. */
    public static History of(String runId, Collection<Event> events) {
        return new History(runId, sorted(events), List.of());
    }

    /**
     * Reads all files of a run and merges them.
     *
     * @param directory its files with the suffix {@value HistoryWriter#SUFFIX} are read
     * @throws HistoryFormatException if there is none, one is damaged, or they belong to several runs
     * @throws IOException if one cannot be read
     */
    public static History read(Path directory) throws IOException {
        List<Event> events = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        String runId = "";
        for (Path file : files(directory)) {
            HistoryFile read = HistoryFile.read(file);
            if (read.tornBytes() > 0) {
                remarks.add(file.getFileName() + " ends with " + read.tornBytes() + " bytes of an unfinished record");
            }
            if (!runId.isEmpty() && !read.runId().isEmpty() && !read.runId().equals(runId)) {
                throw new HistoryFormatException(file + " belongs to run " + read.runId()
                        + ", the files before it to run " + runId + ": give each run a directory of its own");
            }
            runId = runId.isEmpty() ? read.runId() : runId;
            events.addAll(read.events());
        }
        return new History(runId, sorted(events), List.copyOf(remarks));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(HistoryWriter.SUFFIX))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new HistoryFormatException(directory + " has no file *" + HistoryWriter.SUFFIX);
            }
            return files;
        }
    }

    /** Files are sorted already, so this is a merge. */
    private static List<Event> sorted(Collection<Event> events) {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Event::nanos));
        return sorted;
    }
}
