package io.lockspi.lab.tickets;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/** Results for programs. The first eight fields of a run are fixed; others may follow them. */
public final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DECIMALS = 3;

    private JsonReport() {}

    /**
     * The report.
     *
     * @param results in the order of the runs
     * @return an object with the array {@code runs}
     */
    public static ObjectNode of(List<RunResult> results) {
        ObjectNode report = MAPPER.createObjectNode();
        ArrayNode runs = report.putArray("runs");
        results.forEach(result -> add(runs.addObject(), result));
        return report;
    }

    private static void add(ObjectNode run, RunResult result) {
        run.put("backend", result.backend());
        run.put("processes", result.plan().processes());
        run.put("tickets", result.plan().tickets());
        run.put("sold", result.tally().sold());
        run.put("oversold", result.tally().oversold());
        run.put("duplicates", result.tally().duplicates());
        run.put("tokenRegressions", result.tally().tokenRegressions());
        run.put("salesPerSecond", rounded(result.salesPerSecond()));
        run.put("seconds", rounded(result.seconds()));
        run.put("staleWritesRefused", result.staleWritesRefused());
        run.put("locksLost", result.locksLost());
        if (result.serversKilled() > 0) {
            run.put("serversKilled", result.serversKilled());
        }
        KilledSeller killed = result.killed();
        if (killed != null) {
            addKilled(run.putObject("killedSeller"), killed);
        }
        PausedSeller paused = result.paused();
        if (paused != null) {
            addPaused(run.putObject("pausedSeller"), paused);
        }
    }

    private static void addKilled(ObjectNode node, KilledSeller killed) {
        node.put("seller", killed.seller());
        node.put("train", killed.train());
        node.put("token", decimal(killed.token()));
        Duration gap = killed.gap();
        node.put("gapSeconds", gap == null ? null : rounded(gap.toNanos() / 1e9));
        node.put("limitSeconds", rounded(killed.limit().toNanos() / 1e9));
        node.put("othersWentOn", killed.othersWentOn());
    }

    private static void addPaused(ObjectNode node, PausedSeller paused) {
        node.put("seller", paused.seller());
        node.put("train", paused.train());
        node.put("token", decimal(paused.token()));
        node.put("pausedSeconds", rounded(paused.paused().toNanos() / 1e9));
        node.put("saidNotHeld", !paused.facts().heldAtFirst());
        node.put("writeRefused", paused.facts().writeRefused());
        node.put("unlock", paused.facts().unlockOutcome());
    }

    /** A token as text: readers that know only doubles would round it. */
    private static String decimal(long token) {
        return Long.toString(token);
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
    }
}
