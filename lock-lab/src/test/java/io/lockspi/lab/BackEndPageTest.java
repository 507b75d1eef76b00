package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on writing a back end has every file of the example that the build runs, as it is, and no other code. */
class BackEndPageTest {
    private static final Path PAGE = Path.of("../docs/write-your-own-back-end.md");
    private static final Path EXAMPLE = Path.of("../examples/file-locks");
    private static final Pattern FILE =
            Pattern.compile("`([\\w./-]+)`\n\n```(?:java|xml|text)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("^```(java|xml|text)$", Pattern.MULTILINE);

    @Test
    void showsEveryFileOfTheExampleAsItIs() throws IOException {
        String page = Files.readString(PAGE);
        Map<String, String> shown = new TreeMap<>();
        Matcher files = FILE.matcher(page);
        while (files.find()) {
            shown.put(files.group(1), files.group(2));
        }
        assertThat(shown).isEqualTo(example());
        assertThat(CODE.matcher(page).results().count()).isEqualTo(shown.size());
    }

    private static Map<String, String> example() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path inside = EXAMPLE.relativize(file);
                if (!inside.startsWith("target")) {
                    content.put(inside.toString(), Files.readString(file));
                }
            }
        }
        return content;
    }
}
