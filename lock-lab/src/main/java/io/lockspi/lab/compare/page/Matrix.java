package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.Topology;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** The table at a glance: a row for each topology, a column for each fault. */
final class Matrix {
    private final Comparison comparison;

    Matrix(Comparison comparison) {
        this.comparison = comparison;
    }

    void addTo(Element parent) {
        // The roles are those of the tags; where a style sheet makes a list of a table, browsers forget them.
        Element table = Html.scrolling(parent, "At a glance")
                .appendElement("table")
                .addClass("matrix")
                .attr("role", "table");
        table.appendElement("caption").text("What each fault did to a lock that a client was holding");
        List<Fault> faults = comparison.experiments().stream()
                .map(Experiment::fault)
                .distinct()
                .sorted()
                .toList();
        Element head = table.appendElement("thead").appendElement("tr").attr("role", "row");
        Html.header(head, "col", "servers").attr("role", "columnheader");
        faults.forEach(fault -> Html.header(head, "col", fault.word())
                .attr("role", "columnheader")
                .attr("title", fault.description()));
        Element body = table.appendElement("tbody");
        comparison.experiments().stream()
                .map(Experiment::topology)
                .distinct()
                .sorted()
                .forEach(topology -> row(body.appendElement("tr").attr("role", "row"), topology, faults));
    }

    private void row(Element row, Topology topology, List<Fault> faults) {
        Element header = Html.header(row, "row", "").attr("role", "rowheader").attr("title", topology.description());
        header.appendElement("a").attr("href", "#" + topology.word()).text(topology.word());
        for (Fault fault : faults) {
            Experiment experiment = comparison.experiments().stream()
                    .filter(each -> each.topology() == topology && each.fault() == fault)
                    .findFirst()
                    .orElse(null);
            cell(row.appendElement("td").attr("role", "cell").attr("data-fault", fault.word()), experiment);
        }
    }

    private static void cell(Element cell, @Nullable Experiment experiment) {
        Outcome outcome = Outcome.of(experiment);
        cell.addClass(outcome.css());
        if (experiment == null) {
            cell.addClass("not-asked");
            Element nothing = cell.appendElement("div");
            Html.verdict(nothing, null);
            line(nothing, "not asked for");
            return;
        }
        Element link = cell.appendElement("a").attr("href", "#" + Html.id(experiment));
        Html.verdict(link, experiment);
        if (experiment.notRun() != null) {
            link.attr("title", experiment.notRun());
            line(link, experiment.notRun()).addClass("why");
            return;
        }
        figures(link, experiment);
    }

    private static void figures(Element link, Experiment experiment) {
        if (experiment.v1() > 0) {
            line(link, Amounts.number(experiment.v1()) + "× in " + Amounts.count(experiment.runs(), "run"));
        }
        if (experiment.grantsWhileLost() != null) {
            line(
                    link,
                    experiment.grantsWhileLost() == 0
                            ? "no grants meanwhile"
                            : Amounts.count(experiment.grantsWhileLost(), "grant") + " meanwhile");
        }
        line(
                link,
                experiment.lockoutMs() == null
                        ? "lock-out not measured"
                        : "lock-out " + Amounts.time(experiment.lockoutMs()));
        if (!experiment.unmet().isEmpty()) {
            line(link, "not as it must be").addClass("unmet");
        }
    }

    /** Lines are apart also for those who hear or copy them. */
    private static Element line(Element link, String text) {
        return link.appendText(" ").appendElement("span").text(text);
    }
}
