package io.lockspi.lab.bench.subject;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.net.URI;

/** Our lock, by its URI, as an application uses it; the token is read in each section. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record LockspiClient(LockService service) implements LockClient {
    static LockClient open(URI uri, SharedThreads shared) {
        return new LockspiClient(LockService.open(uri.toString()));
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
