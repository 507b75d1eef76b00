package io.lockspi.lab.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A report of the benchmark, as its JSON has it. Immutable. */
public final class Figures {
    private final JsonNode report;

    /**
     * The report.
     *
     * @param report what {@code lab bench --json} writes
     */
    public Figures(JsonNode report) {
        this.report = report;
    }

    /** What it was measured with, in order. */
    Map<String, String> surroundings() {
        Map<String, String> notes = new LinkedHashMap<>();
        report.path("run")
                .properties()
                .forEach(note -> notes.put(note.getKey(), note.getValue().asText()));
        return notes;
    }

    List<JsonNode> bars() {
        return elements("bars").toList();
    }

    List<JsonNode> notRun() {
        return elements("notRun").toList();
    }

    /** The names of the scenarios, in order. */
    List<String> scenarios() {
        return elements("scenarios")
                .map(result -> result.path("name").asText())
                .distinct()
                .toList();
    }

    /** The results of a scenario, in order, also of subjects that failed. */
    List<JsonNode> of(String scenario) {
        return elements("scenarios")
                .filter(result -> result.path("name").asText().equals(scenario))
                .toList();
    }

    private Stream<JsonNode> elements(String name) {
        return StreamSupport.stream(report.path(name).spliterator(), false);
    }
}
