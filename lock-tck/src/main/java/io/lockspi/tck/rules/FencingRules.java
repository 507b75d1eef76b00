package io.lockspi.tck.rules;

import io.lockspi.InMemoryFencedGuard;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.StaleTokenException;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Tokens that rise from holder to holder. */
@SuppressWarnings("LockNotBeforeTry")
final class FencingRules {
    private static final String MINT =
            "where tokens are made: in the same step as the grant, from a counter that outlives the lock";

    @LockRule(
            id = "F01",
            statement = "Tokens are positive and rise from holder to holder, between clients too.",
            why = "It is the promise of token order (P2), on which every guarded resource rests.",
            lookAt = MINT,
            kinds = {"K12"},
            needs = LockCapability.FENCING_TOKENS)
    void tokensRise(Bench bench) {
        String name = bench.name();
        List<LockClient> clients = List.of(bench.open(), bench.open());
        long before = 0;
        for (int i = 0; i < 40; i++) {
            LockClient client = clients.get(i % 2);
            Lock lock = client.lock(name);
            lock.lock();
            long token = client.fencingToken(lock);
            Check.that(token > before, "a token of " + token + " followed one of " + before);
            before = token;
            lock.unlock();
        }
    }

    @Refusal(of = "F01", statement = "fencingToken() throws UnsupportedOperationException.")
    void tokensAreRefused(Bench bench) {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        lock.lock();
        Check.fails(UnsupportedOperationException.class, "fencingToken()", () -> client.fencingToken(lock));
        lock.unlock();
    }

    @LockRule(
            id = "F02",
            statement =
                    "Each section has a token of its own, rising in the order of the sections, also where threads of one client follow each other.",
            why = "A claim that is handed from thread to thread must not hand the token on with it.",
            lookAt = "how a reserved block of tokens is used up, and where the next one begins",
            kinds = {"K12"},
            needs = LockCapability.FENCING_TOKENS)
    void everySectionHasItsOwnToken(Bench bench) throws Exception {
        String name = bench.name();
        LockClient busy = bench.open();
        LockClient other = bench.open();
        List<Long> tokens = new ArrayList<>();
        List<Step<?>> steps = new ArrayList<>();
        // All wait before the first one may go on; else a busy machine runs one thread to its end before the next
        // begins.
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        for (int i = 0; i < 5; i++) {
            LockClient client = i == 0 ? other : busy;
            Lock lock = client.lock(name);
            steps.add(bench.actor().begin("a thread that collects tokens", () -> {
                for (int round = 0; round < 40; round++) {
                    lock.lock();
                    tokens.add(client.fencingToken(lock));
                    lock.unlock();
                }
            }));
        }
        for (Step<?> step : steps) {
            step.goesOnFor(bench.timing().moment());
        }
        holder.run("unlock()", held::unlock);
        for (Step<?> step : steps) {
            step.within(bench.timing().prompt().multipliedBy(8));
        }
        for (int i = 1; i < tokens.size(); i++) {
            Check.that(
                    tokens.get(i) > tokens.get(i - 1),
                    "section " + i + " had the token " + tokens.get(i) + ", and the one before it "
                            + tokens.get(i - 1));
        }
    }

    @LockRule(
            id = "F03",
            statement = "A nested acquire has the token of the outer one.",
            why = "It is the same section; a newer token would shut the outer one out of its own resource.",
            lookAt = "whether a nested acquire mints a token",
            kinds = {"K08"},
            needs = LockCapability.FENCING_TOKENS)
    void nestedAcquireHasTheSameToken(Bench bench) {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        lock.lock();
        long token = client.fencingToken(lock);
        lock.lock();
        Check.equal(token, client.fencingToken(lock), "the token of a nested acquire");
        lock.unlock();
        Check.equal(token, client.fencingToken(lock), "the token after an inner unlock()");
        lock.unlock();
    }

    @LockRule(
            id = "F04",
            statement = "The holder after a lease that ran out has a higher token.",
            why = "It is the case that tokens are for.",
            lookAt = MINT + "; a counter that is kept in the lock's own record",
            kinds = {"K06", "K12"},
            needs = {LockCapability.FENCING_TOKENS, LockCapability.LEASE})
    void tokenRisesAfterExpiry(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        LockClient second = bench.open();
        Lock next = second.lock(name);
        Actor slow = bench.actor();
        long stale = slow.get("lock(lease)", () -> {
            client.lock(lock, bench.timing().brief());
            return client.fencingToken(lock);
        });
        Check.that(Scene.tryFor(next, bench.timing().leaseOver()), "the lock did not free itself");
        long token = second.fencingToken(next);
        Check.that(token > stale, "after the lease of token " + stale + " the next holder has " + token);
        next.unlock();
    }

