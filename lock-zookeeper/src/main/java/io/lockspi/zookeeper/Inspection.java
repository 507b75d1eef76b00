package io.lockspi.zookeeper;

import io.lockspi.LockInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Questions that change nothing. Immutable. */
final class Inspection {
    private final LockPaths paths;
    private final Tokens tokens;

    Inspection(LockPaths paths, Tokens tokens) {
        this.paths = paths;
        this.tokens = tokens;
    }

    /** Completes normally if the ensemble answers, the path exists, and the user may read it. */
    CompletableFuture<Void> check(Session session) {
        CompletableFuture<Void> leader = session.sync("/");
        CompletableFuture<Session.Content> required = session.read(paths.required());
        // Not its children: the names of many locks do not fit into one answer, and ZooKeeper's client hangs up then.
        CompletableFuture<Session.Content> root = session.read(paths.root());
        return leader.thenCompose(synced -> required.exceptionallyCompose(error ->
                        CompletableFuture.failedFuture(RequestFailure.isNoNode(error) ? paths.missing(error) : error)))
                .thenCompose(found -> root.<Void>handle((content, error) -> {
                    // Nobody has locked anything yet.
                    if (error != null && !RequestFailure.isNoNode(error)) {
                        throw RequestFailure.of(error);
                    }
                    return null;
                }));
    }

    /** Who is first in a lock's queue. */
    CompletableFuture<Optional<LockInfo>> inspect(Session session, String name) {
        String lock = paths.lock(name);
        CompletableFuture<Void> current = session.sync(lock);
        return session.children(lock)
                .exceptionallyCompose(error -> RequestFailure.isNoNode(error)
                        ? CompletableFuture.completedFuture(List.of())
                        : CompletableFuture.failedFuture(error))
                .thenCombine(current, (children, synced) -> QueueEntry.queue(children))
                .thenCompose(queue -> first(session, name, queue, 0));
    }

    private CompletableFuture<Optional<LockInfo>> first(
            Session session, String name, List<QueueEntry> queue, int index) {
        if (index == queue.size()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CompletableFuture<Session.Content> content =
                session.read(paths.lock(name) + "/" + queue.get(index).node());
        return Steps.then(content, (found, error) -> {
            if (RequestFailure.isNoNode(error)) {
                return first(session, name, queue, index + 1);
            }
            return error == null
                    ? CompletableFuture.completedFuture(Optional.of(info(name, found, queue.size() - index - 1)))
                    : CompletableFuture.failedFuture(error);
        });
    }

    private LockInfo info(String name, Session.Content content, int waiters) {
        StoredClaim claim = StoredClaim.parse(content.text());
        return new LockInfo(
                name,
                claim.owner().host(),
                claim.owner().pid(),
                claim.owner().application(),
                Instant.ofEpochMilli(content.stat().getCtime()).plus(claim.waited()),
                tokens.last(content.stat().getCzxid(), claim.tokens()),
                claim.session(),
                OptionalInt.of(waiters));
    }
}
