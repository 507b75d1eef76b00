package io.lockspi.lab.bench.subject;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.net.URI;
import java.time.Duration;

/** Our lock, by its URI, as an application uses it; the token is read in each section. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record LockspiClient(LockService service) implements LockClient {
    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        String option = lease.equals(Subject.USUAL_LEASE) ? "" : "?lease=" + lease.toMillis() + "ms";
        return new LockspiClient(LockService.open(uri + option));
    }

    @Override
    public TimedLock lock(String name) {
        DistributedLock lock = service.getLock(name);
        return new TimedLock() {
            @Override
            public long lock() {
                lock.lock();
                return lock.fencingToken();
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }

    @Override
    public void close() {
        service.close();
    }
}
