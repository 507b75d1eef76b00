package io.lockspi.redis.node;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** The way to one Redis. Thread-safe; nothing blocks; connects by itself when first needed, and again after trouble. */
public interface RedisTransport extends AutoCloseable {

    /**
     * Runs a script once, without re-sending it after a failure.
     *
     * @param lockName whose request it is; over own connections to one server the requests of one name keep their order
     * @param script what to run
     * @param keys the keys that it touches
     * @param args its arguments
     * @return a stage with the script's list of {@code Long}, {@code String} and {@code null}, or a
     *     {@link RequestFailure}
     */
    CompletionStage<List<Object>> eval(String lockName, NodeScript script, List<String> keys, List<String> args);

    /**
     * Runs a script once, and has replicas confirm what it wrote, as many as the configuration asks for.
     *
     * @param lockName as for {@link #eval}
     * @param script what to run
     * @param keys the keys that it touches; all in one slot
     * @param args its arguments
     * @return a stage with the script's answer, also when too few have confirmed, or a {@link RequestFailure}
     */
    CompletionStage<Reply> evalConfirmed(String lockName, NodeScript script, List<String> keys, List<String> args);

    /** True if one script may touch the keys of several locks. */
    boolean batches();

    /** Which of the connections carries the requests of a lock; 0 if there is no choice. */
    int lane(String lockName);

    /**
     * Sees to it that messages for a mailbox arrive. Called often, cheap when all is well.
     *
     * @param mailbox who receives them; the same at every call
     */
    void listen(Mailbox mailbox);

    /** The channel on which a mailbox hears, as the server calls it. */
    String channel(Mailbox mailbox);

    /** The server, for people. */
    String where();

    /** Closes what this transport opened. Idempotent, bounded by a few seconds. */
    @Override
    void close();
}
