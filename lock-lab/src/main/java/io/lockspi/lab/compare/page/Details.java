package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.RunPicture;
import io.lockspi.lab.compare.Topology;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** Each experiment: what was done, what came of it, a timeline, and how to repeat it. */
final class Details {
    private Details() {}

    static void addTo(Element parent, Comparison comparison) {
        comparison.experiments().stream()
                .map(Experiment::topology)
                .distinct()
                .sorted()
                .forEach(topology -> topology(parent, topology, of(topology, comparison)));
    }

    private static List<Experiment> of(Topology topology, Comparison comparison) {
        return comparison.experiments().stream()
                .filter(experiment -> experiment.topology() == topology)
                .toList();
    }

    private static void topology(Element parent, Topology topology, List<Experiment> experiments) {
        Element section = parent.appendElement("section").attr("id", topology.word());
        section.appendElement("h2").text(topology.word());
        section.appendElement("p").text("Servers: " + topology.description() + ".");
        experiments.stream().filter(Experiment::isMeasured).forEach(experiment -> experiment(section, experiment));
        List<Experiment> notRun = experiments.stream()
                .filter(experiment -> !experiment.isMeasured())
                .toList();
        if (!notRun.isEmpty()) {
            notMeasured(section, notRun);
        }
    }

    private static void experiment(Element parent, Experiment experiment) {
        Element article = parent.appendElement("article")
                .attr("id", Html.id(experiment))
                .addClass(Outcome.of(experiment).css());
        Element title = article.appendElement("h3").text(experiment.fault().word() + " ");
        Html.verdict(title.appendElement("span").addClass("verdict"), experiment);
        article.appendElement("p")
                .text(experiment.fault().description() + " " + Amounts.count(experiment.runs(), "run")
                        + ", with a lease of "
                        + Amounts.time((double) experiment.lease().toMillis()) + ".");
        experiment
                .unmet()
                .forEach(complaint -> article.appendElement("p")
                        .addClass("unmet")
                        .text("Not as it must be: " + Html.sentence(complaint)));
        experiment.notes().forEach(note -> article.appendElement("p").text(Html.sentence(note)));
        figures(article.appendElement("dl").addClass("figures"), experiment);
        picture(article, experiment);
        article.appendElement("pre").appendElement("code").text(experiment.command());
        article.appendElement("p")
                .addClass("up")
                .appendElement("a")
                .attr("href", "#glance")
                .text("back to the table");
    }

    private static void figures(Element list, Experiment experiment) {
        figure(list, "sections", Amounts.number(experiment.sections()));
        figure(list, "held twice, both valid (V1)", Amounts.number(experiment.v1()));
        figure(list, "beside a zombie (V2)", Amounts.number(experiment.v2()));
        figure(
                list,
                "longest time of two inside",
                experiment.doubleHolds() == 0 ? "none" : Amounts.time(experiment.longestOverlapMs()));
        figure(list, "refused by the token", Amounts.number(experiment.staleWritesRefused()));
        figure(list, "stale writes accepted", Amounts.number(experiment.staleWritesAccepted()));
        figure(list, "tokens that did not rise", Amounts.number(experiment.tokenRegressions()));
        figure(list, "holder told after", told(experiment));
        figure(list, "lock-out", time(experiment.lockoutMs()));
        figure(list, "outcome unknown", Amounts.number(experiment.unknown()));
        if (experiment.grantsWhileLost() != null) {
            figure(list, "grants without a majority", Amounts.number(experiment.grantsWhileLost()));
        }
    }

    private static String told(Experiment experiment) {
        if (experiment.holderToldMs() != null) {
            return Amounts.time(experiment.holderToldMs());
        }
        return experiment.fault() == Fault.HOLDER_KILLED ? "nobody to tell" : "told of no loss";
    }

    private static String time(@Nullable Double millis) {
        return millis == null ? "not measured" : Amounts.time(millis);
    }

    private static void figure(Element list, String name, String value) {
        Element pair = list.appendElement("div");
        pair.appendElement("dt").text(name);
        pair.appendElement("dd").text(value);
    }

    private static void picture(Element article, Experiment experiment) {
        RunPicture picture = experiment.picture();
        if (picture == null) {
            article.appendElement("p").text("There is no timeline of it.");
            return;
        }
        Element figure = article.appendElement("figure");
        String label = "Timeline of " + experiment.topology() + ", " + experiment.fault();
        new Timeline(picture).addTo(Html.scrolling(figure, label), label);
        Captions.addTo(figure.appendElement("figcaption"), experiment.runs(), picture);
    }

    private static void notMeasured(Element section, List<Experiment> experiments) {
        Element table =
                Html.scrolling(section, "Not measured").appendElement("table").addClass("reasons");
        table.appendElement("caption").text("Not measured here");
        Element head = table.appendElement("thead").appendElement("tr");
        List.of("fault", "why", "command").forEach(name -> Html.header(head, "col", name));
        Element body = table.appendElement("tbody");
        for (Experiment experiment : experiments) {
            Element row = body.appendElement("tr").attr("id", Html.id(experiment));
            Html.header(row, "row", experiment.fault().word());
            row.appendElement("td").text(Html.sentence(String.valueOf(experiment.notRun())));
            row.appendElement("td").appendElement("code").text(experiment.command());
        }
    }
}
