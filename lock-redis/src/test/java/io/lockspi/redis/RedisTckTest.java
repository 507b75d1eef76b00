package io.lockspi.redis;

import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerNodes;
import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.util.List;

/** The kit on one real Redis, which forgets everything when it is killed. */
class RedisTckTest extends LockTck {
    @Override
    protected Subject subject() {
        RedisServer server = RedisServer.start();
        return ProviderSubject.of("redis://" + server.host() + ":" + server.port())
                .withEviction(name ->
                        server.command("DEL", LockKeys.of("lockspi", name).lock()))
                .withNodes(RedisServerNodes.forgetful(List.of(server)))
                .withCloser(server::close);
    }
}
