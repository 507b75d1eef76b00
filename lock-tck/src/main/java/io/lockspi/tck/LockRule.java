package io.lockspi.tck;

import io.lockspi.spi.LockCapability;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One promise of {@code docs/lock-spec.md}, which is written from these annotations. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LockRule {
    /** A letter for the group and a number, such as {@code L05}; never used for another rule. */
    String id();

    /** How binding it is. */
    Level level() default Level.MUST;

    /** The promise, in one sentence. */
    String statement();

    /** Why it matters. */
    String why();

    /** Where to look if it is broken. */
    String lookAt();

    /** The kinds of public failures behind it, {@code K01} to {@code K20}; see {@code docs/lock-spec.md}. */
    String[] kinds() default {};

    /** What the subject must have declared for the promise to count; without it, its {@link Refusal} is run. */
    LockCapability[] needs() default {};

    /** What the rule needs to make something go wrong; without it, the rule is {@link RuleState#NOT_RUN}. */
    Means[] uses() default {};

    /** Whether it is about {@link io.lockspi.LockService}, and so not about foreign locks. */
    boolean service() default false;

    /** Whether it is about {@link io.lockspi.LeaderElection}, and so not about subjects that have none. */
    boolean election() default false;

    /** Whether it disturbs others, and so runs alone. */
    boolean alone() default false;
}
