package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/broken-implementations.md says is true: each rule has the broken back end, and each test the case. */
class BrokenImplementationsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CATCHER = Pattern.compile("(\\w+): \"([^\"]+)\"");

    private static List<String> rows() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs").resolve("broken-implementations.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.contains("---") && !line.startsWith("| broken"))
                .toList();
    }

    private static List<MatchResult> catchers(String row) {
        String cell = row.substring(row.indexOf('|', 1) + 1, row.lastIndexOf('|'));
        List<MatchResult> found = CATCHER.matcher(cell).results().toList();
        assertThat(found).as(row).hasSize(cell.split("<br>").length);
        return found;
    }

    @Test
    void theLadderIsWhole() throws IOException {
        assertThat(rows()).hasSize(65).doesNotHaveDuplicates();
    }

    @Test
    void whatCatchesThemExists() throws IOException {
        List<String> sources = sources();
        for (String row : rows()) {
            for (MatchResult catcher : catchers(row)) {
                String where = catcher.group(1);
                String what = catcher.group(2);
                boolean exists = where.matches("[A-Z][0-9]{2}")
                        ? Mutants.ALL.stream()
                                .anyMatch(mutant -> mutant.rule().equals(where)
                                        && mutant.name().equals(what))
                        : sources.stream()
                                .anyMatch(source -> source.contains("class " + where + " {")
                                        && Pattern.compile("\\b" + what + "\\b")
                                                .matcher(source)
                                                .find());
                assertThat(exists).as(catcher.group()).isTrue();
            }
        }
    }

    /** The tests of all modules. */
    private static List<String> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve(Path.of("src", "test", "java")))
                    .filter(Files::isDirectory)
                    .flatMap(BrokenImplementationsTest::tests)
                    .toList();
        }
    }

    private static Stream<String> tests(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.getFileName().toString().endsWith("Test.java"))
                    .map(BrokenImplementationsTest::text)
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
