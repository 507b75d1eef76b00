/** Locks on one Redis. */
module io.lockspi.redis {
    requires transitive io.lockspi;
    requires static transitive org.jspecify;
    requires transitive redisson;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.resolver;
    requires io.netty.resolver.dns;
    requires io.netty.transport;
    // Redisson is an automatic module, which brings no named module along; without this its classes do not load.
    requires org.slf4j;

    exports io.lockspi.redis;
    exports io.lockspi.redis.node to
            io.lockspi.redlock;

    provides io.lockspi.spi.LockProvider with
            io.lockspi.redis.RedisLockProvider;
}
