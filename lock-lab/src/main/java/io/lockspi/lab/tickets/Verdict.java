package io.lockspi.lab.tickets;

import io.lockspi.lab.stock.Tally;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the runs showed what they were to show. Immutable.
 *
 * @param complaints what they did not show, one sentence each; empty if all is well
 * @param summary what they did show
 */
public record Verdict(List<String> complaints, String summary) {

    /** Copies the list. */
    public Verdict {
        complaints = List.copyOf(complaints);
    }

    /**
     * Judges.
     *
     * @param results the run without a lock first
     * @return the verdict
     */
    public static Verdict on(List<RunResult> results) {
        List<String> complaints = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (RunResult result : results) {
            List<String> found = result.hasLocks() ? lockedComplaints(result) : unlockedComplaints(result);
            found.forEach(complaint -> complaints.add(result.backend() + ": " + complaint));
            if (found.isEmpty()) {
                findings.add(finding(result));
            }
        }
        return new Verdict(complaints, String.join("; ", findings));
    }

    /** Whether everything was shown. */
    public boolean holds() {
        return complaints.isEmpty();
    }

    private static List<String> unlockedComplaints(RunResult result) {
        return result.tally().oversold() > 0
                ? List.of()
                : List.of("the run without a lock did not oversell, so the others prove nothing; "
                        + "take more --tickets or a longer --think-time");
    }

    private static List<String> lockedComplaints(RunResult result) {
        List<String> complaints = new ArrayList<>();
        Tally tally = result.tally();
        int unsold = result.plan().tickets() - tally.distinct();
        complainIf(complaints, unsold, "tickets were never sold");
        complainIf(complaints, tally.oversold(), "sales went beyond the stock");
        complainIf(complaints, tally.duplicates(), "sales were of a ticket that had been sold before");
        complainIf(complaints, tally.tokenRegressions(), "fencing tokens did not rise");
        if (result.plan().killMinority() && result.serversKilled() == 0) {
            complaints.add("no server was killed, so the run does not show what it was to show");
        }
        KilledSeller killed = result.killed();
        if (killed != null && !killed.othersWentOn()) {
            complaints.add("after seller " + killed.seller() + " was killed, nobody sold a ticket of train "
                    + killed.train() + " for longer than " + Text.seconds(killed.limit()));
        }
        PausedSeller paused = result.paused();
        if (paused != null) {
            complaints.addAll(paused.complaints());
        }
        return complaints;
    }

    private static void complainIf(List<String> complaints, int count, String what) {
        if (count > 0) {
            complaints.add(count + " " + what);
        }
    }

    private static String finding(RunResult result) {
        if (!result.hasLocks()) {
            return "without a lock " + result.tally().oversold() + " sales too many were made";
        }
        StringBuilder finding = new StringBuilder("with " + result.backend() + " each of the "
                + result.plan().tickets() + " tickets was sold exactly once and no token went backwards");
        KilledSeller killed = result.killed();
        if (result.serversKilled() > 0) {
            finding.append(", although ")
                    .append(result.serversKilled())
                    .append(" of its servers were killed meanwhile");
        }
        if (killed != null && killed.gap() != null) {
            finding.append(", the others went on ")
                    .append(Text.seconds(killed.gap()))
                    .append(" after a seller was killed");
        }
        if (result.paused() != null) {
            finding.append(", and the stopped seller knew that its lock was lost and could do no harm");
        }
        return finding.toString();
    }
}
