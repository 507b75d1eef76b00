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

    /**
     * Reads a file.
     *
     * @param path the file
     * @param option the option that names it
     * @throws BadInputException if there is no such file, or no JSON in it
     */
    static JsonNode read(Path path, String option) {
        try {
            return new ObjectMapper().readTree(path.toFile());
        } catch (IOException refused) {
            throw new BadInputException("The file '" + path
                    + "' cannot be read as JSON; give the report of an earlier run to " + option + ".");
        }
    }

    /** Writes the file anew. */
    void write(JsonNode content) throws IOException {
        file.write(WRITER.writeValueAsString(content) + "\n");
    }
}
