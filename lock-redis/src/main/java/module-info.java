/** Locks on one Redis. */
module io.lockspi.redis {
    requires transitive io.lockspi;
    requires static transitive org.jspecify;
    requires transitive redisson;
    requires io.netty.common;
    requires io.netty.resolver;
    requires io.netty.resolver.dns;
    requires io.netty.transport;

    exports io.lockspi.redis;

    provides io.lockspi.spi.LockProvider with
            io.lockspi.redis.RedisLockProvider;
}
