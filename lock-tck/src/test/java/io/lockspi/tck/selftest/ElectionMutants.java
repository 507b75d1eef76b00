package io.lockspi.tck.selftest;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.Leadership;
import io.lockspi.Registration;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;

/** What can be wrong with elections. */
final class ElectionMutants {
    private static final AtomicLong NUMBERS = new AtomicLong();

    static final List<Mutant> ALL = List.of(
            Mutant.client("E01", "each client has a record of its own", PrivateRecords::new),
            election("E02", "a term ends after a while, and is competed for", Rotating::new),
            election("E03", "the term begins at 1 with each reign", real -> terms(real, term -> 1L)),
            election("E04", "each question mints a term", real -> terms(real, term -> NUMBERS.incrementAndGet())),
            election("E05", "an interrupt does not end the wait", Uninterruptible::new),
            election("E05", "an interrupt ends the candidacy", LeavesAtInterrupt::new),
            election("E06", "the leader is told from memory", Remembering::new),
            Mutant.client("E07", "the election is the lock of its name", LockIsElection::new),
            election("E08", "a thread for each candidate", ThreadEach::new),
            election("E10", "resign() keeps the claim", KeepsClaim::new),
            election("E10", "resign() asks, and does nothing", real -> new ForwardingElection(real) {
                @Override
                public boolean resign() {
                    return real.isLeader();
                }
            }),
            Mutant.store("E11", "whoever resigned is served first", NoQueue::new),
            election("E12", "resign() leaves", real -> new ForwardingElection(real) {
                @Override
                public boolean resign() {
                    boolean led = real.isLeader();
                    real.leave();
                    return led;
                }
            }),
            election("E13", "a waiting candidate that leaves stays in the queue", StaysInQueue::new),
            Mutant.spi("E14", "close() forgets what is held", ServiceMutants.ForgetsAtCloseSpi.class),
            election("E15", "a term is current while the candidate leads", Reviving::new),
            listener("E20", "depositions are told late, and out of order", ElectionMutants::late),
            listener("E20", "depositions are not told", listener -> leadership -> listener.elected(leadership)),
            election("E21", "a listener hears only of what comes", OnlyNews::new),
            election("E22", "one thread for all listeners", OneThread::new),
            election("E23", "a mutex is held around callbacks", Guarded::new),
            Mutant.store("E30", "a record without an expiry", ProcessMutants.EternalStore::new),
            ProcessMutants.inEveryProcess("E31", "isLeader() is a boolean", BooleanOpener.class),
            new Mutant(
                    "INCR and EXPIRE",
                    "E31",
                    () -> new WrappedSubject(
                            ProcessMutants.elsewhere(ToyTckTest.toy(new ToyStore(), ""), IncrExpireOpener.class),
                            ElectionMutants::withCounters)),
            remote("E32", "isLeader() is a boolean between ticks", BooleanLeader::new),
            incrExpire("E03"),
            incrExpire("E32"),
            incrExpire("E33"),
            incrExpire("E35"),
            Mutant.spi("E34", "a cut connection ends the leadership", NetworkMutants.NervousSpi.class),
            Mutant.store("E35", "a renewal takes what it does not find", TakingStore::new));

    private ElectionMutants() {}

    private static LockClient broken(LockClient real, UnaryOperator<LeaderElection> breakIt) {
        return new ForwardingClient(real) {
            @Override
            public LeaderElection election(String name) {
                return breakIt.apply(super.election(name));
            }
        };
    }

    private static Mutant election(String rule, String name, UnaryOperator<LeaderElection> breakIt) {
        return Mutant.client(rule, name, real -> broken(real, breakIt));
    }

    private static Mutant listener(String rule, String name, UnaryOperator<ElectionListener> breakIt) {
        return election(rule, name, real -> new ForwardingElection(real) {
            @Override
            public Registration addListener(ElectionListener listener) {
                return real.addListener(breakIt.apply(listener));
            }
        });
    }

    private static Mutant remote(String rule, String name, UnaryOperator<LeaderElection> breakIt) {
        return new Mutant(
                name,
                rule,
                () -> new WrappedSubject(ToyTckTest.toy(new ToyStore(), ""), real -> broken(real, breakIt)));
    }

