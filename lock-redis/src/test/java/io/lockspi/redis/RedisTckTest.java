package io.lockspi.redis;

import io.lockspi.servers.RedisServer;
import io.lockspi.tck.LockTck;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;

/** The kit on one real Redis, which forgets everything when it is killed. */
class RedisTckTest extends LockTck {
    @Override
    protected Subject subject() {
        RedisServer server = RedisServer.start();
        return ProviderSubject.of("redis://" + server.host() + ":" + server.port())
                .withEviction(name ->
                        server.command("DEL", LockKeys.of("lockspi", name).lock()))
                .withNodes(new OneRedis(server))
                .withCloser(server::close);
    }

    /** One server as the kit's nodes. */
    private record OneRedis(RedisServer server) implements NodeFaults {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public boolean keepsData() {
            return false;
        }

        @Override
        public void kill(int node) {
            server.kill();
        }

        @Override
        public void start(int node) {
            server.restartEmpty();
        }

        @Override
        public void pause(int node) {
            server.pause();
        }

        @Override
        public void resume(int node) {
            server.resume();
        }
    }
}
