package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.RedisProbe;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Many names, each locked and unlocked once, leave nothing that does not go away by itself. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class ManyNamesTest {
    private static final int NAMES = Boolean.getBoolean("lockspi.soak") ? 200_000 : 20_000;
    private static final Pattern KEYSPACE = Pattern.compile("keys=(\\d+),expires=(\\d+)");

    @Test
    void leaveNothingBehind() throws Exception {
        try (RedisServer server = RedisServer.start();
                LockService locks = LockService.open(server.uri().toString())) {
            lockOnce(locks, "warm-up");
            int threads = Thread.activeCount();
            AtomicBoolean done = new AtomicBoolean();
            List<String> immortal = new ArrayList<>();
            int[] looks = new int[1];
            Thread watcher = new Thread(() -> looks[0] = watch(server, done, immortal), "watcher");
            watcher.start();
            for (int i = 0; i < NAMES; i++) {
                lockOnce(locks, "name-" + i);
            }
            done.set(true);
            watcher.join();
            assertThat(looks[0])
                    .as("looks at the server while the locks were used")
                    .isGreaterThan(100);
            assertThat(immortal).as("looks that found a key without expiry").isEmpty();
            assertThat(server.command("PUBSUB", "CHANNELS", "*")).isEqualTo(List.of());
            assertThat(locks.toString()).contains("0 locks in use");
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
            assertThat(lockKeys(server)).isEmpty();
        }
    }

    private static void lockOnce(LockService locks, String name) {
        DistributedLock lock = locks.getLock(name);
        lock.lock();
        lock.unlock();
    }

    /** Compares the number of keys with that of keys that expire, as often as it can; one answer is one moment. */
    private static int watch(RedisServer server, AtomicBoolean done, List<String> immortal) {
        int looks = 0;
        try (RedisProbe probe = server.connect(Duration.ofSeconds(5))) {
            while (!done.get()) {
                Matcher counts = KEYSPACE.matcher(String.valueOf(probe.command("INFO", "keyspace")));
                if (counts.find() && !counts.group(1).equals(counts.group(2))) {
                    immortal.add(counts.group());
                }
                looks++;
            }
        }
        return looks;
    }

    /** Everything but the counters, which live on for a day so that tokens rise. */
    private static List<String> lockKeys(RedisServer server) {
        List<String> keys = new ArrayList<>();
        if (server.command("KEYS", "*") instanceof List<?> found) {
            found.stream()
                    .map(String::valueOf)
                    .filter(key -> !key.endsWith(":fence"))
                    .forEach(keys::add);
        }
        return keys;
    }
}
