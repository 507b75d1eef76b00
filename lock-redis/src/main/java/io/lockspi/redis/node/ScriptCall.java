package io.lockspi.redis.node;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One script to run, on its way. Once it is submitted it belongs to who sends it, then to the event loop. */
final class ScriptCall {
    private final NodeScript script;
    private final List<String> keys;
    private final List<String> args;
    private final boolean asking;
    private final Demand demand;
    private final CompletableFuture<Reply> answer = new CompletableFuture<>();
    private boolean withText;
    private long sentAt;

    /**
     * A call.
     *
     * @param asking whether the server is to take it though the slot is still on its way there
     * @param demand how many replicas must have what it wrote
     */
    ScriptCall(NodeScript script, List<String> keys, List<String> args, boolean asking, Demand demand) {
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.asking = asking;
        this.demand = demand;
    }

    boolean asking() {
        return asking;
    }

    Demand demand() {
        return demand;
    }

    CompletableFuture<Reply> answer() {
        return answer;
    }

    /** When it was written to a connection, by the time source. */
    long sentAt() {
        return sentAt;
    }

    void sentAt(long nanos) {
        this.sentAt = nanos;
    }

    /** Asks for the script's text to be sent. False if it was sent already. */
    boolean addText() {
        boolean added = !withText;
        withText = true;
        return added;
    }

    ScriptCommand command(CompletableFuture<Object> reply) {
        return withText
                ? ScriptCommand.withText(reply, script, keys, args)
                : ScriptCommand.byHash(reply, script, keys, args);
    }
}
