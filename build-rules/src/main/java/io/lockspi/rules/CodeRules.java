package io.lockspi.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Rules about what code does. */
final class CodeRules {
    private static final Set<String> NEW_DATES = Set.of("java.util.Date", "java.util.GregorianCalendar");

    private CodeRules() {}

    static final ArchRule NO_SLEEP = classes()
            .should(notUse(
                    "sleep",
                    target -> target.getName().equals("sleep")
                            && Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit")
                                    .contains(owner(target))))
            .as("nothing sleeps: wait for the event, or use the TimeSource");

    static final ArchRule NO_PRINTING =
            classes().should(notUse("print", CodeRules::prints)).as("libraries do not print: use System.Logger");

    static final ArchRule NO_MONITORS = classes()
            .should(new MonitorCondition())
            .as("nothing uses monitors: they pin virtual threads, so use java.util.concurrent.locks");

    /** Elapsed time must not depend on a clock that can be set, and no time on one that tests cannot replace. */
    static ArchRule noClocksOutside(Set<String> allowed) {
        DescribedPredicate<JavaClass> others = DescribedPredicate.describe(
                "outside " + allowed, type -> !allowed.contains(outermost(type).getName()));
        return classes()
                .that(others)
                .should(notUse("a clock", CodeRules::readsClock))
                .as("nothing reads a clock itself: use the TimeSource");
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(CodeRules::outermost).orElse(type);
    }

    private static String owner(AccessTarget target) {
        return target.getOwner().getName();
    }

    private static boolean prints(AccessTarget target) {
        boolean stream =
                owner(target).equals("java.lang.System") && Set.of("out", "err").contains(target.getName());
        return stream || target.getName().equals("printStackTrace");
    }

    private static boolean readsClock(AccessTarget target) {
        String owner = owner(target);
        String name = target.getName();
        if (owner.equals("java.lang.System")) {
            return name.equals("currentTimeMillis") || name.equals("nanoTime");
        }
        if (owner.equals("java.time.Clock")) {
            return name.startsWith("system") || name.startsWith("tick");
        }
        boolean nowOf = owner.startsWith("java.time.") && name.equals("now");
        boolean calendar = owner.equals("java.util.Calendar") && name.equals("getInstance");
        return nowOf || calendar || (NEW_DATES.contains(owner) && name.equals("<init>"));
    }

    private static ArchCondition<JavaClass> notUse(String what, java.util.function.Predicate<AccessTarget> forbidden) {
        return new ArchCondition<>("not use " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                    if (forbidden.test(access.getTarget())) {
                        events.add(SimpleConditionEvent.violated(access, access.getDescription()));
                    }
                }
            }
        };
    }
}
