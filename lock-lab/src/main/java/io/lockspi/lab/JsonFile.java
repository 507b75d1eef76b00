package io.lockspi.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file for programs: known to be writable before the work starts. Immutable. */
final class JsonFile {
    private static final ObjectWriter WRITER = new ObjectMapper().writerWithDefaultPrettyPrinter();
    private final Path path;

    private JsonFile(Path path) {
        this.path = path;
    }

    /**
     * Checks that a file can be written, and leaves it as it is.
     *
     * @throws BadInputException if it cannot
     */
    static JsonFile writable(Path path) {
        boolean existed = Files.exists(path);
        try {
            Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!existed) {
                Files.delete(path);
            }
            return new JsonFile(path);
        } catch (IOException refused) {
            throw new BadInputException("The JSON file '" + path + "' cannot be written: " + reason(refused, path)
                    + "; give another one to --json.");
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
    void write(JsonNode content) throws IOException {
        Files.writeString(path, WRITER.writeValueAsString(content) + "\n", StandardCharsets.UTF_8);
    }
}
