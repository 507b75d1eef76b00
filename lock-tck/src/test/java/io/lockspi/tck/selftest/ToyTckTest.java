package io.lockspi.tck.selftest;

import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import io.lockspi.tck.toy.ToyServer;
import io.lockspi.tck.toy.ToyStore;

/** The reference across processes: every mutant is this with one thing broken. */
class ToyTckTest extends LockTck {
    @Override
    protected Subject subject() {
        return toy(new ToyStore(), "");
    }

    static ProviderSubject toy(ToyStore store, String options) {
        return toy(store, true, options);
    }

    static ProviderSubject toy(ToyStore store, boolean keepsData, String options) {
        ToyServer server = new ToyServer(store, keepsData);
        return ProviderSubject.of(server.uri() + options)
                .withEviction(store::evict)
                .withNodes(server)
                .withCloser(server::close);
    }
}
