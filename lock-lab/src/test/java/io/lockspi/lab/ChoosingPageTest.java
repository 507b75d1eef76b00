package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on choosing says nothing that cannot be looked up: by an experiment of the lab, or at a source. */
class ChoosingPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]+]\\(([^)]+)\\)");
    private static final Pattern COMMAND = Pattern.compile("`(\\./lab [^`]+)`");
    private static final Pattern EXPERIMENT = Pattern.compile("\\./lab compare --topology (\\S+) --fault (\\S+)");
    /** A row of a table that is not its head, or an item of a list, with the lines that belong to it. */
    private static final Pattern STATEMENT = Pattern.compile("^(?:\\|(?! ---).*|- .*(?:\n  .*)*)", Pattern.MULTILINE);

    private static final Pattern HEAD = Pattern.compile("\\|.*\n\\| ---.*\n");

    private String page = "";

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(DOCS.resolve("choosing.md"));
    }

    @Test
    void everyStatementNamesAnExperimentOrASource() {
        List<String> statements = all(STATEMENT, HEAD.matcher(page).replaceAll(""));
        assertThat(statements)
                .hasSizeGreaterThan(20)
                .allSatisfy(statement -> assertThat(LINK.matcher(statement).find()
                                || COMMAND.matcher(statement).find())
                        .as(statement)
                        .isTrue());
    }

    @Test
    void everyExperimentIsOneOfTheLabs() {
        List<MatchResult> experiments = EXPERIMENT
                .matcher(page.replace("`", " ").replace('\n', ' '))
                .results()
                .toList();
        assertThat(experiments).hasSizeGreaterThan(20).allSatisfy(experiment -> {
            assertThat(Topology.named(experiment.group(1)))
                    .as(experiment.group())
                    .isPresent();
            assertThat(Fault.named(experiment.group(2))).as(experiment.group()).isPresent();
        });
    }

    @Test
    void everyLinkOfTheRepositoryLeadsSomewhere() throws IOException {
        List<String> links = LINK.matcher(page)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.startsWith("http"))
                .toList();
        assertThat(links).isNotEmpty();
        for (String link : links) {
            String[] parts = link.split("#", 2);
            Path file = DOCS.resolve(parts[0]);
            assertThat(file).exists();
            if (parts.length > 1) {
                assertThat(headings(file)).as(link).contains(parts[1]);
            }
        }
    }

    /** What GitHub makes of the headings of a page. */
    private static List<String> headings(Path file) throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
                .toList();
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }
}
