package io.lockspi.lab.kit;

import io.lockspi.servers.RedisCluster;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.tck.Eviction;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** Takes claims away inside the lab's own stores, by the data layout of {@code STANDARD-NAMES.md}. */
public final class Evictions {
    private static final int SESSION_MILLIS = 10_000;

    /**
     * As if somebody else had had the lock meanwhile. A claim whose key is only gone comes back with the next renewal, as it
     * must after a restart; the floor beside the counter says that others were there.
     */
    private static final String REDLOCK_SCRIPT = """
            redis.call('DEL', KEYS[1])
            local last, rest = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+)(:%w+:)')
            if last then
              local next = string.format('%.0f', tonumber(last) + 1)
              redis.call('SET', KEYS[2], next .. rest .. next .. ':' .. next, 'KEEPTTL')
            end
            """;

    private Evictions() {}

    /** From one Redis. */
    public static Eviction from(RedisServer server) {
        return name -> server.command("DEL", "lockspi:{" + hashTag(name) + "}:lock");
    }

    /** From the master that Sentinels have chosen. */
    public static Eviction from(RedisSentinels sentinels) {
        return name -> from(sentinels.servers().master()).evict(name);
    }

    /** From the server of a cluster to which the lock belongs. */
    public static Eviction from(RedisCluster cluster) {
        return name -> {
            RedisServer owner = cluster.owner(cluster.slot("{" + hashTag(name) + "}"));
            from(Objects.requireNonNull(owner, "nobody serves the slot")).evict(name);
        };
    }

    /** From Redis servers that vote. */
    public static Eviction from(RedisGroup group) {
        return name -> {
            String keys = "lockspi:redlock:{" + hashTag(name) + "}:";
            group.servers()
                    .forEach(server -> server.command("EVAL", REDLOCK_SCRIPT, "2", keys + "lock", keys + "fence"));
        };
    }

    private static String hashTag(String name) {
        return name.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
    }

    /** From ZooKeeper: deletes the node of the claim that is first. */
    public static Eviction from(ZooKeeperEnsemble ensemble) {
        return name -> {
            String path = "/lockspi/" + pathElement(name);
            try (ZooKeeper admin = new ZooKeeper(ensemble.connectString(), SESSION_MILLIS, event -> {})) {
                deleteFirst(admin, path);
            } catch (IOException | KeeperException failure) {
                throw new IllegalStateException(path + " could not be evicted", failure);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(path + " could not be evicted", stopped);
            }
        };
    }

    private static void deleteFirst(ZooKeeper admin, String path) throws KeeperException, InterruptedException {
        try {
            Optional<String> first = admin.getChildren(path, false).stream()
                    .min(Comparator.comparing(node -> node.substring(node.lastIndexOf('-') + 1)));
            if (first.isPresent()) {
                admin.delete(path + "/" + first.get(), -1);
            }
        } catch (KeeperException.NoNodeException free) {
            // There is nothing to take away.
        }
    }

    /** Percent-encoded; {@code URLEncoder} differs in three characters. */
    private static String pathElement(String name) {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
        return encoded.startsWith(".") ? "%2E" + encoded.substring(1) : encoded;
    }
}
