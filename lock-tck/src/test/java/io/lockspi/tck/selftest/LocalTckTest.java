package io.lockspi.tck.selftest;

import io.lockspi.local.LocalLocks;
import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;

/** The back end in memory is the kit's reference. */
class LocalTckTest extends LockTck {
    @Override
    protected Subject subject() {
        return ProviderSubject.of("local:tck").withEviction(name -> LocalLocks.expire("tck", name));
    }
}
