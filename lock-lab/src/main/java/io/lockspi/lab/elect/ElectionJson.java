package io.lockspi.lab.elect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/** Results for programs. Terms are text: readers that know only doubles would round them. */
public final class ElectionJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ElectionJson() {}

    /**
     * The report.
     *
     * @param results in the order of the runs
     * @return an object with the array {@code runs}
     */
    public static ObjectNode of(List<ElectionResult> results) {
        ObjectNode report = MAPPER.createObjectNode();
        ArrayNode runs = report.putArray("runs");
        results.forEach(result -> add(runs.addObject(), result));
        return report;
    }

    private static void add(ObjectNode run, ElectionResult result) {
        run.put("backend", result.backend());
        ArrayNode terms = run.putArray("terms");
        result.reigns().forEach(reign -> terms.add(Long.toString(reign.term())));
        run.put("overlaps", result.overlaps());
        run.put("incumbentKept", result.kept());
        run.put("leaderlessMs", millis(result.leaderless()));
        ObjectNode handOver = run.putObject("handoverMs");
        HandOvers times = result.handOvers();
        handOver.put("resign", millis(times.median()));
        handOver.put("close", millis(times.close()));
        handOver.put("kill", millis(times.kill()));
        handOver.put("pause", millis(times.pause()));
        handOver.put("resignMax", millis(times.longest()));
        ArrayNode each = run.putArray("resignationsMs");
        times.resignations().forEach(time -> each.add(millis(time)));
        run.put("candidates", result.plan().candidates());
        run.put("leaseMs", result.plan().lease().toMillis());
    }

    private static BigDecimal millis(Duration time) {
        return BigDecimal.valueOf(time.toNanos() / 1e6).setScale(3, RoundingMode.HALF_UP);
    }
}
