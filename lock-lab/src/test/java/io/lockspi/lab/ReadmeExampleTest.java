package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first example compiles as it stands there, runs, and takes its turn. */
class ReadmeExampleTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public class (\\w+)");

    @TempDir
    Path directory;

    @Test
    void compilesAndRuns() throws Exception {
        String source = firstExample(Files.readString(Path.of("../README.md")));
        Matcher name = CLASS_NAME.matcher(source);
        assertThat(name.find())
                .as("a public class in the README's first example")
                .isTrue();
        Path file = Files.writeString(directory.resolve(name.group(1) + ".java"), source);
        assertThat(compile(file)).isEmpty();
        assertThat(run(name.group(1))).contains("my turn, with token ");
    }

    @Test
    void theElectionRunsItsJobOnTheOnlyNode() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        Matcher block = JAVA_BLOCK.matcher(readme);
        String source = block.results()
                .map(result -> result.group(1))
                .filter(text -> text.contains("public class NightlyReport"))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(directory.resolve("NightlyReport.java"), source);
        assertThat(compile(file)).isEmpty();
        assertThat(run("NightlyReport")).contains("report for a, in term ", "report for b, in term ");
    }

    @Test
    void theReadmeNamesTheTwoCommands() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        assertThat(readme.lines().filter(line -> line.startsWith("$ ")).map(line -> line.replaceFirst(" +#.*", "")))
                .containsExactly("$ ./lab tickets", "$ mvn verify");
    }

    private static String firstExample(String readme) {
        Matcher block = JAVA_BLOCK.matcher(readme);
        assertThat(block.find()).as("a Java example in the README").isTrue();
        return block.group(1);
    }

    private String compile(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = compiler.run(
                null, null, errors, "-proc:none", "-cp", classPath(), "-d", directory.toString(), file.toString());
        return code == 0 ? "" : errors.toString(StandardCharsets.UTF_8);
    }

    private String run(String className) throws Exception {
        String classPath = directory + System.getProperty("path.separator") + classPath();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder command =
                new ProcessBuilder(List.of(java, "-cp", classPath, className)).redirectErrorStream(true);
        command.environment().put("LOCKSPI_URI", "local:");
        Process process = command.start();
        StringWriter output = new StringWriter();
        process.inputReader(StandardCharsets.UTF_8).transferTo(output);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output.toString()).isZero();
        return output.toString();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
