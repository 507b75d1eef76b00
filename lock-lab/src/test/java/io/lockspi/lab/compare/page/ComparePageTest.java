package io.lockspi.lab.compare.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.Topology;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** What the page says of experiments made by hand. */
class ComparePageTest {
    @Test
    void theTableHasARowForEachTopologyAndAColumnForEachFault() {
        Document page = page(Samples.full());
        Element table = page.expectFirst("table.matrix");
        assertThat(table.select("thead th[scope=col]").eachText().subList(1, Fault.values().length + 1))
                .isEqualTo(List.of(Fault.values()).stream().map(Fault::word).toList());
        assertThat(table.select("tbody th[scope=row]").eachText())
                .isEqualTo(
                        List.of(Topology.values()).stream().map(Topology::word).toList());
        assertThat(table.select("tbody td")).hasSize(Topology.values().length * Fault.values().length);
    }

    @Test
    void aCellSaysInWordsWhatCameOfIt() {
        Document page = page(Samples.mixed());
        assertThat(cell(page, Topology.REPLICAS_ASYNC, Fault.PRIMARY_KILLED))
                .isEqualTo("held twice 4× in 3 runs lock-out 3.9 s");
        assertThat(cell(page, Topology.ZOOKEEPER_3, Fault.HOLDER_PAUSED)).isEqualTo("zombie, fenced lock-out 3.0 s");
        assertThat(cell(page, Topology.REDLOCK_5, Fault.MINORITY_KILLED)).isEqualTo("safe lock-out less than 1 ms");
        assertThat(cell(page, Topology.REDLOCK_5, Fault.MAJORITY_KILLED))
                .isEqualTo("safe no grants meanwhile lock-out not measured");
        assertThat(cell(page, Topology.REPLICAS_SAFE, Fault.PRIMARY_KILLED))
                .isEqualTo("stale write accepted 1× in 3 runs lock-out 31.0 s not as it must be");
    }

    @Test
    void aCellWithoutAMeasurementSaysSoAndWhy() {
        Document page = page(Samples.mixed());
        assertThat(cell(page, Topology.SINGLE, Fault.STALE_FOLLOWER))
                .isEqualTo("not measured One server has <no> followers & needs none.");
        assertThat(cell(page, Topology.SINGLE, Fault.PRIMARY_KILLED)).isEqualTo("not measured not asked for");
        Element row = byId(page, Topology.SINGLE, Fault.STALE_FOLLOWER);
        assertThat(row.text())
                .contains("One server has <no> followers & needs none.")
                .contains(Samples.command(Topology.SINGLE, Fault.STALE_FOLLOWER));
    }

    @Test
    void everyLinkLeadsToOnePlaceOfThePage() {
        Document page = page(Samples.full());
        List<String> ids = page.select("[id]").eachAttr("id");
        assertThat(ids).doesNotHaveDuplicates();
        List<String> targets = page.select("a[href], use[href]").eachAttr("href");
        assertThat(targets)
                .hasSizeGreaterThan(Samples.full().experiments().size())
                .allSatisfy(target -> {
                    assertThat(target).startsWith("#");
                    assertThat(ids).contains(target.substring(1));
                });
        assertThat(page.select("table.matrix td > a"))
                .hasSameSizeAs(Samples.full().experiments());
    }

    @Test
    void anExperimentTellsItsFiguresAndHowToRepeatIt() {
        Element article = byId(page(Samples.mixed()), Topology.REPLICAS_ASYNC, Fault.PRIMARY_KILLED);
        assertThat(article.text())
                .contains("The primary server is killed")
                .contains("3 runs, with a lease of 3.0 s")
                .contains("The last of 3 runs");
        assertThat(figure(article, "sections")).isEqualTo("1,500");
        assertThat(figure(article, "held twice, both valid (V1)")).isEqualTo("4");
        assertThat(figure(article, "longest time of two inside")).isEqualTo("11.3 s");
        assertThat(figure(article, "refused by the token")).isEqualTo("2");
        assertThat(figure(article, "stale writes accepted")).isEqualTo("0");
        assertThat(figure(article, "holder told after")).isEqualTo("2.6 s");
        assertThat(figure(article, "lock-out")).isEqualTo("3.9 s");
        assertThat(article.select("pre code").text())
                .isEqualTo(Samples.command(Topology.REPLICAS_ASYNC, Fault.PRIMARY_KILLED));
    }

    @Test
    void figuresThatWereNotMeasuredAreNotMadeUp() {
        Element article = byId(page(Samples.mixed()), Topology.REDLOCK_5, Fault.MAJORITY_KILLED);
        assertThat(figure(article, "lock-out")).isEqualTo("not measured");
        assertThat(figure(article, "longest time of two inside")).isEqualTo("none");
        assertThat(figure(article, "grants without a majority")).isEqualTo("0");
        Element other = byId(page(Samples.mixed()), Topology.REDLOCK_5, Fault.MINORITY_KILLED);
        assertThat(figure(other, "holder told after")).isEqualTo("told of no loss");
        assertThat(other.select("dt").eachText()).doesNotContain("grants without a majority");
        assertThat(byId(page(Samples.mixed()), Topology.REPLICAS_SAFE, Fault.PRIMARY_KILLED)
                        .text())
                .contains("There is no timeline of it.");
    }

