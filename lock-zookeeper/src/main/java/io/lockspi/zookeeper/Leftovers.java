package io.lockspi.zookeeper;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are to be deleted. A deletion that fails is kept and finished once there is a connection, because the
 * session, and so the node, may live as long as the process. Thread-safe.
 */
final class Leftovers {

    /**
     * One wish to delete.
     *
     * @param key by which it is known
     * @param path the node, or {@code null} to look for all nodes of the claim
     */
    private record Wish(
            String key,
            String lockName,
            String claimId,
            @Nullable String path) {}

    private final LockPaths paths;
    private final Map<String, Wish> wishes = new ConcurrentHashMap<>();

    Leftovers(LockPaths paths) {
        this.paths = paths;
    }

    /**
     * Notes what is to be deleted.
     *
     * @param path the node, or {@code null} for whatever nodes the claim has
     */
    void add(String lockName, String claimId, @Nullable String path) {
        note(lockName, claimId, path);
    }

    /** Deletes a node, or whatever nodes a claim has if {@code path} is {@code null}; tells whether there were any. */
    CompletableFuture<Boolean> delete(Session session, String lockName, String claimId, @Nullable String path) {
        return fulfil(session, note(lockName, claimId, path));
    }

    private Wish note(String lockName, String claimId, @Nullable String path) {
        Wish wish = new Wish(path == null ? claimId : path, lockName, claimId, path);
        wishes.put(wish.key(), wish);
        return wish;
    }

    private CompletableFuture<Boolean> fulfil(Session session, Wish wish) {
        String path = wish.path();
        CompletableFuture<Boolean> done = path == null ? search(session, wish) : remove(session, path);
        return done.whenComplete((found, error) -> {
            // What is refused for good will be refused again.
            if (error == null || RequestFailure.of(error).permanent()) {
                wishes.remove(wish.key());
            }
        });
    }

    private static CompletableFuture<Boolean> remove(Session session, String path) {
        return session.delete(path).handle((deleted, error) -> {
            if (error != null && !RequestFailure.isNoNode(error)) {
                throw RequestFailure.of(error);
            }
            return error == null;
        });
    }

    private CompletableFuture<Boolean> search(Session session, Wish wish) {
        String lock = paths.lock(wish.lockName());
        // The server that answers now may not have heard yet of what was created through another.
        CompletableFuture<Void> current = session.sync(lock);
        return session.children(lock)
                .exceptionallyCompose(error -> RequestFailure.isNoNode(error)
                        ? CompletableFuture.completedFuture(List.of())
                        : CompletableFuture.failedFuture(error))
                .thenCombine(current, (children, synced) -> children)
                .thenCompose(children -> removeAll(session, wish, lock, children));
    }

    private static CompletableFuture<Boolean> removeAll(
            Session session, Wish wish, String lock, List<String> children) {
        CompletableFuture<Boolean> any = CompletableFuture.completedFuture(false);
        for (QueueEntry entry : QueueEntry.queue(children)) {
            if (entry.claimId().equals(wish.claimId())) {
                any = any.thenCombine(remove(session, lock + "/" + entry.node()), Boolean::logicalOr);
            }
        }
        return any;
    }

    /** Tries again what has failed so far; completes when all is answered, also if some of it has failed again. */
    CompletableFuture<Void> finish(Session session) {
        CompletableFuture<?>[] all = wishes.values().stream()
                .map(wish -> fulfil(session, wish).exceptionally(error -> false))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all);
    }

    boolean isEmpty() {
        return wishes.isEmpty();
    }
}
