package io.lockspi.tck.run;

import io.lockspi.tck.Means;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Subject;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Stalls;
import io.lockspi.tck.report.Reports;
import io.lockspi.tck.rules.Rule;
import io.lockspi.tck.rules.RuleBook;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * One run of all rules on one subject. Rules start in the kit's order, several at a time; those that disturb others follow
 * one by one. Every rule has a result in the end, whatever happens. Thread-safe.
 */
public final class Run {
    private static final int JVM_RULES_SIDE_BY_SIDE = 2;

    private final Subject subject;
    private final TckOptions options;
    private final TckListener listener;
    private final Map<Rule, CompletableFuture<RuleResult>> results = new LinkedHashMap<>();
    private final CompletableFuture<Report> report = new CompletableFuture<>();
    private final AtomicInteger done = new AtomicInteger();
    private final ReentrantLock telling = new ReentrantLock();

    private Run(Subject subject, TckOptions options, TckListener listener) {
        this.subject = subject;
        this.options = options;
        this.listener = listener;
        RuleBook.rules().forEach(rule -> results.put(rule, new CompletableFuture<>()));
    }

    /** Starts a run in the background. It closes the subject at its end. */
    public static Run start(Subject subject, TckOptions options, TckListener listener) {
        Run run = new Run(subject, options, listener);
        Thread thread = new Thread(run::run, "tck-run");
        thread.setDaemon(true);
        thread.start();
        return run;
    }

    /** Every rule with its result to come, in the kit's order. */
    public Map<Rule, CompletableFuture<RuleResult>> results() {
        return results;
    }

    /** The whole outcome, once all rules have ended. */
    public CompletableFuture<Report> report() {
        return report;
    }

    private void run() {
        try (Stalls stalls = new Stalls()) {
            Site site = Site.inspect(subject, options);
            sideBySide(site, stalls);
            oneByOne(site, stalls);
            finish(site);
        } catch (Throwable failure) {
            report.completeExceptionally(failure);
        } finally {
            results.forEach((rule, result) -> result.complete(
                    new RuleResult(rule.info(), RuleState.NOT_RUN, 0, rule.id() + ": the run ended before this rule")));
            report.completeExceptionally(new IllegalStateException("the run ended without a report"));
        }
    }

    /** Rules that start JVMs have a lane of their own: starting many at once would starve them all. */
    private void sideBySide(Site site, Stalls stalls) throws InterruptedException {
        List<Rule> rules =
                results.keySet().stream().filter(rule -> !rule.alone()).toList();
        CountDownLatch left = new CountDownLatch(rules.size());
        Map<Boolean, List<Rule>> lanes = rules.stream().collect(Collectors.partitioningBy(Run::startsJvms));
        lanes.forEach((jvms, lane) -> {
            int width = jvms ? Math.min(JVM_RULES_SIDE_BY_SIDE, options.parallel()) : options.parallel();
            ConcurrentLinkedQueue<Rule> todo = new ConcurrentLinkedQueue<>(lane);
            for (int i = 0; i < width; i++) {
                Thread worker = new Thread(() -> work(todo, site, stalls, left), "tck-worker-" + i);
                worker.setDaemon(true);
                worker.start();
            }
        });
        left.await();
    }

    private static boolean startsJvms(Rule rule) {
        return rule.info().uses().contains(Means.PROCESSES);
    }

    private void work(ConcurrentLinkedQueue<Rule> todo, Site site, Stalls stalls, CountDownLatch left) {
        for (Rule rule = todo.poll(); rule != null; rule = todo.poll()) {
            try {
                runOne(rule, site, stalls);
            } finally {
                left.countDown();
            }
        }
    }

    private void oneByOne(Site site, Stalls stalls) {
        results.keySet().stream().filter(Rule::alone).forEach(rule -> runOne(rule, site, stalls));
    }

    private void runOne(Rule rule, Site site, Stalls stalls) {
        try {
            tell(() -> listener.started(rule.info()));
            RuleResult result = new RuleRun(rule, subject, options, site, stalls).run();
            tell(() -> listener.finished(result, done.incrementAndGet(), results.size()));
            result(rule).complete(result);
        } catch (Throwable failure) {
            // The other rules go on, so that nobody waits for ever; the run as a whole has failed.
            report.completeExceptionally(failure);
            result(rule)
                    .complete(new RuleResult(
                            rule.info(),
                            RuleState.NOT_RUN,
                            0,
                            rule.id() + ": the run failed: " + Check.describe(failure)));
        }
    }

    private CompletableFuture<RuleResult> result(Rule rule) {
        CompletableFuture<RuleResult> result = results.get(rule);
        if (result == null) {
            throw new IllegalArgumentException("not a rule of this run: " + rule);
        }
        return result;
    }

    private void tell(Runnable news) {
        telling.lock();
        try {
            news.run();
        } finally {
            telling.unlock();
        }
    }

    private void finish(Site site) throws Exception {
        List<RuleResult> all =
                results.values().stream().map(CompletableFuture::join).toList();
        Report made = new Report(subject.name(), site.profile(), all);
        if (options.directory() != null) {
            Reports.write(made, options.directory());
        }
        subject.close();
        report.complete(made);
    }
}