    private static Mutant incrExpire(String rule) {
        return new Mutant(
                "INCR and EXPIRE",
                rule,
                () -> new WrappedSubject(ToyTckTest.toy(new ToyStore(), ""), ElectionMutants::withCounters));
    }

    private static LockClient withCounters(LockClient real) {
        ToySpi store = real.service().orElseThrow().unwrap(ToySpi.class).orElseThrow();
        return new ForwardingClient(real) {
            @Override
            public LeaderElection election(String name) {
                return new IncrExpireElection(store, name, Mutant.LEASE);
            }
        };
    }

    private static ForwardingElection terms(LeaderElection real, UnaryOperator<Long> number) {
        return new ForwardingElection(real) {
            @Override
            protected Leadership wrap(Leadership term) {
                return new ForwardingLeadership(term) {
                    @Override
                    public long term() {
                        return number.apply(super.term());
                    }
                };
            }
        };
    }

    private static ElectionListener late(ElectionListener listener) {
        return new ElectionListener() {
            @Override
            public void elected(Leadership leadership) {
                listener.elected(leadership);
            }

            @Override
            public void deposed(Deposition deposition) {
                Thread messenger = new Thread(() -> {
                    Mutant.pause(Duration.ofMillis(200));
                    listener.deposed(deposition);
                });
                messenger.setDaemon(true);
                messenger.start();
            }
        };
    }

    /** Puts the client's own mark before each election's name. */
    private static final class PrivateRecords extends ForwardingClient {
        private final String mark = NUMBERS.incrementAndGet() + ":";

        PrivateRecords(LockClient real) {
            super(real);
        }

        @Override
        public LeaderElection election(String name) {
            return super.election(mark + name);
        }
    }

    /** Uses one record for a lock and an election of one name. */
    private static final class LockIsElection extends ForwardingClient {
        LockIsElection(LockClient real) {
            super(real);
        }

        @Override
        public Lock lock(String name) {
            return super.lock("election:" + name);
        }
    }

    /** Gives way after two seconds. */
    private static final class Rotating extends ForwardingElection {
        private volatile long since = Ticker.nanos();

        Rotating(LeaderElection real) {
            super(real);
        }

        @Override
        public Optional<Leadership> leadership() {
            if (!real.isLeader()) {
                since = Ticker.nanos();
            } else if (Ticker.since(since).toMillis() > 2_000) {
                real.resign();
            }
            return super.leadership();
        }
    }

    private static final class Uninterruptible extends ForwardingElection {
        Uninterruptible(LeaderElection real) {
            super(real);
        }

