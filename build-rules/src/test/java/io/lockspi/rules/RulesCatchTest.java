package io.lockspi.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.lockspi.rules.bad.Clocks;
import io.lockspi.rules.bad.Habits;
import io.lockspi.rules.bad.Monitors;
import io.lockspi.rules.bad.cycle.a.Here;
import io.lockspi.rules.bad.cycle.b.There;
import io.lockspi.rules.bad.leak.Leaks;
import io.lockspi.rules.bad.leak.internal.Secret;
import io.lockspi.rules.bad.unmarked.Unmarked;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule catches a class that breaks it, and leaves good ones alone. */
class RulesCatchTest {
    private static final JavaClasses GOOD = new ClassFileImporter().importPackagesOf(ModuleRules.class);

    @Test
    void cycles() {
        JavaClasses cycle = new ClassFileImporter().importClasses(Here.class, There.class);
        caught(LayoutRules.noCycles(Set.of()), cycle, "cycle.a", "cycle.b");
        LayoutRules.noCycles(Set.of(Here.class.getName())).check(cycle);
    }

    @Test
    void internalsInSignatures() {
        caught(
                LayoutRules.NO_INTERNALS_IN_SIGNATURES,
                of(Leaks.class, Secret.class),
                "Leaks shows",
                "Leaks.field shows",
                "Leaks.<init>",
                "Leaks.result() shows",
                "Leaks.argument() shows",
                "Leaks.array() shows",
                "Leaks.exception() shows");
        assertThat(messageOf(LayoutRules.NO_INTERNALS_IN_SIGNATURES, of(Leaks.class)))
                .doesNotContain("hidden");
        assertThatNoException().isThrownBy(() -> LayoutRules.NO_INTERNALS_IN_SIGNATURES.check(of(Secret.class)));
    }

    @Test
    void openClasses() {
        caught(LayoutRules.CLOSED_OR_MADE_FOR_EXTENSION, of(Habits.class), "Habits should be final");
        LayoutRules.CLOSED_OR_MADE_FOR_EXTENSION.check(of(Leaks.class, Secret.class, Here.class, Monitors.class));
    }

    @Test
    void packagesWithoutNullMarked() {
        caught(LayoutRules.NULL_MARKED, of(Unmarked.class), "Unmarked should be in a package with @NullMarked");
        LayoutRules.NULL_MARKED.check(new ClassFileImporter()
                .importPackagesOf(Monitors.class)
                .that(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "marked", type -> !type.getPackageName().endsWith("unmarked"))));
    }

    @Test
    void clocks() {
        caught(
                CodeRules.noClocksOutside(Set.of()),
                of(Clocks.class, Clocks.Nested.class),
                "Clocks.call()",
                "Clocks.reference()",
                "Clocks.instant()",
                "Clocks.date()",
                "Clocks.clock()",
                "Clocks.old()",
                "Clocks$Nested.call()");
        CodeRules.noClocksOutside(Set.of(Clocks.class.getName()))
                .allowEmptyShould(true)
                .check(of(Clocks.class, Clocks.Nested.class));
    }

    @Test
    void sleep() {
        caught(CodeRules.NO_SLEEP, of(Habits.class), "Habits.thread()", "Habits.unit()");
    }

    @Test
    void printing() {
        caught(CodeRules.NO_PRINTING, of(Habits.class), "Habits.out()", "Habits.err()", "Habits.trace(");
    }

    @Test
    void monitors() {
        caught(
                CodeRules.NO_MONITORS,
                of(Monitors.class),
                "Monitors.method is synchronized",
                "Monitors.block is synchronized",
                "Monitors.lambda$inLambda$0 is synchronized");
    }

    @Test
    void goodClassesPass() {
        JavaClasses rules = GOOD.that(com.tngtech.archunit.base.DescribedPredicate.describe(
                "rules", type -> type.getPackageName().equals("io.lockspi.rules")));
        assertThat(rules.size()).isGreaterThan(5);
        for (ArchRule rule : Set.of(
                CodeRules.NO_SLEEP,
                CodeRules.NO_MONITORS,
                CodeRules.NO_PRINTING,
                CodeRules.noClocksOutside(Set.of()),
                LayoutRules.noCycles(Set.of()),
                LayoutRules.CLOSED_OR_MADE_FOR_EXTENSION,
                LayoutRules.NO_INTERNALS_IN_SIGNATURES,
                LayoutRules.NULL_MARKED)) {
            assertThatNoException().as(rule.getDescription()).isThrownBy(() -> rule.check(rules));
        }
    }

    private static JavaClasses of(Class<?>... types) {
        return new ClassFileImporter().importClasses(types);
    }

    private static String messageOf(ArchRule rule, JavaClasses classes) {
        return rule.evaluate(classes).getFailureReport().toString();
    }

    private static void caught(ArchRule rule, JavaClasses classes, String... parts) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> rule.check(classes))
                .satisfies(e -> assertThat(e).hasMessageContainingAll(parts));
    }
}
