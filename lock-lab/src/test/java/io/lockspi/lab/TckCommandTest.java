package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import io.lockspi.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kit on the command line, with few rules; each back end's own tests run all of them.
 */
class TckCommandTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"redis, 'L12,X01,D01'", "redlock, L12", "zookeeper, L12", "local, 'L12,X01'"})
    void chosenRulesRunOnServersOfTheLabsAndTheOthersMakeItIncomplete(String backend, String rules) throws IOException {
        Path json = directory.resolve("report.json");
        Outcome outcome = LabRunner.run("tck", "--backend", backend, "--rules", rules, "--json", json.toString());
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isEqualTo(3);
        assertThat(outcome.out())
                .contains("left out by the choice of rules")
                .endsWith("%s: INCOMPLETE%n".formatted(backend));

        JsonNode report = new ObjectMapper().readTree(json.toFile());
        assertThat(report.get("subject").textValue()).isEqualTo(backend);
        assertThat(report.get("verdict").textValue()).isEqualTo("INCOMPLETE");
        for (String rule : rules.split(",", -1)) {
            JsonNode result = rule(report, rule);
            assertThat(result.get("level").textValue()).isEqualTo("MUST");
            assertThat(result.get("state").textValue())
                    .as(result.toString())
                    .isEqualTo(backend.equals("local") && rule.startsWith("X") ? "UNSUPPORTED" : "PASS");
            assertThat(result.get("seconds").isNumber()).isTrue();
        }
        assertThat(rule(report, "F01").get("state").textValue()).isEqualTo("NOT_RUN");
    }

    private static JsonNode rule(JsonNode report, String id) {
        List<JsonNode> found = new ArrayList<>();
        report.get("rules").forEach(rule -> {
            if (rule.get("id").textValue().equals(id)) {
                found.add(rule);
            }
        });
        assertThat(found).as(id).hasSize(1);
        return found.get(0);
    }

    @Test
    void aServerOfTheUsersIsJudgedByWhatTheUsersHooksAllow() throws Exception {
        try (RedisServer server = RedisServer.start();
                ServerHooks hooks = new ServerHooks(server, directory)) {
            Outcome without = judge(server, List.of());
            assertThat(without.exitCode()).as(without.err()).isEqualTo(3);
            assertThat(without.out())
                    .contains("NOT_RUN T34%n    because the subject has no hook eviction()".formatted())
                    .contains("NOT_RUN D01%n    because the subject has no hook nodes()".formatted());

            Outcome with = judge(server, hooks.options(Map.of()));
            assertThat(with.exitCode()).as(with.err()).isEqualTo(3);
            assertThat(with.out()).contains("left out by the choice").doesNotContain("hook");
        }
        assertThat(Files.readString(directory.resolve("report.html"))).contains("<h1>redis", "NOT_RUN");
        assertThat(Files.readString(directory.resolve("report.md")))
                .contains("# redis: INCOMPLETE", "| D01 | MUST | PASS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            evict | echo no such key >&2; exit 7          | the hook 'evict' ended with exit code 7: no such key
            kill  | true                                  | the hook 'kill' has run, but 127.0.0.1:
            pause | true                                  | a lock could be taken while all servers were paused
            """)
    void aHookThatDoesNothingOrFailsIsNamedAndNothingIsBlamedOnTheLocks(String hook, String command, String said)
            throws Exception {
        try (RedisServer server = RedisServer.start();
                ServerHooks hooks = new ServerHooks(server, directory)) {
            Outcome outcome = judge(server, hooks.options(Map.of(hook, command)));
            assertThat(outcome.out())
                    .contains("does not do what it says", said)
                    .contains("NOT_RUN " + (hook.equals("evict") ? "T34" : "D01"))
                    .doesNotContain("FAIL T34", "FAIL D01", "FAIL L12");
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(3);
        }
    }

    private Outcome judge(RedisServer server, List<String> hooks) {
        List<String> arguments = new ArrayList<>(List.of(
                "tck",
                "--uri=" + server.uri(),
                "--rules=T34,D01,L12",
                "--forgetful",
                "--html=" + directory.resolve("report.html"),
                "--markdown=" + directory.resolve("report.md")));
        arguments.addAll(hooks);
        return LabRunner.run(arguments.toArray(String[]::new));
    }
}
