package io.lockspi.lab.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;

/** Draws a report. */
public final class Plots {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 450;
    private static final int TILT = 30;
    private static final double LEAST = 0.001;

    private Plots() {}

    /**
     * Draws everything that was measured.
     *
     * @param figures the report
     * @return of each scenario throughput and waits, or what it is about instead
     */
    public static List<Plot> of(Figures figures) {
        // There need be no screen.
        System.setProperty("java.awt.headless", "true");
        List<Plot> plots = new ArrayList<>();
        for (String scenario : figures.scenarios()) {
            List<JsonNode> results = figures.of(scenario);
            dots(plots, scenario, "cycles a second", "", results, "slowestRound", "opsPerSecond", "fastestRound");
            waits(plots, scenario, results);
            dots(plots, scenario, "cores used by the client", "-cores", results, "leastCores", "cores", "mostCores");
            dots(plots, scenario, "bytes for each lock", "-bytes", results, "bytesPerHeldLock");
        }
        return plots;
    }

    /** Dots above each subject, one for each part. */
    private static void dots(
            List<Plot> plots, String scenario, String unit, String suffix, List<JsonNode> results, String... parts) {
        List<JsonNode> measured =
                results.stream().filter(result -> result.has(parts[0])).toList();
        if (measured.isEmpty()) {
            return;
        }
        CategoryChart chart = chart(scenario, unit);
        if (!suffix.isEmpty()) {
            // What locks cost that are only held differs by less than powers of ten.
            chart.getStyler().setYAxisLogarithmic(false).setYAxisMin(0.0);
        }
        // No bars: where a logarithmic one begins is arbitrary.
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Scatter);
        List<String> subjects = measured.stream().map(Plots::subject).toList();
        for (String part : parts) {
            chart.addSeries(label(part), subjects, values(measured.stream().map(result -> result.path(part))));
        }
        chart.getStyler().setXAxisLabelRotation(TILT);
        plots.add(new Plot(scenario, unit, scenario + suffix + ".svg", Svg.of(chart)));
    }

    private static void waits(List<Plot> plots, String scenario, List<JsonNode> results) {
        List<JsonNode> measured = results.stream()
                .filter(result -> result.has("waitPercentilesUs"))
                .toList();
        if (measured.isEmpty()) {
            return;
        }
        CategoryChart chart = chart(scenario, "microseconds in lock(); x: percentile");
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Line);
        // One above the other, not side by side.
        chart.getStyler().setOverlapped(true);
        for (JsonNode result : measured) {
            JsonNode percentiles = result.path("waitPercentilesUs");
            chart.addSeries(
                    subject(result),
                    percentiles.properties().stream()
                            .map(entry -> entry.getKey())
                            .toList(),
                    values(percentiles.properties().stream().map(entry -> entry.getValue())));
        }
        plots.add(new Plot(scenario, "waits", scenario + "-waits.svg", Svg.of(chart)));
    }

    private static CategoryChart chart(String scenario, String unit) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(scenario)
                .yAxisTitle(unit)
                .build();
        CategoryStyler styler = chart.getStyler();
        styler.setYAxisLogarithmic(true);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        return chart;
    }

    /** A logarithmic axis has no place for 0; the least that can be drawn is less than anything that is measured. */
    private static List<Double> values(Stream<JsonNode> numbers) {
        return numbers.map(number -> Math.max(number.doubleValue(), LEAST)).toList();
    }

    private static String subject(JsonNode result) {
        return result.path("subject").asText();
    }

    private static String label(String part) {
        if (Stream.of("slowest", "least").anyMatch(part::startsWith)) {
            return "least of all rounds";
        }
        return Stream.of("fastest", "most").anyMatch(part::startsWith) ? "most of all rounds" : "median";
    }
}
