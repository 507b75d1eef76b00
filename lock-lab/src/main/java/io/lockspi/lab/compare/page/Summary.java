package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** What all experiments come to, in a few lines. */
final class Summary {
    private final Comparison comparison;
    private final List<Experiment> measured;
    private final int notMeasured;

    Summary(Comparison comparison) {
        this.comparison = comparison;
        measured =
                comparison.experiments().stream().filter(Experiment::isMeasured).toList();
        notMeasured = comparison.experiments().size() - measured.size();
    }

    void addTo(Element parent) {
        unmet(parent);
        Element list = parent.appendElement("ul").addClass("summary");
        list.appendElement("li")
                .text(Amounts.count(measured.size(), "experiment") + " measured with "
                        + Amounts.count(sum(Experiment::sections), "section") + ", " + Amounts.number(notMeasured)
                        + " not measured.");
        if (measured.isEmpty()) {
            return;
        }
        named(list, "Two valid holders at once (V1)", experiment -> experiment.v1() > 0);
        named(list, "Only zombies beside a holder (V2)", experiment -> Outcome.of(experiment) == Outcome.ZOMBIE);
        list.appendElement("li")
                .text("Writes of stale holders: the guarded resource refused "
                        + Amounts.number(sum(Experiment::staleWritesRefused)) + " and accepted "
                        + Amounts.number(sum(Experiment::staleWritesAccepted)) + ". Tokens that did not rise: "
                        + Amounts.number(sum(Experiment::tokenRegressions)) + ".");
        lockout(list);
    }

    private void unmet(Element parent) {
        // Also those of which every run failed.
        List<Experiment> wrong = comparison.experiments().stream()
                .filter(experiment -> !experiment.unmet().isEmpty())
                .toList();
        if (wrong.isEmpty()) {
            return;
        }
        Element box = parent.appendElement("div").addClass("complaints");
        box.appendElement("p").text("Not as it must be:");
        Element list = box.appendElement("ul");
        for (Experiment experiment : wrong) {
            for (String complaint : experiment.unmet()) {
                Element item = list.appendElement("li");
                link(item, experiment, name(experiment));
                item.appendText(": " + Html.sentence(complaint));
            }
        }
    }

    private void named(Element list, String what, Predicate<Experiment> which) {
        Element item = list.appendElement("li").text(what + ": ");
        Map<Topology, List<Experiment>> those = measured.stream()
                .filter(which)
                .collect(Collectors.groupingBy(Experiment::topology, TreeMap::new, Collectors.toList()));
        those.forEach((topology, experiments) -> {
            String before = topology + " with ";
            for (Experiment experiment : experiments) {
                item.appendText(before);
                link(item, experiment, experiment.fault().word());
                before = ", ";
            }
            item.appendText("; ");
        });
        item.appendText(those.isEmpty() ? "in no experiment." : "in no other experiment.");
    }

    private void lockout(Element list) {
        Experiment longest = null;
        double most = -1;
        for (Experiment experiment : measured) {
            Double lockout = experiment.lockoutMs();
            if (lockout != null && lockout > most) {
                longest = experiment;
                most = lockout;
            }
        }
        if (longest != null) {
            Element item = list.appendElement("li");
            item.appendText("The longest lock-out: " + Amounts.time(most) + ", ");
            link(item, longest, name(longest));
            item.appendText(".");
        }
    }

    private static String name(Experiment experiment) {
        return experiment.topology() + " with " + experiment.fault();
    }

    private static void link(Element parent, Experiment experiment, String text) {
        parent.appendElement("a").attr("href", "#" + Html.id(experiment)).text(text);
    }

    private long sum(ToLongFunction<Experiment> figure) {
        return measured.stream().mapToLong(figure).sum();
    }
}
