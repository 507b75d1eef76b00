package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A back end outside of this build, the example of {@code docs/write-your-own-back-end.md}, is judged with the installed
 * kit by plain Maven: with both lines of JUnit, on the class path and on the module path.
 */
class OutsideBackEndIT {
    private static final Path SOURCES = Path.of("../examples/file-locks");
    /** One of each kind, those that start JVMs and close the gate among them. */
    private static final String FEW_RULES = "L12,T34,F01,X01,N01,D01";

    private static final String JUNIT_5 = "5.14.4";
    private static final String JUNIT_6 = "6.1.3";

    @TempDir
    Path work;

    @Test
    void isCompatibleByTheWholeKit() throws Exception {
        JsonNode report = judge(JUNIT_5, false);
        assertThat(report.get("verdict").textValue())
                .as(report.toPrettyString())
                .isEqualTo("COMPATIBLE");
    }

    @ParameterizedTest
    @CsvSource({JUNIT_5 + ", true", JUNIT_6 + ", false", JUNIT_6 + ", true"})
    void isJudgedWithEachJUnitOnEachPath(String junit, boolean onModulePath) throws Exception {
        JsonNode report = judge(junit, onModulePath, "-Dlock.tck.rules=" + FEW_RULES);
        int passed = 0;
        for (JsonNode rule : report.get("rules")) {
            passed += rule.get("state").textValue().equals("PASS") ? 1 : 0;
        }
        assertThat(passed).as(report.toPrettyString()).isEqualTo(6);
    }

    private JsonNode judge(String junit, boolean onModulePath, String... more) throws Exception {
        Path project = OutsideMaven.copy(SOURCES, work.resolve("file-locks"));
        String[] arguments = new String[more.length + 3];
        arguments[0] = "-Djunit.version=" + junit;
        arguments[1] = "-Dsurefire.useModulePath=" + onModulePath;
        arguments[2] = "test";
        System.arraycopy(more, 0, arguments, 3, more.length);
        OutsideMaven.run(project, arguments);
        assertThat(xml(project).contains("name=\"jdk.module.path\""))
                .as("ran on the module path")
                .isEqualTo(onModulePath);
        return new ObjectMapper()
                .readTree(project.resolve("target/lock-tck/file.json").toFile());
    }

    /** What Surefire has written of the JVM in which the tests ran. */
    private static String xml(Path project) throws IOException {
        return java.nio.file.Files.readString(
                project.resolve("target/surefire-reports/TEST-com.example.filelocks.FileLocksTest.xml"));
    }
}