        @Override
        public Leadership awaitLeadership() {
            while (true) {
                try {
                    return real.awaitLeadership();
                } catch (InterruptedException swallowed) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static final class LeavesAtInterrupt extends ForwardingElection {
        LeavesAtInterrupt(LeaderElection real) {
            super(real);
        }

        @Override
        public Leadership awaitLeadership() throws InterruptedException {
            try {
                return real.awaitLeadership();
            } catch (InterruptedException interrupted) {
                real.leave();
                throw interrupted;
            }
        }
    }

    /** Tells the answer that it had once. */
    private static final class Remembering extends ForwardingElection {
        private volatile Optional<LeaderInfo> last = Optional.empty();

        Remembering(LeaderElection real) {
            super(real);
        }

        @Override
        public Optional<LeaderInfo> inspect() {
            last = last.or(real::inspect);
            return last;
        }
    }

    private static final class ThreadEach extends ForwardingElection {
        ThreadEach(LeaderElection real) {
            super(real);
        }

        @Override
        public void join() {
            super.join();
            Thread campaign = new Thread(() -> {
                while (real.isCandidate()) {
                    Mutant.pause(Duration.ofMillis(20));
                }
            });
            campaign.setDaemon(true);
            campaign.start();
        }
    }

    /** Is leader no more here, and in the store until its lease is over. */
    private static final class KeepsClaim extends ForwardingElection {
        private volatile boolean resigned;

        KeepsClaim(LeaderElection real) {
            super(real);
        }

        @Override
        public boolean resign() {
            boolean led = isLeader();
            resigned = true;
            return led;
        }

        @Override
        public boolean isLeader() {
            return !resigned && super.isLeader();
        }

        @Override
        protected Leadership wrap(Leadership term) {
            return new ForwardingLeadership(term) {
                @Override
                public boolean isCurrent() {
                    return !resigned && super.isCurrent();
                }
            };
        }
    }

    /** Its terms are current while the candidate leads in any. */
    private static final class Reviving extends ForwardingElection {
        Reviving(LeaderElection real) {
            super(real);
        }

        @Override
        protected Leadership wrap(Leadership term) {
            LeaderElection election = real;
            return new ForwardingLeadership(term) {
                @Override
                public boolean isCurrent() {
                    return election.isLeader();
                }
            };
        }
    }

    private static final class StaysInQueue extends ForwardingElection {
        StaysInQueue(LeaderElection real) {
            super(real);
        }

        @Override
        public void leave() {
            if (real.isLeader()) {
                real.leave();
            }
        }
    }

    private static final class OnlyNews extends ForwardingElection {
        OnlyNews(LeaderElection real) {
            super(real);
        }

        @Override
        public Registration addListener(ElectionListener listener) {
            boolean[] missed = {real.isLeader()};
            return real.addListener(new ElectionListener() {
                @Override
                public void elected(Leadership leadership) {
                    if (!missed[0]) {
                        listener.elected(leadership);
                    }
                    missed[0] = false;
                }

                @Override
                public void deposed(Deposition deposition) {
                    listener.deposed(deposition);
                }
            });
        }
    }

    private static final class OneThread extends ForwardingElection {
        private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "one-for-all");
            made.setDaemon(true);
            return made;
        });

        private final List<ElectionListener> listeners = new CopyOnWriteArrayList<>();

        OneThread(LeaderElection real) {
            super(real);
        }

        @Override
        public Registration addListener(ElectionListener listener) {
            // One listener for all, since otherwise chance decides which of them is called first.
            if (listeners.isEmpty()) {
                real.addListener(
                        leadership -> thread.execute(() -> listeners.forEach(each -> each.elected(leadership))));
            }
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }
    }

    /** Calls and callbacks exclude each other. */
    private static final class Guarded extends ForwardingElection {
        private final Semaphore mutex = new Semaphore(1);

        Guarded(LeaderElection real) {
            super(real);
        }

        @Override
        public Registration addListener(ElectionListener listener) {
            return real.addListener(leadership -> {
                mutex.acquireUninterruptibly();
                try {
                    listener.elected(leadership);
                } finally {
                    mutex.release();
                }
            });
        }

        @Override
        public boolean resign() {
            mutex.acquireUninterruptibly();
            try {
                return real.resign();
            } finally {
                mutex.release();
            }
        }
    }

    /** Believes what it knew at the last tick, which never comes. */
    private static final class BooleanLeader extends ForwardingElection {
        private volatile boolean led;

        BooleanLeader(LeaderElection real) {
            super(real);
        }

        @Override
        public boolean isLeader() {
            led |= real.isLeader();
            return led;
        }

        @Override
        public Optional<Leadership> awaitLeadership(Duration wait) throws InterruptedException {
            Optional<Leadership> term = super.awaitLeadership(wait);
            led |= term.isPresent();
            return term;
        }
    }

    /** The other process has such a boolean. */
    public static final class BooleanOpener extends ProcessMutants.BrokenOpener {
        @Override
        LockClient breakIt(LockClient real) {
            return broken(real, BooleanLeader::new);
        }
    }

    /** The other process takes part by counters, as we do. */
    public static final class IncrExpireOpener extends ProcessMutants.BrokenOpener {
        @Override
        LockClient breakIt(LockClient real) {
            return withCounters(real);
        }
    }

    /** Grants to whoever comes first when the record is free. */
    private static final class NoQueue extends ToyStore {
        @Override
        protected boolean mayTake(Entry entry, String claimId, boolean wait) {
            return true;
        }
    }

    /** SET with XX or without: a renewal writes whatever is there. */
    private static final class TakingStore extends ToyStore {
        @Override
        protected boolean mayRenew(Entry entry, io.lockspi.spi.Claim claim) {
            entry.owner = claim.id();
            return true;
        }
    }
}
