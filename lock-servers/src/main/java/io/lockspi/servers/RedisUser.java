package io.lockspi.servers;

import java.util.ArrayList;
import java.util.List;

/** Users of a server's access control lists. Stateless. */
public final class RedisUser {
    private static final List<String> RIGHTS = List.of(
            "resetkeys",
            "~lockspi:*",
            "resetchannels",
            "&lockspi:*",
            "-@all",
            "+eval",
            "+evalsha",
            "+get",
            "+set",
            "+del",
            "+exists",
            "+pttl",
            "+pexpire",
            "+time",
            "+zadd",
            "+zrem",
            "+zrange",
            "+zrevrange",
            "+zscore",
            "+hget",
            "+hset",
            "+hdel",
            "+hvals",
            "+publish",
            "+subscribe",
            "+ping");

    private RedisUser() {}

    /**
     * Makes a user with the rights that all back ends on Redis are documented to need, and no others.
     *
     * @param server whose user
     * @param name of the user
     * @param password of the user
     * @param more what this back end needs besides, as {@code ACL SETUSER} takes it
     */
    public static void withDocumentedRights(RedisServer server, String name, String password, String... more) {
        List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", name, "on", ">" + password));
        command.addAll(RIGHTS);
        command.addAll(List.of(more));
        server.command(command.toArray(String[]::new));
    }
}
