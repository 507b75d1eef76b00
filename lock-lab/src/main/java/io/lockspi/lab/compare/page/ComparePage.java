package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Comparison;
import java.util.Map;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.DocumentType;
import org.jsoup.nodes.Element;

/**
 * One HTML file that needs nothing else, neither a network nor a script. Every sentence with a figure is made from what was
 * measured.
 */
public final class ComparePage {
    /** Says to the browser, too, that nothing is to be fetched. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    private ComparePage() {}

    /**
     * The page.
     *
     * @param comparison what was measured
     * @return HTML, to be written as UTF-8
     */
    public static String html(Comparison comparison) {
        Document page = new Document("");
        page.appendChild(new DocumentType("html", "", ""));
        page.outputSettings().prettyPrint(false);
        Element html = page.appendElement("html").attr("lang", "en");
        head(html.appendElement("head"));
        Element body = html.appendElement("body");
        body.append(Html.resource("symbols.svg"));
        header(body, comparison);
        Element main = body.appendElement("main");
        Element glance = main.appendElement("section").attr("id", "glance");
        new Summary(comparison).addTo(glance);
        new Matrix(comparison).addTo(glance);
        Legend.addTo(main);
        Details.addTo(main, comparison);
        surroundings(main, comparison.surroundings());
        return page.outerHtml() + "\n";
    }

    private static void head(Element head) {
        head.appendElement("meta").attr("charset", "utf-8");
        head.appendElement("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1");
        head.appendElement("meta").attr("http-equiv", "Content-Security-Policy").attr("content", POLICY);
        head.appendElement("meta").attr("name", "color-scheme").attr("content", "light dark");
        head.appendElement("title").text("What each fault does to a lock");
        head.appendElement("style").appendChild(new DataNode(Html.resource("page.css")));
    }

    private static void header(Element body, Comparison comparison) {
        Element header = body.appendElement("header");
        header.appendElement("h1").text("What each fault does to a lock");
        header.appendElement("p")
                .text("The same faults on each of several kinds of servers, measured by lockspi's lab. While one client"
                        + " is inside a section, something breaks, and others ask for the lock.");
        if (comparison.quick()) {
            header.appendElement("p").addClass("quick").text("A quick comparison: only some of the faults, few runs.");
        }
    }

    private static void surroundings(Element main, Map<String, String> notes) {
        Element section = main.appendElement("section").attr("id", "surroundings");
        section.appendElement("h2").text("Measured with");
        Element table = Html.scrolling(section, "Measured with").appendElement("table");
        table.appendElement("caption").text("Versions, seeds, machine and load");
        Element head = table.appendElement("thead").appendElement("tr");
        Html.header(head, "col", "what");
        Html.header(head, "col", "value");
        Element body = table.appendElement("tbody");
        notes.forEach((name, value) -> {
            Element row = body.appendElement("tr");
            Html.header(row, "row", name);
            row.appendElement("td").text(value);
        });
    }
}
