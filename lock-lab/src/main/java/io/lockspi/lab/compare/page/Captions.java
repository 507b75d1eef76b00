package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.RunPicture;
import org.jsoup.nodes.Element;

/** What a timeline shows, in words: the marks by their numbers, when two were inside, when nobody could lock. */
final class Captions {
    private Captions() {}

    static void addTo(Element caption, int runs, RunPicture picture) {
        caption.appendElement("p")
                .text(
                        runs > 1
                                ? "The last of " + runs + " runs; all times from the picture's left edge."
                                : "The one run; all times from the picture's left edge.");
        Element marks = caption.appendElement("ol");
        picture.marks()
                .forEach(mark -> marks.appendElement("li").text(Amounts.moment(mark.atMs()) + ": " + mark.text()));
        Element list = caption.appendElement("ul");
        Meeting.of(Overlap.in(picture.lanes()))
                .forEach(meeting -> list.appendElement("li").text(meeting.text()));
        if (picture.lockout() != null) {
            list.appendElement("li")
                    .text("Nobody could lock from "
                            + Amounts.moment(picture.lockout().fromMs()) + " to "
                            + Amounts.moment(picture.lockout().toMs()) + " (the grey stripe).");
        }
        if (list.childrenSize() == 0) {
            list.remove();
        }
        if (marks.childrenSize() == 0) {
            marks.remove();
        }
    }
}
