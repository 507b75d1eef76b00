package io.lockspi.lab.compare.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A real browser without a screen: the Chromium of this machine. */
final class Browser {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");

    /** It loads one file of our own, so it needs neither a sandbox, which root has not, nor the network. */
    private static final List<String> OPTIONS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Path program;
    private final Path directory;

    private Browser(Path program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    /** The one on the path, if there is one; what it writes goes to the directory. */
    static Optional<Browser> onThePath(Path directory) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> new Browser(program, directory));
    }

    /**
     * Loads a page, lets its scripts run, and gives what has become of it.
     *
     * @param html the page
     * @param options more of the browser's own
     */
    Document open(String html, String... options) throws IOException, InterruptedException {
        Path page = Files.writeString(directory.resolve("page.html"), html);
        Path result = directory.resolve("result.html");
        Path log = directory.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(OPTIONS);
        command.addAll(Stream.of(options).toList());
        command.add("--user-data-dir=" + Files.createTempDirectory(directory, "profile"));
        command.add("--dump-dom");
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(result.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS))
                    .as("%s ended; it said: %s", program, Files.readString(log))
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        return Jsoup.parse(Files.readString(result));
    }
}
