package io.lockspi.tck.selftest;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.HeldClaim;
import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.Leadership;
import io.lockspi.Registration;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Leader election by a counter, as it is often described: every candidate sends INCR from time to time. Whoever gets 1 is
 * the new leader. The leader remembers its number and stays while the counter is not below it; a lower one means that a
 * failover has lost data, so it stands down. The leader prolongs the counter by EXPIRE, a second command.
 */
final class IncrExpireElection implements LeaderElection {
    private final ToySpi store;
    private final String name;
    private final String key;
    private final Duration term;
    private final List<ElectionListener> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread ticking;
    private volatile @Nullable Reign reign;

    IncrExpireElection(ToySpi store, String name, Duration term) {
        this.store = store;
        this.name = name;
        this.key = ToyText.encode("election:" + name);
        this.term = term;
    }

    /** The leader's own number, the only thing that it knows of its term. */
    private final class Reign implements Leadership {
        volatile long local = 1;

        @Override
        public String election() {
            return name;
        }

        @Override
        public long term() {
            return 1;
        }

        @Override
        public boolean isCurrent() {
            return reign == this;
        }

        @Override
        public Duration remaining() {
            return isCurrent() ? term : Duration.ZERO;
        }

        @Override
        public HeldClaim claim() {
            return new HeldClaim(name, "", 1);
        }
    }

    private long number(String request) throws Exception {
        String answer = store.ask(request).get(term.toNanos(), TimeUnit.NANOSECONDS);
        return answer.equals("ok") ? 0 : Long.parseLong(answer);
    }

    void tick() throws Exception {
        long counter = number("INCR " + key);
        Reign current = reign;
        if (counter == 1) {
            Reign fresh = new Reign();
            reign = fresh;
            listeners.forEach(listener -> listener.elected(fresh));
        } else if (current != null && current.local > counter) {
            standDown(Deposition.Reason.REVOKED);
        } else if (current != null) {
            current.local = counter;
        }
        if (reign != null) {
            number("EXPIRE " + key + " " + term.toMillis());
        }
    }

    private void standDown(Deposition.Reason reason) {
        if (reign != null) {
            reign = null;
            listeners.forEach(listener -> listener.deposed(new Deposition(name, 1, reason)));
        }
    }

    private void campaign() {
        while (ticking == Thread.currentThread()) {
            try {
                tick();
            } catch (InterruptedException left) {
                return;
            } catch (Exception unanswered) {
                // Asks again at the next tick.
            }
            Mutant.pause(term.dividedBy(10));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void join() {
        if (ticking == null) {
            Thread thread = new Thread(this::campaign, "incr-expire");
            thread.setDaemon(true);
            ticking = thread;
            thread.start();
        }
    }

    @Override
    public boolean isCandidate() {
        return ticking != null;
    }

    @Override
    public boolean isLeader() {
        return reign != null;
    }

    @Override
    public Optional<Leadership> leadership() {
        return Optional.ofNullable(reign);
    }

    @Override
    public Leadership awaitLeadership() throws InterruptedException {
        return awaitLeadership(Duration.ofDays(1)).orElseThrow();
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration wait) throws InterruptedException {
        long began = Ticker.nanos();
        while (reign == null && Ticker.since(began).compareTo(wait) < 0) {
            Ticker.pause(Duration.ofMillis(5));
        }
        return leadership();
    }

    @Override
    public Registration addListener(ElectionListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public boolean resign() {
        boolean led = reign != null;
        standDown(Deposition.Reason.RESIGNED);
        return led;
    }

    @Override
    public void leave() {
        ticking = null;
        standDown(Deposition.Reason.LEFT);
    }

    @Override
    public Optional<LeaderInfo> inspect() {
        throw new UnsupportedOperationException("a counter does not tell who leads");
    }
}
