package io.lockspi.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.nio.file.Path;

/** The file for programs: known to be writable before the work starts. Immutable. */
final class JsonFile {
    private static final ObjectWriter WRITER = new ObjectMapper().writerWithDefaultPrettyPrinter();
    private final OutputFile file;

    private JsonFile(OutputFile file) {
        this.file = file;
    }

    /**
     * Checks that a file can be written, and leaves it as it is.
     *
     * @throws BadInputException if it cannot
     */
    static JsonFile writable(Path path) {
        return new JsonFile(OutputFile.writable(path, "JSON", "--json"));
    }

    /** Writes the file anew. */
    void write(JsonNode content) throws IOException {
        file.write(WRITER.writeValueAsString(content) + "\n");
    }
}
