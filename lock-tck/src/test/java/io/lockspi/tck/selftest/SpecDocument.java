package io.lockspi.tck.selftest;

import io.lockspi.tck.Means;
import io.lockspi.tck.RuleInfo;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code docs/lock-spec.md}, made from the annotations of the rules. */
final class SpecDocument {
    /** The kinds of failures that distributed locks have had in public, each with several bug reports behind it. */
    static final Map<String, String> KINDS = kinds();

    private static final String PREFACE = """
            # What a lock must do

            Each rule below is one promise, one test of the kit (`lock-tck`), and the name of at least one broken back end that
            the kit is known to catch. This file is written from the rules; a test keeps it in step
            (`mvn -pl lock-tck -am test -Dtest=SpecTest -Dlock.tck.writeSpec=true -Dsurefire.failIfNoSpecifiedTests=false`).

            A **client** is one user of the store, as another process would be: in this library one `LockService`. A **claim** is
            one acquisition. A **lease** is how long the store keeps a claim after the last request that prolonged it. A
            **fencing token** is a number that rises from holder to holder. A **term** is the time for which one candidate of an
            election leads, and its number is a fencing token.

            A rule is **MUST** or **SHOULD**. It *needs* capabilities (`LockCapability`), which the subject declares once. Where one
            is missing, what must be refused instead is checked, and the rule is UNSUPPORTED. Exclusion, recovery from a crash and
            the fate of a stale holder need nothing, so they cannot be declared away; rules about other processes, the network and
            servers count for every subject that says CROSS_PROCESS. A rule *uses* hooks of the subject to make something go
            wrong; without the hook it is NOT_RUN. Rules marked *service* are about `LockService` and not about foreign locks;
            those marked *election* are about `LeaderElection` and not about subjects that have no elections.

            | state | meaning |
            | --- | --- |
            | PASS | it ran, and the promise was kept |
            | FAIL | it ran, and the promise was broken; the message begins with the rule's id |
            | UNSUPPORTED | a capability is not declared, and what must be refused then was refused |
            | NOT_RUN | a hook is missing or does not do what it says, or the platform cannot do it |
            | DEVIATION | it ran and was broken, as the subject had declared |

            The verdict is COMPATIBLE if every MUST rule is PASS or UNSUPPORTED and none is NOT_RUN; INCOMPATIBLE if a MUST rule is
            FAIL or DEVIATION; INCOMPLETE otherwise.

            Every rule ends with the clean-slate check: all its threads have come back, and all its locks are free for a new client.
            Times are multiples of one scale (system property `lock.tck.timeFactor`); chance comes from one seed (`lock.tck.seed`).
            """;

    private SpecDocument() {}

    private static Map<String, String> kinds() {
        Map<String, String> kinds = new TreeMap<>();
        kinds.put("K01", "an acquire that half happened leaves an orphan");
        kinds.put("K02", "an interrupt is handled wrongly");
        kinds.put("K03", "a wait is longer or shorter than asked, or its outcome is told wrongly");
        kinds.put("K04", "renewal outlives ownership");
        kinds.put("K05", "renewal stops, or a loss goes unnoticed");
        kinds.put("K06", "a stale holder acts, or is told that it holds");
        kinds.put("K07", "a release that fails leaves wrong state, or is told wrongly");
        kinds.put("K08", "a request that is sent again counts twice");
        kinds.put("K09", "a wake-up is lost, poisoned or surplus");
        kinds.put("K10", "the queue's order is wrong, or it waits for the dead");
        kinds.put("K11", "the state in the JVM disagrees with the store");
        kinds.put("K12", "something is left behind");
        kinds.put("K13", "names are mixed up");
        kinds.put("K14", "arithmetic of times goes wrong at the edges");
        kinds.put("K15", "a quorum is counted wrongly");
        kinds.put("K16", "servers restart, fail over, evict or forget");
        kinds.put("K17", "clocks jump, processes stand still");
        kinds.put("K18", "a client is closed, or a thread or process dies");
        kinds.put("K19", "the owner is mistaken");
        kinds.put("K20", "threads starve or wait for each other");
        return kinds;
    }

    static String of(List<RuleInfo> rules) {
        StringBuilder text = new StringBuilder(PREFACE);
        String group = "";
        for (RuleInfo rule : rules) {
            if (!rule.group().equals(group)) {
                group = rule.group();
                text.append("\n## ").append(group).append('\n');
            }
            rule(text, rule);
        }
        text.append("\n## Kinds of failures\n\n| kind | what happened | rules |\n| --- | --- | --- |\n");
        KINDS.forEach((kind, what) -> text.append("| ")
                .append(kind)
                .append(" | ")
                .append(what)
                .append(" | ")
                .append(rulesOf(rules, kind))
                .append(" |\n"));
        return text.toString();
    }

    private static String rulesOf(List<RuleInfo> rules, String kind) {
        return rules.stream()
                .filter(rule -> rule.kinds().contains(kind))
                .map(RuleInfo::id)
                .collect(Collectors.joining(" "));
    }

    private static void rule(StringBuilder text, RuleInfo rule) {
        text.append("\n### ").append(rule.id()).append(' ').append(rule.level()).append("\n\n");
        text.append(rule.statement()).append("\n\n");
        text.append("- Why: ").append(rule.why()).append('\n');
        text.append("- Look at: ").append(rule.lookAt()).append('\n');
        if (!rule.kinds().isEmpty()) {
            text.append("- Kinds: ").append(String.join(", ", rule.kinds())).append('\n');
        }
        if (!rule.needs().isEmpty()) {
            text.append("- Needs: ").append(sorted(rule.needs())).append('\n');
        }
        if (!rule.refusal().isEmpty()) {
            text.append("- Without it: ").append(rule.refusal()).append('\n');
        }
        if (!rule.uses().isEmpty()) {
            text.append("- Uses: ")
                    .append(rule.uses().stream()
                            .map(Means::name)
                            .map(name -> name.toLowerCase(Locale.ROOT))
                            .sorted()
                            .collect(Collectors.joining(", ")))
                    .append('\n');
        }
        if (rule.service()) {
            text.append("- Service\n");
        }
        if (rule.election()) {
            text.append("- Election\n");
        }
    }

    private static String sorted(java.util.Set<? extends Enum<?>> names) {
        return names.stream().map(Enum::name).sorted().collect(Collectors.joining(", "));
    }
}
