package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Experiment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** Pieces that several parts of the page have. Text is escaped by jsoup, wherever it comes from. */
final class Html {
    private Html() {}

    /** Where an experiment is on the page. */
    static String id(Experiment experiment) {
        return experiment.topology().word() + "." + experiment.fault().word();
    }

    /** A header cell. */
    static Element header(Element row, String scope, String text) {
        return row.appendElement("th").attr("scope", scope).text(text);
    }

    /** A box for what may be wider than the screen, so that the page itself never is. */
    static Element scrolling(Element parent, String label) {
        return parent.appendElement("div")
                .addClass("scroll")
                .attr("role", "region")
                .attr("tabindex", "0")
                .attr("aria-label", label);
    }

    /** What an experiment comes to, as a symbol and in words. */
    static void verdict(Element parent, @Nullable Experiment experiment) {
        Outcome outcome = Outcome.of(experiment);
        symbol(parent, outcome.css());
        parent.appendElement("b").text(outcome.word(experiment));
    }

    /** One of the symbols that {@code symbols.svg} defines; the words beside it say the same. */
    static void symbol(Element parent, String name) {
        parent.appendElement("svg")
                .addClass("symbol")
                .attr("aria-hidden", "true")
                .appendElement("use")
                .attr("href", "#symbol-" + name);
    }

    /** With a full stop at its end, once. */
    static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** A file beside this class. */
    static String resource(String name) {
        try (InputStream file = Html.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(
                        "The lab's jar lacks " + name + " beside " + Html.class.getName() + "; build the lab again");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "The lab's own " + name + " cannot be read; build the lab again", unreadable);
        }
    }
}
