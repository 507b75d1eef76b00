package io.lockspi.tck.report;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import java.util.Locale;

/** The form for people: one page that needs nothing else. */
final class HtmlReport {
    private static final String STYLE = """
            body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#1b1f24;background:#fff}
            h1 small{font-weight:normal;color:#57606a}
            table{border-collapse:collapse;width:100%}
            th,td{text-align:left;vertical-align:top;padding:.35em .6em;border-bottom:1px solid #d8dee4}
            td.n{text-align:right;font-variant-numeric:tabular-nums}
            .s{font-weight:600;white-space:nowrap}
            .PASS,.COMPATIBLE{color:#116329}.FAIL,.INCOMPATIBLE{color:#b3261e}
            .DEVIATION,.NOT_RUN,.INCOMPLETE{color:#8a5a00}.UNSUPPORTED{color:#57606a}
            .m{white-space:pre-wrap;overflow-wrap:anywhere;color:#57606a}
            tr.FAIL td{background:#fff1f0;color:#1b1f24}
            @media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td{border-color:#30363d}
            .PASS,.COMPATIBLE{color:#56d364}.FAIL,.INCOMPATIBLE{color:#ff7b72}.DEVIATION,.NOT_RUN,.INCOMPLETE{color:#e3b341}
            .m,.UNSUPPORTED,h1 small{color:#8b949e}tr.FAIL td{background:#2d1214;color:#e6edf3}}
            """;

    private HtmlReport() {}

    static String of(Report report) {
        StringBuilder page = new StringBuilder();
        String title = escape(report.subject()) + ": " + report.verdict();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><title>")
                .append(title)
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(escape(report.subject()))
                .append(" <span class=\"")
                .append(report.verdict())
                .append("\">")
                .append(report.verdict())
                .append("</span></h1>\n<p>")
                .append(MarkdownReport.counts(report))
                .append("</p>\n<ul>");
        report.profile()
                .forEach((key, value) -> page.append("<li>")
                        .append(escape(key))
                        .append(": ")
                        .append(escape(value))
                        .append("</li>"));
        page.append("</ul>\n<table><thead><tr><th>Rule</th><th>Level</th><th>State</th><th>Seconds</th>")
                .append("<th>Promise</th></tr></thead>\n");
        group(report, page);
        return page.append("</table>\n</body></html>\n").toString();
    }

    private static void group(Report report, StringBuilder page) {
        String current = "";
        for (RuleResult result : report.rules()) {
            if (!result.rule().group().equals(current)) {
                current = result.rule().group();
                page.append("<tr><th colspan=\"5\">").append(escape(current)).append("</th></tr>\n");
            }
            row(result, page);
        }
    }

    private static void row(RuleResult result, StringBuilder page) {
        page.append("<tr class=\"")
                .append(result.state())
                .append("\" id=\"")
                .append(escape(result.rule().id()));
        page.append("\"><td class=\"s\">").append(escape(result.rule().id())).append("</td><td>");
        page.append(result.rule().level())
                .append("</td><td class=\"s ")
                .append(result.state())
                .append("\">");
        page.append(result.state()).append("</td><td class=\"n\">");
        page.append(String.format(Locale.ROOT, "%.3f", result.seconds())).append("</td><td>");
        page.append(escape(result.rule().statement()));
        if (!result.message().isEmpty()) {
            page.append("<div class=\"m\">").append(escape(result.message())).append("</div>");
            page.append("<div class=\"m\">Look at ")
                    .append(escape(result.rule().lookAt()))
                    .append(".</div>");
        }
        page.append("</td></tr>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
