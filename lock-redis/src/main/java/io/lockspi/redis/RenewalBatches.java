package io.lockspi.redis;

import io.lockspi.redis.node.RedisTransport;
import io.lockspi.redis.node.Reply;
import io.lockspi.redis.node.RequestFailure;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Renews many claims with few scripts, each on the connection that its claims use anyway. Thread-safe. */
final class RenewalBatches {
    private static final int MAX_CLAIMS = 100;

    private final RedisTransport transport;
    private final EpochGate gate;
    private final Answers answers;
    private final String prefix;
    private final Script script;
    private final List<String> settings;

    /**
     * Made once for each service.
     *
     * @param script the one that renews
     * @param settings what the script is told of failovers, which is the same for all claims
     */
    RenewalBatches(
            RedisTransport transport,
            EpochGate gate,
            Answers answers,
            String prefix,
            Script script,
            List<String> settings) {
        this.transport = transport;
        this.gate = gate;
        this.answers = answers;
        this.prefix = prefix;
        this.script = script;
        this.settings = settings;
    }

    /** The results in the order of the renewals. */
    CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        Renewal.Result[] results = new Renewal.Result[renewals.size()];
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (List<Integer> batch : batches(renewals)) {
            sent.add(send(renewals, batch, results).toCompletableFuture());
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).thenApply(done -> List.of(results));
    }

    /** Indexes that may travel together. */
    private List<List<Integer>> batches(List<Renewal> renewals) {
        int limit = transport.batches() ? MAX_CLAIMS : 1;
        List<List<Integer>> batches = new ArrayList<>();
        Map<Integer, List<Integer>> open = new LinkedHashMap<>();
        for (int i = 0; i < renewals.size(); i++) {
            int lane = transport.lane(renewals.get(i).claim().name());
            List<Integer> batch = open.get(lane);
            if (batch == null || batch.size() == limit) {
                batch = new ArrayList<>();
                open.put(lane, batch);
                batches.add(batch);
            }
            batch.add(i);
        }
        return batches;
    }

    private CompletionStage<?> send(List<Renewal> renewals, List<Integer> batch, Renewal.Result[] results) {
        List<String> keys = new ArrayList<>(2 * batch.size());
        List<String> args = new ArrayList<>(4 * batch.size() + settings.size());
        args.addAll(settings);
        for (int index : batch) {
            Renewal renewal = renewals.get(index);
            LockKeys lock = LockKeys.of(prefix, renewal.claim().name());
            keys.add(lock.lock());
            keys.add(lock.fence());
            args.add(renewal.claim().id());
            args.add(RedisLockService.millis(renewal.lease()));
            args.add(Long.toString(renewal.grant().lastToken()));
            args.add(Confirmation.epochOf(renewal.grant()));
        }
        if (!gate.maxLease().isEmpty()) {
            keys.add(gate.bootKey());
        }
        String name = renewals.get(batch.get(0)).claim().name();
        return gate.eval(name, script, keys, args).handle((reply, error) -> {
            for (int i = 0; i < batch.size(); i++) {
                int index = batch.get(i);
                results[index] = error == null
                        ? result(renewals.get(index), reply, i)
                        : new Renewal.Unknown(RequestFailure.known(error));
            }
            return null;
        });
    }

    private Renewal.Result result(Renewal renewal, Reply reply, int index) {
        if (EpochGate.isPending(reply)) {
            return new Renewal.Unknown(
                    answers.pending("renewal", renewal.claim().name()));
        }
        RequestFailure shortage = reply.shortage();
        if (shortage != null) {
            // Not even a refusal counts: it may come from a master that the others have left.
            return new Renewal.Unknown(shortage);
        }
        long ttlMillis = Answers.number(reply.values(), index);
        if (ttlMillis <= 0) {
            return new Renewal.NotMine();
        }
        if (reply.values().get(reply.values().size() - 1) instanceof String epoch) {
            Confirmation.confirm(renewal.grant(), epoch);
        }
        return new Renewal.Extended(Duration.ofMillis(ttlMillis));
    }
}
