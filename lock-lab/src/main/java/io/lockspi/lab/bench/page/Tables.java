package io.lockspi.lab.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of a page, in Markdown. */
final class Tables {
    private static final String NOTHING = "–";

    /** Columns of results: what the JSON calls them, and what the page does. Those that nobody has are left out. */
    private static final Map<String, String> COLUMNS = columns();

    /** The columns of which it is of interest how they grow. */
    private static final List<String> GROWING = List.of(
            "opsPerSecond",
            "p50Us",
            "p99Us",
            "cycleP50Us",
            "ratioToFloor",
            "ratioToRLock",
            "commandsPerHandOver",
            "clientsToldPerHandOver",
            "cores",
            "bytesPerHeldLock",
            "bytesPerReleasedLock");

    private Tables() {}

    private static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("opsPerSecond", "cycles/s");
        columns.put("slowestRound", "slowest");
        columns.put("fastestRound", "fastest");
        columns.put("p50Us", "wait p50 µs");
        columns.put("p99Us", "p99 µs");
        columns.put("maxMs", "max ms");
        columns.put("cycleP50Us", "cycle p50 µs");
        columns.put("ratioToFloor", "x floor");
        columns.put("ratioToRLock", "x rlock");
        columns.put("commandsPerHandOver", "commands per hand-over");
        columns.put("pollsPerHandOver", "polls per hand-over");
        columns.put("clientsToldPerHandOver", "clients told");
        columns.put("requestsPerSection", "server requests per cycle");
        columns.put("cores", "cores");
        columns.put("lost", "locks lost");
        columns.put("bytesPerHeldLock", "bytes per held lock");
        columns.put("bytesPerReleasedLock", "after release");
        columns.put("failure", "failed");
        return columns;
    }

    static String run(Figures figures) {
        return table(
                List.of("measured with", ""),
                figures.surroundings().entrySet().stream()
                        .map(note -> List.of(note.getKey(), code(note.getKey(), note.getValue())))
                        .toList());
    }

    private static String code(String name, String value) {
        return name.equals("command") ? "`" + value + "`" : value;
    }

    static String bars(Figures figures) {
        return table(
                List.of("bar", "measured", "wanted", "verdict"),
                figures.bars().stream().map(Tables::bar).toList());
    }

    private static List<String> bar(JsonNode bar) {
        boolean measured = bar.path("measured").asBoolean();
        return List.of(
                bar.path("name").asText(),
                measured ? number(bar.path("value")) : NOTHING,
                bar.path("limit").asText() + " " + number(bar.path("bar")),
                bar.path("met").asBoolean() ? "met" : measured ? "**not met**" : "not measured");
    }

    /** A table for each scenario, and its pictures. */
    static String figures(Figures figures, List<Plot> plots, String folder) {
        StringBuilder text = new StringBuilder();
        for (String scenario : figures.scenarios()) {
            text.append("\n### `").append(scenario).append("`\n\n").append(results(figures.of(scenario)));
            String pictures = plots.stream()
                    .filter(plot -> plot.scenario().equals(scenario))
                    .map(plot -> "![" + scenario + ": " + plot.title() + "](" + folder + "/" + plot.file() + ")")
                    .collect(Collectors.joining("\n"));
            text.append(pictures.isEmpty() ? "" : "\n" + pictures + "\n");
        }
        figures.notRun()
                .forEach(scenario -> text.append("\nNot run: `")
                        .append(scenario.path("name").asText())
                        .append("`, because ")
                        .append(scenario.path("reason").asText())
                        .append(".\n"));
        return text.append('\n').toString();
    }

    private static String results(List<JsonNode> results) {
        List<String> columns = columnsOf(COLUMNS.keySet(), results);
        return table(
                header("subject", columns),
                results.stream().map(result -> row(result, columns)).toList());
    }

    private static List<String> columnsOf(Collection<String> wanted, List<JsonNode> results) {
        return wanted.stream()
                .filter(column -> results.stream().anyMatch(result -> result.has(column)))
                .toList();
    }

    private static List<String> header(String first, List<String> columns) {
        List<String> header = new ArrayList<>(List.of(first));
        columns.forEach(column -> header.add(COLUMNS.getOrDefault(column, column)));
        return header;
    }

    /** A table for each thing with which cost may grow. */
    static String growth(Figures figures) {
        StringBuilder text = new StringBuilder();
        for (Growth growth : Growth.ALL) {
            List<Growth.Row> rows = growth.rows(figures);
            if (!rows.isEmpty()) {
                text.append("\n**By ").append(growth.of()).append("**\n\n").append(growth(rows));
            }
        }
        return text.append('\n').toString();
    }

    private static String growth(List<Growth.Row> rows) {
        List<String> columns =
                columnsOf(GROWING, rows.stream().map(Growth.Row::result).toList());
        List<String> header = header("subject", columns);
        header.add(0, "");
        return table(
                header,
                rows.stream()
                        .map(row -> {
                            List<String> cells = row(row.result(), columns);
                            cells.add(0, row.size());
                            return cells;
                        })
                        .toList());
    }

    private static List<String> row(JsonNode result, List<String> columns) {
        List<String> row = new ArrayList<>(List.of("`" + result.path("subject").asText() + "`"));
        columns.forEach(column -> row.add(number(result.path(column))));
        return row;
    }

    private static String number(JsonNode value) {
        if (value.isTextual()) {
            return value.asText();
        }
        if (!value.isNumber()) {
            return NOTHING;
        }
        double number = value.doubleValue();
        boolean whole = number == Math.rint(number) || Math.abs(number) >= 100;
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.2f", number);
    }

    private static String table(List<String> header, List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        line(text, header);
        line(text, header.stream().map(column -> "---").toList());
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ")
                .append(cells.stream().map(Tables::escaped).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|").replace("\n", " ");
    }
}
