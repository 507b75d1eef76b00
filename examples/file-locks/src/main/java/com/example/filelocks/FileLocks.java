package com.example.filelocks;

import io.lockspi.LockConfigurationException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The four questions, answered by files. One thread of each service asks the file system, since the engine's threads must
 * not block; so requests are carried out in the order in which they were made, and none ever arrives late.
 */
final class FileLocks implements LockServiceSpi {
    /** Nobody tells waiters that a file has changed, so they look often. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(25);

    private final Path root;
    private final ExecutorService disk = Executors.newSingleThreadExecutor(FileLocks::diskThread);

    FileLocks(SpiContext context) {
        if (!context.config().hosts().isEmpty() || context.config().path().isEmpty()) {
            throw new LockConfigurationException(
                    "the URI of file locks names a directory and no host, as in file:///var/lib/locks");
        }
        root = Path.of("/" + context.config().path());
    }

    private static Thread diskThread(Runnable work) {
        Thread thread = new Thread(work, "file-locks");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        return ask("acquire of lock '" + claim.name() + "'", () -> acquire(claim))
                .exceptionally(failure -> unavailable((LockUnavailableException) failure));
    }

    private Attempt acquire(Claim claim) throws IOException {
        LockRecord record = LockDirectory.of(root, claim.name()).update(found -> {
            long now = System.currentTimeMillis();
            if (found.isHeldBy(claim, now)) {
                return found.prolonged(claim.lease(), now);
            }
            return found.isHeld(now) ? found : found.granted(claim, now);
        });
        if (!record.claim().equals(claim.id())) {
            return new Attempt.Held(LOOK_AGAIN);
        }
        long first = record.fence() - claim.tokens() + 1;
        return new Attempt.Granted(new Grant(first, record.fence(), record.validFor(System.currentTimeMillis())));
    }

    private static Attempt unavailable(LockUnavailableException cause) {
        return new Attempt.Unavailable(cause, Attempt.Effect.UNKNOWN_CLOSED, false, null);
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        return ask("renewal", () -> {
            List<Renewal.Result> results = new ArrayList<>();
            for (Renewal renewal : renewals) {
                results.add(renew(renewal));
            }
            return results;
        });
    }

    private Renewal.Result renew(Renewal renewal) {
        Claim claim = renewal.claim();
        try {
            LockRecord record = LockDirectory.of(root, claim.name()).update(found -> {
                long now = System.currentTimeMillis();
                return found.isHeldBy(claim, now) ? found.prolonged(renewal.lease(), now) : found;
            });
            long now = System.currentTimeMillis();
            return record.isHeldBy(claim, now)
                    ? new Renewal.Extended(record.validFor(now))
                    : new Renewal.NotMine();
        } catch (IOException failure) {
            return new Renewal.Unknown(failure);
        }
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        Claim claim = release.claim();
        return ask("release of lock '" + claim.name() + "'", () -> {
            boolean[] owned = new boolean[1];
            LockDirectory.of(root, claim.name()).update(found -> {
                owned[0] = found.isHeldBy(claim, System.currentTimeMillis());
                return found.claim().equals(claim.id()) ? found.freed() : found;
            });
            return owned[0];
        });
    }

    @Override
    public CompletionStage<Void> check() {
        return ask("check", () -> {
            if (!Files.isDirectory(root)) {
                throw new NotDirectoryException(root.toString());
            }
            return null;
        });
    }

    @Override
    public void onEvents(SpiEvents events) {
        // There are none: nobody tells of files that change.
    }

    /** Does something on the thread for it; fails with nothing but {@link LockUnavailableException}. */
    private <T> CompletableFuture<T> ask(String what, Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            disk.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Exception failure) {
                    answer.completeExceptionally(noAnswer(what, failure));
                }
            });
        } catch (RejectedExecutionException closed) {
            answer.completeExceptionally(noAnswer(what, closed));
        }
        return answer;
    }

    private LockUnavailableException noAnswer(String what, Exception failure) {
        return new LockUnavailableException(
                what + " in " + root + " failed: " + failure + "; does the directory exist, and may this user write there?",
                failure);
    }

    @Override
    public void close() {
        disk.shutdown();
        try {
            if (!disk.awaitTermination(1, TimeUnit.SECONDS)) {
                disk.shutdownNow();
            }
        } catch (InterruptedException stopped) {
            disk.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
