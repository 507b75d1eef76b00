package io.lockspi.zookeeper;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.OwnerLabel;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one attempt: put a node into the queue and list the queue, both in one go; first means granted; otherwise
 * watch the claim directly before. While nobody else uses a lock, its queue need not be listed, see {@link Turns}. Immutable.
 */
final class Acquiring {
    /** How often a lock's parent may disappear between its making and its use, or an own node from the queue. */
    private static final int MOST_ROUNDS = 10;

    /** With less left of the session's validity, it is confirmed anew before it is promised to anybody. */
    private static final int FRESH_PERCENT = 33;

    private final LockPaths paths;
    private final List<ACL> acl;
    private final Tokens tokens;
    private final OwnerLabel owner;
    private final TimeSource time;
    private final Leftovers leftovers;
    private final Turns turns;

    Acquiring(
            LockPaths paths,
            List<ACL> acl,
            Tokens tokens,
            OwnerLabel owner,
            TimeSource time,
            Leftovers leftovers,
            Turns turns) {
        this.paths = paths;
        this.acl = acl;
        this.tokens = tokens;
        this.owner = owner;
        this.time = time;
        this.leftovers = leftovers;
        this.turns = turns;
    }

    /** What an attempt is about, and how often it had to begin again. */
    private record Round(ClaimNode node, Session session, boolean waits, long askedNanos, int number) {
        Claim claim() {
            return node.claim;
        }

        Round next() {
            if (number == MOST_ROUNDS) {
                throw RequestFailure.notSent(
                        "the lock's nodes were deleted " + number + " times while they were in use; find out by whom",
                        null);
            }
            return new Round(node, session, waits, askedNanos, number + 1);
        }
    }

    /**
     * Makes an attempt.
     *
     * @param node the claim
     * @param session to be used for all of it
     * @param wait whether the node stays in the queue
     * @param askedNanos from when the validity is to be counted
     */
    CompletableFuture<Attempt> attempt(ClaimNode node, Session session, boolean wait, long askedNanos) {
        return lookOrEnter(new Round(node, session, wait, askedNanos, 1));
    }

    private CompletableFuture<Attempt> lookOrEnter(Round round) {
        ClaimNode.Place place = round.node().place();
        if (round.node().isEnded()) {
            return held();
        }
        // A node of an earlier session goes with that session, so it must not be taken for one of this session.
        return place == null || place.session() != round.session() ? enter(round) : look(round, place);
    }

    private static CompletableFuture<Attempt> held() {
        return CompletableFuture.completedFuture(new Attempt.Held(null));
    }

    private CompletableFuture<Attempt> enter(Round round) {
        Claim claim = round.claim();
        Session session = round.session();
        long sent = time.nanos();
        CompletableFuture<Session.Created> created =
                session.enqueue(paths.claimPrefix(claim.name(), claim.id()), data(round.node(), session), acl);
        CompletableFuture<List<String>> children =
                turns.mayFollow(claim.name(), session.id()) ? null : session.children(paths.lock(claim.name()));
        return Steps.then(created, (node, error) -> {
            if (RequestFailure.isNoNode(error)) {
                return makeParents(session, claim.name()).thenCompose(made -> lookOrEnter(round.next()));
            }
            return error != null ? CompletableFuture.failedFuture(error) : entered(round, node, sent, children);
        });
    }

    private CompletableFuture<Attempt> entered(
            Round round, Session.Created created, long sentNanos, @Nullable CompletableFuture<List<String>> children) {
        String path = created.path();
        QueueEntry entry = QueueEntry.parse(path.substring(path.lastIndexOf('/') + 1));
        if (entry == null
                || created.stat().getEphemeralOwner() != round.session().id()) {
            throw new IllegalStateException("ZooKeeper made " + path + " otherwise than it was asked to");
        }
        long czxid = created.stat().getCzxid();
        boolean direct = turns.follows(round.claim().name(), round.session().id(), entry, czxid);
        ClaimNode.Place place = new ClaimNode.Place(round.session(), path, entry, czxid, sentNanos, direct);
        round.node().placed(place);
        if (children != null) {
            return children.thenCompose(names -> decide(round, place, names));
        }
        return direct && !round.node().isEnded() ? first(round, place) : look(round, place);
    }

