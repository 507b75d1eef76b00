package com.example.filelocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The record of one lock as a directory of numbered files: the highest number counts. Whoever wants to change the record
 * writes the next number, by a hard link to a finished file. Making a link is atomic and fails if the number is taken, so
 * of two processes that saw the same record one succeeds, and the other looks again. Nobody ever waits for a process that
 * stands still, and one that dies leaves nothing half done.
 */
final class LockDirectory {
    /** So many numbers are kept behind the highest. */
    private static final int KEPT = 8;

    private static final long FORGOTTEN_MILLIS = 60_000;

    private final Path directory;

    private LockDirectory(Path directory) {
        this.directory = directory;
    }

    /** The lock of a name; names may be longer than file names, and contain anything. */
    static LockDirectory of(Path root, String lockName) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(lockName.getBytes(StandardCharsets.UTF_8));
            return new LockDirectory(root.resolve(HexFormat.of().formatHex(digest)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private record Version(long number, LockRecord record) {}

    /**
     * Changes the record, all at once.
     *
     * @param change what to make of what is there; called again if somebody else was faster
     * @return what is there now
     */
    LockRecord update(UnaryOperator<LockRecord> change) throws IOException {
        while (true) {
            Version newest = newest();
            LockRecord next = change.apply(newest.record());
            if (next.equals(newest.record()) || publish(newest.number() + 1, next)) {
                return next;
            }
        }
    }

    private Version newest() throws IOException {
        while (true) {
            List<Long> numbers = numbers();
            if (numbers.isEmpty()) {
                return new Version(0, LockRecord.NEW);
            }
            long highest = numbers.get(numbers.size() - 1);
            try {
                return new Version(highest, LockRecord.parse(Files.readString(file(highest))));
            } catch (NoSuchFileException outOfDate) {
                // Others were so fast that it has been cleaned away.
            }
        }
    }

    private boolean publish(long number, LockRecord record) throws IOException {
        makeDirectory();
        Path draft = Files.createTempFile(directory, "draft", "");
        try {
            Files.writeString(draft, record.text());
            Files.createLink(file(number), draft);
        } catch (FileAlreadyExistsException taken) {
            return false;
        } finally {
            Files.deleteIfExists(draft);
        }
        // After a long pause the number may have been used and cleaned away. Then so was the one before it.
        if (number > 1 && Files.notExists(file(number - 1))) {
            return false;
        }
        clean(number);
        return true;
    }

    private void makeDirectory() throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException already) {
            if (!Files.isDirectory(directory)) {
                throw new NotDirectoryException(directory.toString());
            }
        }
    }

    /** Oldest first. The number 1 stays, since it has no predecessor that would tell whether it was used. */
    private void clean(long newest) throws IOException {
        for (long number : numbers()) {
            if (number > 1 && number < newest - KEPT) {
                Files.deleteIfExists(file(number));
            }
        }
        if (newest % KEPT == 0) {
            cleanDrafts();
        }
    }

    /** What was left by processes that died. */
    private void cleanDrafts() throws IOException {
        long now = System.currentTimeMillis();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> !isVersion(path)).toList()) {
                try {
                    if (Files.getLastModifiedTime(file).toMillis() < now - FORGOTTEN_MILLIS) {
                        Files.deleteIfExists(file);
                    }
                } catch (NoSuchFileException gone) {
                    // Its writer lives.
                }
            }
        }
    }

    private List<Long> numbers() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(LockDirectory::isVersion)
                    .map(file -> Long.valueOf(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException never) {
            return List.of();
        }
    }

    private static boolean isVersion(Path file) {
        return Character.isDigit(file.getFileName().toString().charAt(0));
    }

    private Path file(long number) {
        return directory.resolve(Long.toString(number));
    }
}
