package io.lockspi.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** Rules about packages and what they show. */
final class LayoutRules {
    private LayoutRules() {}

    static final ArchRule NO_INTERNALS_IN_SIGNATURES = classes()
            .that(DescribedPredicate.describe("applications see", LayoutRules::isVisible))
            .should(new SignatureCondition())
            .allowEmptyShould(true)
            .as("public signatures name nothing from internal packages");

    static final ArchRule CLOSED_OR_MADE_FOR_EXTENSION = classes()
            .that(DescribedPredicate.describe("applications see", LayoutRules::isVisible))
            .should(condition("be final, sealed, abstract or an exception", LayoutRules::isClosedOrMadeForExtension))
            .allowEmptyShould(true)
            .as("public classes are final unless they are made for extension");

    static final ArchRule NULL_MARKED = classes()
            .that(DescribedPredicate.describe(
                    "are in a package", type -> !type.getPackageName().isEmpty()))
            .should(condition(
                    "be in a package with @NullMarked",
                    type -> type.getPackage().isAnnotatedWith(NullMarked.class)))
            .as("every package is @NullMarked");

    /** Each package is a slice of its own, whatever its parent is. */
    static ArchRule noCycles(Set<String> facades) {
        DescribedPredicate<JavaClass> facade =
                DescribedPredicate.describe("facades " + facades, type -> facades.contains(outermost(type)));
        return slices().assignedFrom(new Packages())
                .should()
                .beFreeOfCycles()
                .ignoreDependency(facade, DescribedPredicate.alwaysTrue())
                .allowEmptyShould(true)
                .as("packages have no cycles");
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(LayoutRules::outermost).orElse(type.getName());
    }

    static boolean isInternal(JavaClass type) {
        return (type.getPackageName() + ".").contains(".internal.");
    }

    private static boolean isVisible(JavaClass type) {
        return !isInternal(type)
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(LayoutRules::isVisible).orElse(true);
    }

    private static boolean isClosedOrMadeForExtension(JavaClass type) {
        return type.isInterface()
                || type.isEnum()
                || type.getModifiers().contains(JavaModifier.FINAL)
                || type.getModifiers().contains(JavaModifier.ABSTRACT)
                || type.isAssignableTo(Throwable.class)
                || type.reflect().isSealed();
    }

    private static ArchCondition<JavaClass> condition(String what, java.util.function.Predicate<JavaClass> holds) {
        return new ArchCondition<>(what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!holds.test(type)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " should " + what));
                }
            }
        };
    }

    /** One slice for each package. */
    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
