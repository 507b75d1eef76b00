package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.redis.RealTime;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.OwnerLabel;
import io.lockspi.spi.SpiContext;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads write to one connection themselves. */
class DirectTransportTest {
    private static final RedisServer SERVER = RedisServer.start();
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int THREADS = 4;
    private static final String LIST = "seen";

    /** Notes what arrives, in order, and gives it back. */
    private static final LuaSource NOTE =
            LuaSource.of("redis.call('rpush', KEYS[1], ARGV[1]) return {ARGV[1], #ARGV[2]}");

    private final RealTime time = new RealTime();
    private final DirectTransport transport = transport(TIMEOUT);

    private DirectTransport transport(Duration requestTimeout) {
        LockConfig.Host host = new LockConfig.Host(SERVER.host(), SERVER.port());
        LockConfig config = LockConfig.of("redis://" + host);
        OwnerLabel owner = new OwnerLabel("host:1", 4711, "test");
        return DirectTransport.alone(
                NodeOptions.read(config, host, "rediss"),
                ReplicaDemand.NONE,
                new SpiContext(config, time, owner, requestTimeout));
    }

    @BeforeEach
    void reset() {
        SERVER.command("FLUSHALL");
        assertThat(note("first", "")).isEqualTo(List.of("first", 0L));
        SERVER.command("DEL", LIST);
    }

    @AfterEach
    void close() {
        transport.close();
        time.close();
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void eachThreadsRequestsArriveInItsOrderAndEachAnswerIsItsOwn() {
        int calls = 3_000;
        sendAndCheck(calls, number -> number % 500 == 0 ? 70_000 : number % 50 == 0 ? 7_900 : number % 7, () -> {});
    }

    @Test
    void nothingIsLostOrTornWhenTheServerStopsReading() {
        SERVER.pause();
        // Far more than sockets hold, in pieces that are small enough to be written by the threads themselves.
        sendAndCheck(1_500, number -> 4_000 + number, SERVER::resume);
    }

    private void sendAndCheck(int calls, IntFunction<Integer> size, Runnable whenSent) {
        List<CompletableFuture<List<CompletableFuture<Void>>>> senders = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.supplyAsync(() -> {
                    List<CompletableFuture<Void>> checks = new ArrayList<>();
                    for (int i = 0; i < calls; i++) {
                        String word = thread + ":" + i;
                        int bytes = size.apply(i);
                        checks.add(send(word, "x".repeat(bytes))
                                .thenAccept(answer -> assertThat(answer).isEqualTo(List.of(word, (long) bytes))));
                    }
                    return checks;
                }))
                .toList();
        List<CompletableFuture<Void>> checks =
                senders.stream().flatMap(sender -> sender.join().stream()).toList();
        whenSent.run();
        checks.forEach(CompletableFuture::join);
        for (int thread = 0; thread < THREADS; thread++) {
            String own = thread + ":";
            assertThat(seen().stream().filter(word -> word.startsWith(own)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, calls).mapToObj(i -> own + i).toList());
        }
        assertThat(seen()).hasSize(THREADS * calls);
    }

    @Test
    void interruptedThreadSendsAndItsConnectionStays() {
        long before = connections();
        CompletableFuture<List<Object>> answer;
        Thread.currentThread().interrupt();
        try {
            answer = send("interrupted", "");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(answer.join()).isEqualTo(List.of("interrupted", 0L));
        note("later", "");
        assertThat(connections()).isEqualTo(before);
    }

    @Test
    void everyCallIsAnsweredThoughConnectionsAreCut() {
        int calls = 1_000;
        Semaphore due = new Semaphore(0);
        Set<String> answered = new HashSet<>();
        Set<String> certainlyNotRun = new HashSet<>();
        List<CompletableFuture<Void>> senders = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < calls; i++) {
                        String word = thread + ":" + i;
                        Effect effect = effect(send(word, ""));
                        synchronized (answered) {
                            if (effect == null) {
                                answered.add(word);
                            } else if (effect == Effect.NONE) {
                                certainlyNotRun.add(word);
                            }
                        }
                        if (i % 25 == 0) {
                            due.release();
                        }
                    }
                }))
                .toList();
        for (int i = 0; i < calls / 25; i++) {
            due.acquireUninterruptibly();
            SERVER.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        }
        senders.forEach(CompletableFuture::join);
        assertThat(answered).hasSizeGreaterThan(THREADS * calls / 2);
        assertThat(seen()).doesNotHaveDuplicates().containsAll(answered);
        assertThat(certainlyNotRun).doesNotContainAnyElementsOf(seen());
    }

    private static @Nullable Effect effect(CompletableFuture<List<Object>> answer) {
        return answer.handle((value, error) ->
                        error == null ? null : RequestFailure.known(error).effect())
                .join();
    }

    @Test
    void everyCallIsAnsweredThoughTheTransportIsClosedMeanwhile() {
        for (int round = 0; round < 30; round++) {
            DirectTransport closing = transport(TIMEOUT);
            Semaphore begun = new Semaphore(0);
            List<CompletableFuture<Void>> senders = IntStream.range(0, THREADS)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        CompletableFuture<List<Object>> answer;
                        do {
                            answer = send(closing, "word", List.of(LIST), "");
                            begun.release();
                        } while (effect(answer) == null);
                    }))
                    .toList();
            begun.acquireUninterruptibly(THREADS * round);
            closing.close();
            senders.forEach(CompletableFuture::join);
            assertThat(effect(send(closing, "late", List.of(LIST), ""))).isEqualTo(Effect.NONE);
        }
        assertThat(seen()).doesNotContain("late");
    }

    @Test
    void requestThatCannotBePutTogetherFailsWithTheReasonAndTheNextOneIsSent() {
        IllegalStateException trouble = new IllegalStateException("no such key");
        List<String> broken = new AbstractList<>() {
            @Override
            public String get(int index) {
                throw trouble;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        assertThatThrownBy(() -> send(transport, "broken", broken, "").join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RequestFailure.class)
                .hasMessageContaining("no such key")
                .hasCause(trouble);
        assertThat(note("next", "")).isEqualTo(List.of("next", 0L));
        assertThat(seen()).containsExactly("next");
    }

    private List<Object> note(String word, String padding) {
        return send(word, padding).join();
    }

    private CompletableFuture<List<Object>> send(String word, String padding) {
        return send(transport, word, List.of(LIST), padding);
    }

    private static CompletableFuture<List<Object>> send(
            DirectTransport transport, String word, List<String> keys, String padding) {
        return transport
                .eval("lock", NOTE, keys, List.of(word, padding))
                .toCompletableFuture()
                .orTimeout(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static List<String> seen() {
        List<String> words = new ArrayList<>();
        if (SERVER.command("LRANGE", LIST, "0", "-1") instanceof List<?> found) {
            found.forEach(word -> words.add(String.valueOf(word)));
        }
        return words;
    }

    private static long connections() {
        return String.valueOf(SERVER.command("CLIENT", "LIST", "TYPE", "normal"))
                .lines()
                .count();
    }
}
