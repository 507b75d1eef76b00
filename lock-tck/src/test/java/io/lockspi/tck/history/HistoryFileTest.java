package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read, whatever happened to the writer. */
class HistoryFileTest {
    @TempDir
    Path directory;

    private long now = -5;

    private List<Event> write(Path file, String runId, int count) throws Exception {
        List<Event> events = new ArrayList<>();
        try (HistoryWriter writer = HistoryWriter.create(file, runId, "process 3", () -> now += 1_000)) {
            for (int i = 0; i < count; i++) {
                Event event = Event.of(EventKind.ACQUIRED, 3, i % 4, i, i % 3 == 0 ? "ä/" + i % 2 : "")
                        .token(i % 2 == 0 ? (1L << 50) + i : 0)
                        .claim(i % 5 == 0 ? Long.MIN_VALUE + i : 0)
                        .value(i % 7 == 0 ? now - 30_000 : i % 7 == 1 ? Event.NO_DEADLINE : 0)
                        .note(i % 11 == 0 ? "note \"" + i : "");
                events.add(event.at(writer.record(event)));
            }
        }
        return events;
    }

    @Test
    void eventsComeBackAsTheyWere() throws Exception {
        Path file = directory.resolve("one.history");
        List<Event> events = write(file, "run", 300);
        HistoryFile read = HistoryFile.read(file);
        assertThat(read.events()).isEqualTo(events);
        assertThat(read.runId()).isEqualTo("run");
        assertThat(read.source()).isEqualTo("process 3");
        assertThat(read.tornBytes()).isZero();
        assertThat(Files.size(file) / events.size()).as("bytes an event").isLessThan(25);
    }

    @Test
    void everyTornEndIsReadUpToTheLastCompleteEvent() throws Exception {
        Path file = directory.resolve("one.history");
        List<Event> events = write(file, "run", 20);
        byte[] whole = Files.readAllBytes(file);
        int seen = 0;
        for (int length = EventEncoder.MAGIC.length; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            HistoryFile read = HistoryFile.read(file);
            assertThat(read.events()).isEqualTo(events.subList(0, read.events().size()));
            seen = Math.max(seen, read.events().size());
            assertThat(read.events()).hasSize(seen);
        }
        assertThat(seen).isEqualTo(20);
    }

    @Test
    void unfinishedLastRecordIsRemarked() throws Exception {
        Path file = directory.resolve("one.history");
        write(file, "run", 20);
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length - 1] ^= 1;
        Files.write(file, whole);
        History history = History.read(directory);
        assertThat(history.events()).hasSize(19);
        assertThat(history.remarks()).singleElement().asString().contains("one.history", "unfinished");
    }

    @Test
    void damageBeforeTheEndIsRefused() throws Exception {
        Path file = directory.resolve("one.history");
        write(file, "run", 20);
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length / 2] ^= 4;
        Files.write(file, whole);
        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("one.history is damaged at byte");
    }

    @Test
    void otherFilesAreRefused() throws Exception {
        Path file = directory.resolve("one.history");
        Files.writeString(file, "something else altogether");
        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("one.history is not a history");
        assertThatThrownBy(() -> History.read(Files.createDirectory(directory.resolve("empty"))))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("no file");
    }

    @Test
    void filesOfARunAreMergedByTime() throws Exception {
        List<Event> all = new ArrayList<>(write(directory.resolve("one.history"), "run", 10));
        now = 4_700;
        all.addAll(write(directory.resolve("two.history"), "run", 10));
        List<Event> merged = History.read(directory).events();
        assertThat(merged).containsExactlyInAnyOrderElementsOf(all);
        assertThat(merged).isSortedAccordingTo(java.util.Comparator.comparingLong(Event::nanos));
    }

    @Test
    void filesOfTwoRunsAreNotMixed() throws Exception {
        write(directory.resolve("one.history"), "run 1", 1);
        write(directory.resolve("two.history"), "run 2", 1);
        assertThatThrownBy(() -> History.read(directory))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("run 1")
                .hasMessageContaining("run 2");
    }

    @Test
    void jsonIsOneObjectALine() throws Exception {
        Event event = Event.of(EventKind.ACQUIRED, 1, 2, 3, "a\"b\n😀")
                .token(1L << 60)
                .claim(-1)
                .value(42)
                .note("x")
                .at(7);
        assertThat(HistoryJson.line(event))
                .isEqualTo("{\"nanos\":7,\"process\":1,\"thread\":2,\"operation\":3,\"event\":\"acquired\","
                        + "\"lock\":\"a\\\"b\\u000a\\ud83d\\ude00\",\"token\":\"1152921504606846976\","
                        + "\"claim\":\"ffffffffffffffff\",\"value\":42,\"note\":\"x\"}");
        Path file = directory.resolve("history.jsonl");
        HistoryJson.write(History.of("run", List.of(event, event)), file);
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
