package io.lockspi.lab.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison for programs. What was not measured is null, never 0. */
public final class CompareJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DECIMALS = 3;
    private static final List<String> FIGURES = List.of(
            "sections",
            "doubleHolds",
            "v1",
            "v2",
            "longestOverlapMs",
            "staleWrites",
            "staleWritesRefused",
            "staleWritesAccepted",
            "holderToldMs",
            "lockoutMs",
            "unknown",
            "tokenRegressions",
            "grantsWhileLost");

    private CompareJson() {}

    /**
     * The report.
     *
     * @param comparison what was found
     * @return an object with the array {@code experiments}, and {@code run} for the surroundings
     */
    public static ObjectNode of(Comparison comparison) {
        ObjectNode json = MAPPER.createObjectNode();
        ObjectNode run = json.putObject("run");
        comparison.surroundings().forEach(run::put);
        json.put("quick", comparison.quick());
        json.put("asItMustBe", comparison.isMet());
        json.putArray("experiments");
        comparison
                .experiments()
                .forEach(each -> add(json.withArray("/experiments").addObject(), each));
        return json;
    }

    private static void add(ObjectNode node, Experiment experiment) {
        node.put("backend", experiment.topology().backend());
        node.put("topology", experiment.topology().word());
        node.put("fault", experiment.fault().word());
        node.put("runs", experiment.runs());
        if (experiment.isMeasured()) {
            addFigures(node, experiment);
        } else {
            FIGURES.forEach(node::putNull);
            node.put("notRun", experiment.notRun());
        }
        node.put("leaseMs", experiment.lease().toMillis());
        node.putArray("unmet");
        experiment.unmet().forEach(each -> node.withArray("/unmet").add(each));
        node.putArray("notes");
        experiment.notes().forEach(each -> node.withArray("/notes").add(each));
        node.put("command", experiment.command());
    }

    private static void addFigures(ObjectNode node, Experiment experiment) {
        node.put("sections", experiment.sections());
        node.put("doubleHolds", experiment.doubleHolds());
        node.put("v1", experiment.v1());
        node.put("v2", experiment.v2());
        node.put("longestOverlapMs", rounded(experiment.longestOverlapMs()));
        node.put("staleWrites", experiment.staleWritesAccepted() + experiment.staleWritesRefused());
        node.put("staleWritesRefused", experiment.staleWritesRefused());
        node.put("staleWritesAccepted", experiment.staleWritesAccepted());
        node.put("holderToldMs", rounded(experiment.holderToldMs()));
        node.put("lockoutMs", rounded(experiment.lockoutMs()));
        node.put("unknown", experiment.unknown());
        node.put("tokenRegressions", experiment.tokenRegressions());
        node.put("grantsWhileLost", experiment.grantsWhileLost());
    }

    private static @Nullable BigDecimal rounded(@Nullable Double value) {
        return value == null ? null : BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
    }
}
