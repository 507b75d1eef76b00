package io.lockspi.tck.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a history for people and other programs: one JSON object a line, by time. */
public final class HistoryJson {
    private HistoryJson() {}

    /**
     * Writes a history. Tokens are decimal strings, since they may not fit a double; claims are hexadecimal.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(History history, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Event event : history.events()) {
                out.write(line(event));
                out.write('\n');
            }
        }
    }

    /** One event as a JSON object without a line break. */
    public static String line(Event event) {
        StringBuilder json = new StringBuilder(160);
        json.append("{\"nanos\":").append(event.nanos());
        json.append(",\"process\":").append(event.process());
        json.append(",\"thread\":").append(event.thread());
        json.append(",\"operation\":").append(event.operation());
        text(json, "event", event.kind().text());
        text(json, "lock", event.lock());
        text(json, "token", event.token() == 0 ? "" : Long.toString(event.token()));
        text(json, "claim", event.claim() == 0 ? "" : Long.toHexString(event.claim()));
        if (event.value() != 0) {
            json.append(",\"value\":").append(event.value());
        }
        text(json, "note", event.note());
        return json.append('}').toString();
    }

    private static void text(StringBuilder json, String key, String value) {
        if (value.isEmpty()) {
            return;
        }
        json.append(",\"").append(key).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append("\\u").append(String.format("%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