    @Test
    void theSummaryNamesWhatWentWrongAndSumsUp() {
        Document page = page(Samples.mixed());
        assertThat(page.select(".summary li").eachText())
                .containsExactly(
                        "5 experiments measured with 5,712 sections, 1 not measured.",
                        "Two valid holders at once (V1): replicas-async with primary-killed; replicas-safe with"
                                + " primary-killed; in no other experiment.",
                        "Only zombies beside a holder (V2): zookeeper-3 with holder-paused; in no other experiment.",
                        "Writes of stale holders: the guarded resource refused 5 and accepted 2. Tokens that did not"
                                + " rise: 1.",
                        "The longest lock-out: 31.0 s, replicas-safe with primary-killed.");
        assertThat(page.select(".complaints li").eachText())
                .containsExactly("replicas-safe with primary-killed: It was held twice, <once>.");
    }

    @Test
    void aComparisonOfNothingSaysThatNothingWasMeasured() {
        Document page = page(Samples.comparison(Samples.notRun()));
        assertThat(page.select(".summary li").eachText())
                .containsExactly("0 experiments measured with 0 sections, 1 not measured.");
        assertThat(page.select(".complaints, article")).isEmpty();
    }

    @Test
    void anExperimentOfWhichEveryRunFailedIsAComplaint() {
        Element complaint =
                page(Samples.comparison(Samples.safe(), Samples.failed())).expectFirst(".complaints li");
        assertThat(complaint.text()).isEqualTo("single with primary-killed: run 1 of 1 failed: no server.");
    }

    @Test
    void textOfTheRunStaysText() {
        Document page = page(Samples.mixed());
        assertThat(page.select("no, once, struck")).isEmpty();
        assertThat(page.text())
                .contains("<struck>")
                .contains("The master had \"its\" data & lost it.")
                .contains("<&>");
        assertThat(page.select("td.not-measured a[title]").attr("title"))
                .isEqualTo("One server has <no> followers & needs none.");
    }

    @Test
    void needsNoNetworkAndNoScript() {
        Document page = page(Samples.full());
        assertThat(page.select("script, link, img, iframe, object, [src], [onclick]"))
                .isEmpty();
        assertThat(page.expectFirst("style").data()).doesNotContain("http", "@import", "@font-face");
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'");
    }

    @Test
    void tablesHaveCaptionsAndHeaders() {
        for (Element table : page(Samples.full()).select("table")) {
            assertThat(table.select("caption").text()).isNotBlank();
            assertThat(table.select("thead th[scope=col]")).isNotEmpty();
            assertThat(table.select("tbody tr"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.select("th[scope=row]")).hasSize(1));
        }
    }

    @Test
    void tellsWhatItWasMeasuredWith() {
        assertThat(page(Samples.mixed()).select("#surroundings tbody tr").eachText())
                .contains("seed 4711", "machine Linux amd64, 2 cores <&>", "load average after 1.4");
    }

    @Test
    void aQuickComparisonIsCalledSo() {
        Comparison quick =
                new Comparison(List.of(Samples.safe()), Samples.mixed().surroundings(), true);
        assertThat(page(quick).select(".quick")).hasSize(1);
        assertThat(page(Samples.mixed()).select(".quick")).isEmpty();
    }

    @Test
    void aZombieThatWroteNothingIsNotCalledFenced() {
        Experiment zombie = Samples.zombie();
        assertThat(Outcome.of(zombie).word(zombie)).isEqualTo("zombie, fenced");
        Experiment silent = Samples.silentZombie();
        assertThat(Outcome.of(silent).word(silent)).isEqualTo("zombie, wrote nothing");
    }

    private static Document page(Comparison comparison) {
        return Jsoup.parse(ComparePage.html(comparison));
    }

    private static String cell(Document page, Topology topology, Fault fault) {
        Element row = page.select("table.matrix tbody tr").stream()
                .filter(each -> each.expectFirst("th").text().equals(topology.word()))
                .findFirst()
                .orElseThrow();
        return row.select("td[data-fault=" + fault.word() + "]").text();
    }

    private static Element byId(Document page, Topology topology, Fault fault) {
        return page.expectFirst("[id=" + topology.word() + "." + fault.word() + "]");
    }

    private static String figure(Element article, String name) {
        return article.select(".figures > div").stream()
                .filter(pair -> pair.expectFirst("dt").text().equals(name))
                .map(pair -> pair.expectFirst("dd").text())
                .findFirst()
                .orElseThrow();
    }
}
