package io.lockspi.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What must hold instead of a rule when the subject lacks the capability that the rule needs. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Refusal {
    /** The id of the rule. */
    String of();

    /** What must hold then, in one sentence. */
    String statement();
}
