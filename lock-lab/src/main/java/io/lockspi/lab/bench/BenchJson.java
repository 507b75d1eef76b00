package io.lockspi.lab.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The report for programs. What was not measured is absent; a bar that was not measured says so. */
public final class BenchJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DECIMALS = 3;
    private static final double[] PERCENTILES = {25, 50, 75, 90, 99, 99.9, 99.99, 100};

    private BenchJson() {}

    /**
     * The report.
     *
     * @param report what was measured
     * @return an object with the arrays {@code scenarios} and {@code bars}, and {@code run} for the surroundings
     */
    public static ObjectNode of(BenchReport report) {
        ObjectNode json = MAPPER.createObjectNode();
        ObjectNode run = json.putObject("run");
        report.surroundings().forEach(run::put);
        for (Result result : report.results()) {
            add(json.withArray("/scenarios").addObject(), report.results(), result);
        }
        report.measured()
                .held()
                .forEach(result -> HeldJson.add(json.withArray("/scenarios").addObject(), result));
        report.measured()
                .notRun()
                .forEach((name, reason) ->
                        json.withArray("/notRun").addObject().put("name", name).put("reason", reason));
        for (Bar bar : report.bars()) {
            ObjectNode node = json.withArray("/bars").addObject();
            node.put("name", bar.name());
            put(node, "value", bar.value());
            node.put("measured", bar.isMeasured());
            put(node, "bar", bar.bar());
            node.put("limit", bar.isUpperLimit() ? "at most" : "at least");
            node.put("met", bar.isMet());
        }
        return json;
    }

    private static void add(ObjectNode node, List<Result> results, Result result) {
        node.put("name", result.scenario().name());
        node.put("subject", result.subject().name());
        node.put("settings", result.subject().settings());
        if (result.isMeasured()) {
            addFigures(node, result);
            put(node, "ratioToFloor", Results.overFloor(results, result));
            put(node, "ratioToRLock", Results.overRLock(results, result));
            result.shares().forEach(share -> node.withArray("/shares").add(rounded(share)));
        }
        node.put("overlaps", result.overlaps());
        node.put("lostUpdates", result.lostUpdates());
        node.put("tokenRegressions", result.tokenRegressions());
        if (result.failure() != null) {
            node.put("failure", result.failure());
        }
    }

    private static void addFigures(ObjectNode node, Result result) {
        put(node, "opsPerSecond", result.opsPerSecond());
        put(node, "slowestRound", result.slowestRound());
        put(node, "fastestRound", result.fastestRound());
        Histogram wait = result.waits();
        put(node, "p50Us", Millis.micros(wait.getValueAtPercentile(50)));
        put(node, "p99Us", Millis.micros(wait.getValueAtPercentile(99)));
        put(node, "maxMs", Millis.of(wait.getMaxValue()));
        Histogram cycle = result.cycles();
        put(node, "cycleP50Us", Millis.micros(cycle.getValueAtPercentile(50)));
        put(node, "cycleP99Us", Millis.micros(cycle.getValueAtPercentile(99)));
        for (int jvm = 0; jvm < result.scenario().jvms().size(); jvm++) {
            Histogram own = result.waitOfJvm(jvm);
            ObjectNode jvmNode = node.withArray("/jvms").addObject();
            put(jvmNode, "p50Us", Millis.micros(own.getValueAtPercentile(50)));
            put(jvmNode, "p99Us", Millis.micros(own.getValueAtPercentile(99)));
            put(jvmNode, "maxMs", Millis.of(own.getMaxValue()));
        }
        addPercentiles(node.withObject("/waitPercentilesUs"), wait);
        put(node, "requestsPerSection", result.requestsPerSection());
        Traffic traffic = result.traffic();
        if (traffic != null) {
            put(node, "commandsPerHandOver", traffic.commandsPerHandOver());
            put(node, "pollsPerHandOver", traffic.pollsPerHandOver());
            put(node, "clientsToldPerHandOver", traffic.toldPerHandOver());
            node.put("handOversCounted", traffic.handOvers());
        }
    }

    private static void addPercentiles(ObjectNode node, Histogram wait) {
        for (double percentile : PERCENTILES) {
            String name = percentile == Math.rint(percentile)
                    ? String.valueOf((long) percentile)
                    : String.valueOf(percentile);
            put(node, name, Millis.micros(wait.getValueAtPercentile(percentile)));
        }
    }

    static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, rounded(value));
        }
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
    }
}
