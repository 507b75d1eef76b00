package io.lockspi.peers;

import io.lockspi.tck.Level;
import io.lockspi.tck.Means;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.Tck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Writes {@code docs/peers.md} from the findings of the runs. It says what was seen, and nothing else. */
final class PeersPage {
    private static final Path PAGE = Path.of("..", "docs", "peers.md");
    private static final String FOREIGN = "the subject is not made by LockService";
    private static final Map<String, RuleInfo> RULES =
            Tck.rules().stream().collect(Collectors.toMap(RuleInfo::id, rule -> rule));

    private final List<Findings> peers;
    private final List<Findings> all;
    private final StringBuilder text = new StringBuilder();

    /**
     * Makes a page.
     *
     * @param peers the peers' findings
     * @param ours what the rules about servers found of ours
     */
    PeersPage(List<Findings> peers, List<Findings> ours) {
        this.peers = peers;
        this.all = new ArrayList<>(peers);
        all.addAll(ours);
    }

    void write() throws IOException {
        Files.writeString(PAGE, text(), StandardCharsets.UTF_8);
    }

    private void line(String... parts) {
        text.append(String.join("", parts)).append('\n');
    }

    private String text() throws IOException {
        try (var head = PeersPage.class.getResourceAsStream("peers-head.md")) {
            if (head == null) {
                throw new IllegalStateException("peers-head.md is not beside " + PeersPage.class);
            }
            text.append(new String(head.readAllBytes(), StandardCharsets.UTF_8));
        }
        summary();
        knownFacts();
        servers();
        peers.forEach(this::peer);
        return text.toString();
    }

    private void row(String... cells) {
        line("| ", String.join(" | ", cells), " |");
    }

    private void summary() {
        line("\n## What was run\n");
        row(
                "subject",
                "what it is",
                "servers",
                "kept",
                "broken, shown by hand",
                "broken, not shown",
                "not declared",
                "day",
                "minutes",
                "times");
        line("|", " --- |".repeat(10));
        for (Findings found : peers) {
            Peer peer = Peer.of(found.id());
            int unconfirmed = unconfirmed(found).size();
            row(
                    "[" + found.id() + "](#" + found.id() + ")",
                    peer.what(),
                    peer.stores(),
                    String.valueOf(found.rules("PASS").size()),
                    String.valueOf(found.broken().size() - unconfirmed),
                    String.valueOf(unconfirmed),
                    String.valueOf(notDeclared(found)),
                    found.text("date"),
                    String.valueOf(Math.round(found.json().path("seconds").asInt() / 60.0)),
                    "x " + found.profile("timeFactor"));
        }
        Arrays.stream(Peer.values())
                .filter(peer -> peers.stream().noneMatch(found -> found.id().equals(peer.id())))
                .forEach(peer -> line("\n**Not run yet:** ", peer.id(), "."));
        line("\nJava ", peers.get(0).profile("java"), " on ", peers.get(0).profile("system"), ".");
    }

    private static long notDeclared(Findings found) {
        return found.rules("UNSUPPORTED").stream()
                .filter(rule -> !rule.path("message").asText().endsWith(FOREIGN))
                .count();
    }

    private void knownFacts() {
        line("\n## What was known before, and which rule finds it\n");
        row("known by hand", "rule", "this run", "shown by hand");
        line("|", " --- |".repeat(4));
        for (KnownFact fact : KnownFact.values()) {
            String peer = fact.peer().id();
            String seen = peers.stream()
                    .filter(run -> run.id().equals(peer))
                    .map(run -> fact.isFound(run) ? "found" : "**not found**")
                    .findFirst()
                    .orElse("not run");
            row(fact.what(), fact.rule(), seen, Facts.links(peer, fact.rule()));
        }
    }

    private void servers() {
        line("\n## The rules about servers, side by side\n");
        line("All servers of a subject are killed or stopped together. Ours are here for comparison.\n");
        List<RuleInfo> rules = Tck.rules().stream()
                .filter(rule -> rule.uses().contains(Means.NODES))
                .toList();
        line("| rule | ", all.stream().map(Findings::id).collect(Collectors.joining(" | ")), " |");
        line("| --- |", " --- |".repeat(all.size()));
        for (RuleInfo rule : rules) {
            line(
                    "| ",
                    rule.id(),
                    " ",
                    rule.statement(),
                    " | ",
                    all.stream().map(found -> word(found.state(rule.id()))).collect(Collectors.joining(" | ")),
                    " |");
        }
    }

    private static String word(String state) {
        return switch (state) {
            case "PASS" -> "kept";
            case "FAIL" -> "**broken**";
            case "UNSUPPORTED" -> "not declared";
            default -> state;
        };
    }

    private void peer(Findings found) {
        Peer peer = Peer.of(found.id());
        line("\n## ", found.id(), "\n");
        line(peer.what(), ", on ", peer.stores(), ". Declared: ", found.profile("capabilities"), ".\n");
        row("rule", "promised", "what happened", "shown by hand");
        line("|", " --- |".repeat(4));
        for (Findings.Broken broken : found.broken()) {
            RuleInfo rule = Objects.requireNonNull(RULES.get(broken.rule()), broken.rule());
            row(
                    rule.id() + (rule.level() == Level.SHOULD ? " (SHOULD)" : ""),
                    cell(rule.statement()),
                    cell(broken.message().substring(rule.id().length() + 2)),
                    Facts.links(found.id(), rule.id()));
        }
        notDeclared(found, peer);
    }

    private void notDeclared(Findings found, Peer peer) {
        String ids = found.rules("UNSUPPORTED").stream()
                .filter(rule -> !rule.path("message").asText().endsWith(FOREIGN))
                .map(rule -> rule.path("id").asText())
                .collect(Collectors.joining(", "));
        line("\nNot declared, so only the refusal was checked: ", ids.isEmpty() ? "none" : ids, ".");
        peer.unanswerable().forEach((rule, why) -> line("Asked in vain: ", rule, " (", why, ")."));
    }

    /** One line, without what changes from run to run and without the stack of a thread beyond its first lines. */
    private static String cell(String message) {
        String[] lines = message.strip().split("\n", -1);
        String whole = lines.length == 1 ? lines[0] : lines[0] + " " + innermost(lines);
        String plain = whole.replaceAll("\\s+", " ").replace("|", "\\|").replace("<", "&lt;");
        return plain.length() > 420 ? plain.substring(0, 420) + " ..." : plain;
    }

    /** The first lines of a stack that are not of the JDK. */
    private static String innermost(String[] stack) {
        List<String> own = new ArrayList<>();
        for (String frame : stack) {
            if (!frame.contains("java.base") && frame.contains("at ") && own.size() < 2) {
                own.add(frame.strip().replace("app//", ""));
            }
        }
        return String.join(" ", own);
    }

    /** For the test that asks whether all was confirmed. */
    static List<String> unconfirmed(Findings found) {
        return found.broken().stream()
                .map(Findings.Broken::rule)
                .filter(rule -> Facts.of(found.id(), rule).isEmpty())
                .toList();
    }

    /** Rules that need a hook to the servers. */
    static String[] serverRules() {
        return Tck.rules().stream()
                .filter(rule -> rule.uses().contains(Means.NODES))
                .map(RuleInfo::id)
                .toArray(String[]::new);
    }
}
