package io.lockspi.lab.compare.page;

import org.jsoup.nodes.Element;

/** What the words of the page mean. */
final class Legend {
    private Legend() {}

    static void addTo(Element parent) {
        Element section = parent.appendElement("section").attr("id", "words");
        section.appendElement("h2").text("What the words mean");
        Element list = section.appendElement("dl").addClass("legend");
        symbol(list, Outcome.SAFE, "safe", "Never were two clients inside at the same time.");
        symbol(
                list,
                Outcome.ZOMBIE,
                "zombie",
                "Two clients were inside at the same time, but the first one's deadline had passed (V2). It could have"
                        + " known. No lease prevents this: a process that stood still does not know what time it is."
                        + " Fenced means that the guarded resource refused what such a client wrote.");
        symbol(
                list,
                Outcome.HELD_TWICE,
                "held twice",
                "Two clients were inside at the same time, and the deadlines of both were ahead (V1). Neither could"
                        + " know of the other: the lock itself failed.");
        symbol(
                list,
                Outcome.HARM,
                "stale write accepted, tokens did not rise",
                "The last line of defence failed: the guarded resource took a write of an earlier holder after it had"
                        + " seen a newer token, or a later holder had no higher token.");
        symbol(list, Outcome.NOT_MEASURED, "not measured", "Nothing is known, and why.");
        term(
                list,
                "lock-out",
                "The longest time in which nobody could get a lock because of the fault; the median of the runs.");
        term(
                list,
                "told",
                "How long after the fault the holder knew that its claim was over; the median of the runs in which it"
                        + " lost it.");
        term(
                list,
                "refused by the token",
                "Every section has a fencing token, higher than all before it. The guarded resource refuses what comes"
                        + " with a lower token than it has seen: writes, and tokens that a client shows before it writes.");
        term(
                list,
                "unknown",
                "Acquires and releases of which the client could not tell what became of them, because no answer came.");
        term(
                list,
                "not as it must be",
                "The lab knows what must hold for each pair of servers and fault, and this did not.");
        key(section);
    }

    private static void key(Element section) {
        section.appendElement("p").text("In the timelines:");
        Element key = section.appendElement("ul").addClass("key");
        colour(key, "valid", "inside, before its deadline");
        colour(key, "past", "inside, past its deadline (a zombie)");
        colour(key, "twice", "two inside at once, both before their deadlines");
        colour(key, "lockout", "nobody could lock");
        key.appendElement("li").text("Numbers and dashed lines: what was done, told below each picture.");
    }

    private static void colour(Element key, String css, String meaning) {
        Element item = key.appendElement("li");
        item.appendElement("svg")
                .attr("aria-hidden", "true")
                .appendElement("rect")
                .addClass(css);
        item.appendText(meaning);
    }

    private static void symbol(Element list, Outcome outcome, String name, String meaning) {
        Element term = list.appendElement("dt");
        Html.symbol(term, outcome.css());
        term.appendText(name);
        list.appendElement("dd").text(meaning);
    }

    private static void term(Element list, String name, String meaning) {
        list.appendElement("dt").text(name);
        list.appendElement("dd").text(meaning);
    }
}
