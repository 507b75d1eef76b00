package io.lockspi.tck.report;

import io.lockspi.tck.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes all forms of a report into one directory; the files are named after the subject. */
public final class Reports {
    private Reports() {}

    /** The report as one HTML page. */
    public static String html(Report report) {
        return HtmlReport.of(report);
    }

    /** The report as Markdown. */
    public static String markdown(Report report) {
        return MarkdownReport.of(report);
    }

    /**
     * Writes {@code SUBJECT.json}, {@code SUBJECT.md} and {@code SUBJECT.html}.
     *
     * @param directory made if it is not there
     * @throws UncheckedIOException if a file cannot be written
     */
    public static void write(Report report, Path directory) {
        String base = report.subject().replaceAll("[^A-Za-z0-9._-]", "_");
        try {
            Files.createDirectories(directory);
            write(directory.resolve(base + ".json"), JsonReport.of(report));
            write(directory.resolve(base + ".md"), MarkdownReport.of(report));
            write(directory.resolve(base + ".html"), HtmlReport.of(report));
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "the report on " + report.subject() + " could not be written to " + directory, failure);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
