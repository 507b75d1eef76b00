package io.lockspi.lab.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell command of the user's. It may hold a password, so it appears in no message; its hook's name does.
 *
 * @param name what it is for
 * @param command as for {@code sh -c}
 * @param limit how long it may take
 */
record HookCommand(HookName name, String command, Duration limit) {
    private static final int LONGEST_REMARK = 300;

    /**
     * Runs it.
     *
     * @param variables added to its environment
     * @throws IllegalStateException if it fails or does not end
     */
    void run(Map<String, String> variables) {
        try {
            // A file, because a server that it starts may keep a pipe open.
            Path output = Files.createTempFile("lockspi-hook", ".txt");
            try {
                ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                        .redirectErrorStream(true)
                        .redirectInput(new java.io.File("/dev/null"))
                        .redirectOutput(output.toFile());
                builder.environment().putAll(variables);
                await(builder.start(), output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the hook '" + name + "' could not be run", failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the hook '" + name + "' was interrupted", stopped);
        }
    }

    private void await(Process process, Path output) throws InterruptedException, IOException {
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("the hook '" + name + "' has not ended within " + limit.toMillis()
                        + " ms; let it start servers in the background");
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(
                    "the hook '" + name + "' ended with exit code " + process.exitValue() + remark(output));
        }
    }

    private static String remark(Path output) throws IOException {
        String text = new String(Files.readAllBytes(output), Charset.defaultCharset())
                .strip()
                .replaceAll("\\s*\\R\\s*", " ");
        return text.isEmpty() ? "" : ": " + text.substring(0, Math.min(text.length(), LONGEST_REMARK));
    }
}
