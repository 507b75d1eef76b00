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
import java.util.List;
import java.util.Optional;

/**
 * What one run of the kit on one peer found, kept as JSON so that a page can be made of runs at different times.
 *
 * @param peer on what
 * @param json the kit's report, with date and length of the run
 */
record Findings(Peer peer, ObjectNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DIRECTORY = Path.of("target", "peers");

    /**
     * One rule that was broken.
     *
     * @param rule its id
     * @param message begins with the id
     */
    record Broken(String rule, String message) {}

    static Findings of(Peer peer, Report report, long seconds) throws IOException {
        ObjectNode json = (ObjectNode) JSON.readTree(Tck.json(report));
        json.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        json.put("seconds", seconds);
        return new Findings(peer, json);
    }

    /** The last run's, if there was one. */
    static Optional<Findings> load(Peer peer) throws IOException {
        Path file = file(peer);
        return Files.exists(file)
                ? Optional.of(new Findings(peer, (ObjectNode) JSON.readTree(file.toFile())))
                : Optional.empty();
    }

    void save() throws IOException {
        Files.createDirectories(DIRECTORY);
        JSON.writerWithDefaultPrettyPrinter().writeValue(file(peer).toFile(), json);
    }

    private static Path file(Peer peer) {
        return DIRECTORY.resolve(peer.id() + ".json");
    }

    String text(String field) {
        return json.path(field).asText();
    }

    String profile(String field) {
        return json.path("profile").path(field).asText();
    }

    /** Rules in a state, without those that would judge the adapter. */
    List<JsonNode> rules(String state) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode rule : json.path("rules")) {
            String id = rule.path("id").asText();
            if (rule.path("state").asText().equals(state)
                    && !peer.unanswerable().containsKey(id)) {
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

    /** What became of one rule. */
    String state(String id) {
        for (JsonNode rule : json.path("rules")) {
            if (rule.path("id").asText().equals(id)) {
                return rule.path("state").asText();
            }
        }
        return "NOT_RUN";
    }
}
