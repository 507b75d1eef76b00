package com.example.filelocks;

import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileLocksTest extends LockTck {
    @TempDir
    static Path directory;

    @Override
    protected Subject subject() {
        return ProviderSubject.of("file://" + directory)
                .behindGate()
                .withEviction(FileLocksTest::evict);
    }

    private static void evict(String lockName) {
        try {
            LockDirectory.of(directory, lockName).update(LockRecord::freed);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
