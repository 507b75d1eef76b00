package io.lockspi.tck.run;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.Means;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Subject;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import io.lockspi.tck.bench.Stalls;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Threads;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.rules.Rule;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** One run of one rule: decides whether it can run, runs it within a time limit, and puts what happened into words. */
final class RuleRun {
    private final Rule rule;
    private final Subject subject;
    private final TckOptions options;
    private final Site site;
    private final Stalls stalls;

    RuleRun(Rule rule, Subject subject, TckOptions options, Site site, Stalls stalls) {
        this.rule = rule;
        this.subject = subject;
        this.options = options;
        this.site = site;
        this.stalls = stalls;
    }

    RuleResult run() {
        String obstacle = obstacle();
        if (obstacle != null) {
            return result(RuleState.NOT_RUN, 0, obstacle);
        }
        RuleInfo info = rule.info();
        if (info.service() && !subject.hasService()) {
            return result(RuleState.UNSUPPORTED, 0, "the subject is not made by LockService");
        }
        if (info.election() && !subject.hasElections()) {
            return result(RuleState.UNSUPPORTED, 0, "the subject has no elections");
        }
        if (!site.capabilities().containsAll(info.needs())) {
            return runRefusal(info);
        }
        String missing = missingMeans(info);
        return missing != null ? result(RuleState.NOT_RUN, 0, missing) : runPromise();
    }

    private @Nullable String obstacle() {
        if (!options.only().isEmpty() && !options.only().contains(rule.id())) {
            return "left out by the choice of rules";
        }
        return site.unusable();
    }

    private @Nullable String missingMeans(RuleInfo info) {
        for (Means means : info.uses()) {
            String missing = site.missing(means);
            if (missing != null) {
                return missing;
            }
        }
        return null;
    }

    private RuleResult runRefusal(RuleInfo info) {
        StringBuilder absent = new StringBuilder("not declared:");
        info.needs().stream()
                .filter(needed -> !site.capabilities().contains(needed))
                .map(LockCapability::name)
                .sorted()
                .forEach(name -> absent.append(' ').append(name));
        if (!rule.hasRefusal()) {
            return result(RuleState.UNSUPPORTED, 0, absent.toString());
        }
        long began = Ticker.nanos();
        Throwable failure = attempt(rule::refuse);
        return failure == null
                ? result(RuleState.UNSUPPORTED, seconds(began), absent + "; checked: " + info.refusal())
                : result(
                        RuleState.FAIL,
                        seconds(began),
                        absent + ", so this must hold: " + info.refusal() + " But " + describe(failure));
    }

    private RuleResult runPromise() {
        long began = Ticker.nanos();
        Throwable failure = attempt(rule::keep);
        String deviation = subject.deviations().get(rule.id());
        if (failure == null && deviation == null) {
            return new RuleResult(rule.info(), RuleState.PASS, seconds(began), "");
        }
        if (failure == null) {
            return result(
                    RuleState.FAIL,
                    seconds(began),
                    "is kept, but declared as a deviation (" + deviation + "); remove the declaration");
        }
        String broken = describe(failure);
        return deviation == null
                ? result(RuleState.FAIL, seconds(began), broken)
                : result(RuleState.DEVIATION, seconds(began), "as declared (" + deviation + "): " + broken);
    }

    /** What the rule does with its bench. */
    private interface Body {
        void run(Bench bench) throws Throwable;
    }

    private @Nullable Throwable attempt(Body body) {
        ThreadFactory threads = Threads.named("tck-" + rule.id(), options.virtualThreads());
        Bench bench = new Bench(
                subject,
                site.capabilities(),
                site.timing(),
                stalls,
                Site.random(options, rule.id()),
                threads,
                site.names(rule.id()));
        Actor runner = Bench.actor(threads, site.timing());
        try {
            Step<?> step = runner.begin("the rule", () -> perform(body, bench));
            step.within(Site.limit(site.timing()));
            return null;
        } catch (Throwable failure) {
            String position = failure instanceof RuleBroken
                            && failure.getMessage() != null
                            && failure.getMessage().startsWith("the rule has not ended")
                    ? ", at " + runner.position()
                    : "";
            bench.abandon();
            return position.isEmpty() ? failure : new RuleBroken(failure.getMessage() + position);
        } finally {
            runner.interrupt();
            runner.end();
        }
    }

    private static void perform(Body body, Bench bench) throws Exception {
        try {
            body.run(bench);
            bench.finish();
        } catch (Exception | Error known) {
            throw known;
        } catch (Throwable strange) {
            throw new IllegalStateException(strange);
        }
    }

    private static String describe(Throwable failure) {
        return failure instanceof RuleBroken
                ? String.valueOf(failure.getMessage())
                : "the subject failed unexpectedly: " + Check.describe(failure) + whereabouts(failure);
    }

    private static String whereabouts(Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        return stack.length == 0 ? "" : " at " + stack[0];
    }

    private static double seconds(long began) {
        return Math.round(Ticker.since(began).toNanos() / 1e6) / 1e3;
    }

    private RuleResult result(RuleState state, double seconds, String message) {
        return new RuleResult(rule.info(), state, seconds, rule.id() + ": " + message);
    }
}
