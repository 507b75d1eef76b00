package io.lockspi.tck.report;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The form for programs. */
public final class JsonReport {
    private JsonReport() {}

    /** The report as one JSON object. */
    public static String of(Report report) {
        String profile =
                report.profile().entrySet().stream().map(JsonReport::member).collect(Collectors.joining(",\n    "));
        String rules = report.rules().stream().map(JsonReport::rule).collect(Collectors.joining(",\n    "));
        return "{\n  \"subject\": " + text(report.subject()) + ",\n  \"verdict\": "
                + text(report.verdict().name()) + ",\n  \"profile\": {\n    " + profile + "\n  },\n  \"rules\": [\n    "
                + rules + "\n  ]\n}\n";
    }

    private static String member(Map.Entry<String, String> entry) {
        return text(entry.getKey()) + ": " + text(entry.getValue());
    }

    private static String rule(RuleResult result) {
        return "{\"id\": " + text(result.rule().id()) + ", \"level\": "
                + text(result.rule().level().name()) + ", \"state\": "
                + text(result.state().name()) + ", \"seconds\": "
                + String.format(Locale.ROOT, "%.3f", result.seconds()) + ", \"message\": " + text(result.message())
                + "}";
    }

    /** A text as a JSON string, with its quotation marks. */
    public static String text(String raw) {
        StringBuilder json = new StringBuilder(raw.length() + 2).append('"');
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> json.append(isPlain(c) ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return json.append('"').toString();
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '\u007f' && !Character.isSurrogate(c);
    }
}
