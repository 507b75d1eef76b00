package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that the user asked for: known to be writable before the work starts. Immutable. */
final class OutputFile {
    private final Path path;

    private OutputFile(Path path) {
        this.path = path;
    }

    /**
     * Checks that a file can be written, and leaves it as it is.
     *
     * @param path the file
     * @param form what it is for, such as {@code JSON}
     * @param option the option that names it
     * @throws BadInputException if it cannot
     */
    static OutputFile writable(Path path, String form, String option) {
        boolean existed = Files.exists(path);
        try {
            Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!existed) {
                Files.delete(path);
            }
            return new OutputFile(path);
        } catch (IOException refused) {
            throw new BadInputException("The " + form + " file '" + path + "' cannot be written: "
                    + reason(refused, path) + "; give another one to " + option + ".");
        }
    }

    private static String reason(IOException refused, Path path) {
        if (Files.isDirectory(path)) {
            return "it is a directory";
        }
        if (refused instanceof NoSuchFileException) {
            return "its directory does not exist";
        }
        return refused instanceof AccessDeniedException ? "permission denied" : String.valueOf(refused.getMessage());
    }

    /** Writes the file anew. */
    void write(String content) throws IOException {
        Files.writeString(path, content, StandardCharsets.UTF_8);
    }
}
