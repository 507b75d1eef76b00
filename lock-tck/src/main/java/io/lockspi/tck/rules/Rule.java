package io.lockspi.tck.rules;

import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.bench.Bench;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rule and how to run it. Immutable. */
public final class Rule {
    private final RuleInfo info;
    private final boolean alone;
    private final Method promise;
    private final @Nullable Method refusal;

    private Rule(RuleInfo info, boolean alone, Method promise, @Nullable Method refusal) {
        this.info = info;
        this.alone = alone;
        this.promise = promise;
        this.refusal = refusal;
    }

    static Rule of(String group, Method promise, @Nullable Method refusal) {
        LockRule rule = promise.getAnnotation(LockRule.class);
        String refused =
                refusal == null ? "" : refusal.getAnnotation(Refusal.class).statement();
        RuleInfo info = new RuleInfo(
                rule.id(),
                group,
                rule.level(),
                rule.statement(),
                rule.why(),
                rule.lookAt(),
                List.of(rule.kinds()),
                Set.of(rule.needs()),
                Set.of(rule.uses()),
                rule.service(),
                rule.election(),
                refused);
        return new Rule(info, rule.alone(), promise, refusal);
    }

    /** What it promises. */
    public RuleInfo info() {
        return info;
    }

    /** Its id. */
    public String id() {
        return info.id();
    }

    /** Whether it disturbs others. */
    public boolean alone() {
        return alone;
    }

    /** Whether there is something to check where the capability is missing. */
    public boolean hasRefusal() {
        return refusal != null;
    }

    /** Checks the promise. */
    public void keep(Bench bench) throws Throwable {
        call(promise, bench);
    }

    /** Checks what must be refused instead. */
    public void refuse(Bench bench) throws Throwable {
        if (refusal != null) {
            call(refusal, bench);
        }
    }

    private static void call(Method method, Bench bench) throws Throwable {
        var constructor = method.getDeclaringClass().getDeclaredConstructor();
        try {
            method.invoke(constructor.newInstance(), bench);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    @Override
    public String toString() {
        return info.id() + " " + info.statement();
    }
}