    private CompletableFuture<Attempt> look(Round round, ClaimNode.Place place) {
        return Steps.then(round.session().children(paths.lock(round.claim().name())), (names, error) -> {
            if (error != null && !RequestFailure.isNoNode(error)) {
                return CompletableFuture.failedFuture(error);
            }
            return decide(round, place, error == null ? names : List.of());
        });
    }

    private CompletableFuture<Attempt> decide(Round round, ClaimNode.Place place, List<String> names) {
        if (round.node().isEnded()) {
            return discard(round, place);
        }
        boolean there = false;
        QueueEntry before = null;
        for (QueueEntry entry : QueueEntry.queue(names)) {
            if (entry.node().equals(place.entry().node())) {
                there = true;
            } else if (entry.claimId().equals(place.entry().claimId())) {
                // Of an earlier session, or of a creation whose answer was lost.
                var unused = delete(round, paths.lock(round.claim().name()) + "/" + entry.node());
            } else if (entry.isBefore(place.entry())) {
                before = entry;
            }
        }
        if (!there) {
            round.node().displaced();
            return lookOrEnter(round.next());
        }
        if (before == null) {
            return first(round, place);
        }
        return round.waits() || round.node().isQueued() ? queue(round, place, before) : discard(round, place);
    }

    private CompletableFuture<Attempt> queue(Round round, ClaimNode.Place place, QueueEntry before) {
        round.node().queued();
        String path = paths.lock(round.claim().name()) + "/" + before.node();
        return Steps.then(round.session().watch(path), (watched, error) -> {
            if (RequestFailure.isNoNode(error)) {
                return look(round.next(), place);
            }
            return error == null ? held() : CompletableFuture.failedFuture(error);
        });
    }

    private CompletableFuture<Attempt> discard(Round round, ClaimNode.Place place) {
        return delete(round, place.path()).handle((deleted, error) -> new Attempt.Held(null));
    }

    private CompletableFuture<Boolean> delete(Round round, String path) {
        return leftovers.delete(
                round.session(), round.claim().name(), round.claim().id(), path);
    }

    private CompletableFuture<Attempt> first(Round round, ClaimNode.Place place) {
        Session session = round.session();
        if (session.isFresh(FRESH_PERCENT)) {
            return CompletableFuture.completedFuture(grant(round, place));
        }
        return session.beat(paths.root(), acl).thenApply(beaten -> grant(round, place));
    }

    private Attempt grant(Round round, ClaimNode.Place place) {
        Claim claim = round.claim();
        long first = tokens.first(claim, place.czxid());
        Duration valid = Duration.ofNanos(Math.max(0, place.session().validNanosFrom(round.askedNanos())));
        round.node().granted(place, time.nanos());
        return new Attempt.Granted(new Grant(
                first,
                tokens.last(place.czxid(), claim.tokens()),
                valid.compareTo(claim.lease()) < 0 ? valid : claim.lease(),
                round.node()));
    }

    /** What is to be written into a claim's node. */
    byte[] data(ClaimNode node, Session session) {
        Duration waited = Duration.ofNanos(node.waitedNanos());
        return new StoredClaim(waited, session.timeout(), node.claim.tokens(), owner).bytes();
    }

    private CompletableFuture<Void> makeParents(Session session, String lockName) {
        List<String> parents = paths.containers(lockName);
        return make(session, parents, parents.size() - 1);
    }

    /** Makes a container; its parent before it if that is missing. */
    private CompletableFuture<Void> make(Session session, List<String> parents, int index) {
        return session.container(parents.get(index), acl).exceptionallyCompose(error -> {
            if (!RequestFailure.isNoNode(error)) {
                return CompletableFuture.failedFuture(RequestFailure.unwrap(error));
            }
            if (index == 0) {
                return CompletableFuture.failedFuture(paths.missing(error));
            }
            return make(session, parents, index - 1).thenCompose(made -> make(session, parents, index));
        });
    }
}
