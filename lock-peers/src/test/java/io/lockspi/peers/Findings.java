package io.lockspi.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockspi.tck.Report;
import io.lockspi.tck.Tck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one run of the kit on one peer found, kept as JSON so that a page can be made of runs at different times.
 *
 * @param id on what
 * @param json the kit's report, with date and length of the run
 */
record Findings(String id, ObjectNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DIRECTORY = Path.of("target", "peers");

    /**
     * One rule that was broken.
     *
     * @param rule its id
     * @param message begins with the id
     */
    record Broken(String rule, String message) {}

    static Findings of(Report report, long seconds) throws IOException {
        ObjectNode json = (ObjectNode) JSON.readTree(Tck.json(report));
        json.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        json.put("seconds", seconds);
        return new Findings(report.subject(), json);
    }

    /** The last run's, if there was one. */
    static Optional<Findings> load(String id) throws IOException {
        Path file = file(id);
        return Files.exists(file)
                ? Optional.of(new Findings(id, (ObjectNode) JSON.readTree(file.toFile())))
                : Optional.empty();
    }

    void save() throws IOException {
        Files.createDirectories(DIRECTORY);
        JSON.writerWithDefaultPrettyPrinter().writeValue(file(id).toFile(), json);
    }

    private static Path file(String id) {
        return DIRECTORY.resolve(id + ".json");
    }

    String text(String field) {
        return json.path(field).asText();
    }

    String profile(String field) {
        return json.path("profile").path(field).asText();
    }

    /** Rules in a state, without those that would judge the adapter. */
    List<JsonNode> rules(String state) {
        Set<String> unanswerable = unanswerable();
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode rule : json.path("rules")) {
            boolean wanted = rule.path("state").asText().equals(state);
            if (wanted && !unanswerable.contains(rule.path("id").asText())) {
                found.add(rule);
            }
        }
        return found;
    }

    /** Rules that were broken. */
    List<Broken> broken() {
        return rules("FAIL").stream()
                .map(rule -> new Broken(
                        rule.path("id").asText(), rule.path("message").asText()))
                .toList();
    }

    private Set<String> unanswerable() {
        return Arrays.stream(Peer.values())
                .filter(peer -> peer.id().equals(id))
                .findFirst()
                .map(peer -> peer.unanswerable().keySet())
                .orElse(Set.of());
    }

    /** What became of one rule. */
    String state(String wanted) {
        if (unanswerable().contains(wanted)) {
            return "asked in vain";
        }
        for (JsonNode rule : json.path("rules")) {
            if (rule.path("id").asText().equals(wanted)) {
                return rule.path("state").asText();
            }
        }
        return "NOT_RUN";
    }
}