    @LockRule(
            id = "F05",
            statement =
                    "A holder that lost the lock never sees its successor's token: it sees its own, or an exception.",
            why = "With the successor's token a stale holder passes every guard.",
            lookAt = "a token that is read from the server instead of kept with the claim",
            kinds = {"K06"},
            needs = {LockCapability.FENCING_TOKENS, LockCapability.LEASE})
    void staleHolderNeverSeesANewerToken(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock next = bench.open().lock(name);
        Actor slow = bench.actor();
        long own = slow.get("lock(lease)", () -> {
            client.lock(lock, bench.timing().brief());
            return client.fencingToken(lock);
        });
        Check.that(Scene.tryFor(next, bench.timing().leaseOver()), "the lock did not free itself");
        long seen = slow.get("fencingToken() after the loss", () -> {
            try {
                return client.fencingToken(lock);
            } catch (IllegalMonitorStateException lost) {
                return own;
            }
        });
        Check.equal(own, seen, "the token that a stale holder sees");
        next.unlock();
    }

    @LockRule(
            id = "F06",
            statement = "fencingToken() by a thread that does not hold the lock throws IllegalMonitorStateException.",
            why = "A token that belongs to somebody else proves nothing.",
            lookAt = "whose token is answered",
            kinds = {"K19"},
            needs = LockCapability.FENCING_TOKENS)
    void onlyTheHolderHasAToken(Bench bench) throws Exception {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        Check.fails(
                IllegalMonitorStateException.class, "fencingToken() of a free lock", () -> client.fencingToken(lock));
        lock.lock();
        bench.actor()
                .run(
                        "fencingToken() by another thread",
                        () -> Check.fails(
                                IllegalMonitorStateException.class,
                                "fencingToken() by another thread",
                                () -> client.fencingToken(lock)));
        lock.unlock();
    }

    @LockRule(
            id = "F07",
            statement = "Tokens go on rising after the lock's record was taken away.",
            why = "Data get lost, and the resource remembers the highest token that it has seen.",
            lookAt = "a counter that is kept in the lock's own record, or that starts again at 1",
            kinds = {"K16", "K12"},
            needs = LockCapability.FENCING_TOKENS,
            uses = Means.EVICTION)
    void tokensRiseAfterAnEviction(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        long before = 0;
        for (int i = 0; i < 3; i++) {
            Lock lock = client.lock(name);
            Actor holder = bench.actor();
            long token = holder.get("lock()", () -> {
                Check.that(
                        Scene.tryFor(lock, bench.timing().leaseOver()),
                        "the lock was not to be had after it was taken away");
                return client.fencingToken(lock);
            });
            Check.that(token > before, "after an eviction a token of " + token + " followed one of " + before);
            before = token;
            bench.eviction().evict(name);
            holder.run(
                    "unlock()",
                    () -> Check.fails(
                            IllegalMonitorStateException.class,
                            "unlock() of a lock that was taken away",
                            lock::unlock));
        }
    }

    @LockRule(
            id = "F08",
            statement = "Tokens go on rising when all clients were closed and new ones opened.",
            why = "Deployments restart, resources remember.",
            lookAt = "a counter that lives in the client",
            kinds = {"K12"},
            needs = LockCapability.FENCING_TOKENS)
    void tokensRiseFromClientToClient(Bench bench) {
        String name = bench.name();
        long before = 0;
        for (int i = 0; i < 3; i++) {
            LockClient client = bench.open();
            Lock lock = client.lock(name);
            lock.lock();
            long token = client.fencingToken(lock);
            Check.that(token > before, "a new client had the token " + token + " after " + before);
            before = token;
            lock.unlock();
            client.close();
        }
    }

    @LockRule(
            id = "F09",
            statement = "A guarded resource that has seen the successor refuses the stale holder's write.",
            why = "It is the promise of resource exclusion (P3): a pause may come right before the write.",
            lookAt = "the order of tokens: F01 and F04",
            kinds = {"K17", "K06"},
            needs = {LockCapability.FENCING_TOKENS, LockCapability.LEASE})
    void guardRefusesTheStaleHolder(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        LockClient second = bench.open();
        Lock next = second.lock(name);
        InMemoryFencedGuard guard = new InMemoryFencedGuard(name);
        client.lock(lock, bench.timing().brief());
        long stale = client.fencingToken(lock);
        guard.write(stale, () -> {});
        bench.pause(bench.timing().brief());
        Check.that(Scene.tryFor(next, bench.timing().leaseOver()), "the lock did not free itself");
        guard.write(second.fencingToken(next), () -> {});
        Check.fails(StaleTokenException.class, "the stale holder's write", () -> guard.write(stale, () -> {}));
        next.unlock();
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    @LockRule(
            id = "F10",
            statement = "Tokens of handles and of threads form one rising order.",
            why = "The resource does not know who holds the lock in which way.",
            lookAt = MINT,
            needs = LockCapability.FENCING_TOKENS,
            service = true)
    void handlesAndThreadsShareTheOrder(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        LockService service = Bench.serviceOf(client);
        Lock lock = client.lock(name);
        long before = 0;
        for (int i = 0; i < 10; i++) {
            lock.lock();
            long token = client.fencingToken(lock);
            lock.unlock();
            LockHandle handle = service.acquire(name, bench.timing().prompt());
            long handleToken = handle.fencingToken();
            handle.close();
            Check.that(
                    token > before && handleToken > token,
                    "the tokens " + before + ", " + token + ", " + handleToken + " do not rise");
            Check.equal(handleToken, handle.fencingToken(), "the token of a closed handle");
            before = handleToken;
        }
    }
}
