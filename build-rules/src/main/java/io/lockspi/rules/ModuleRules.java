package io.lockspi.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Checks a module's own classes, those in {@code target/classes}. A subclass is the whole test:
 *
 * <pre>{@code
 * class ArchitectureTest extends ModuleRules {
 *     ArchitectureTest() {
 *         super(40); // so many classes at least, so that an empty scan does not pass
 *     }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // so that the classes are read once
public abstract class ModuleRules {
    private final JavaClasses classes = new ClassFileImporter().importPath(Path.of("target", "classes"));
    private final int atLeast;
    private final Set<String> clocks;
    private final Set<String> facades;

    /**
     * Rules without exceptions.
     *
     * @param atLeast the scan must see so many classes
     */
    protected ModuleRules(int atLeast) {
        this(atLeast, Set.of(), Set.of());
    }

    /**
     * Rules with exceptions.
     *
     * @param atLeast the scan must see so many classes
     * @param clocks full names of the classes that may read a clock
     * @param facades full names of the classes that may depend on packages which depend on theirs: the entrances, which hide
     *     what is behind them
     */
    protected ModuleRules(int atLeast, Set<String> clocks, Set<String> facades) {
        this.atLeast = atLeast;
        this.clocks = Set.copyOf(clocks);
        this.facades = Set.copyOf(facades);
    }

    @Test
    final void scanSeesTheModule() {
        assertTrue(
                classes.size() >= atLeast,
                () -> "saw " + classes.size() + " classes, expected at least " + atLeast
                        + ": is target/classes empty, or is the number out of date?");
    }

    @Test
    final void packagesHaveNoCycles() {
        LayoutRules.noCycles(facades).check(classes);
    }

    @Test
    final void publicSignaturesNameNothingInternal() {
        LayoutRules.NO_INTERNALS_IN_SIGNATURES.check(classes);
    }

    @Test
    final void publicClassesAreNotExtendedByChance() {
        LayoutRules.CLOSED_OR_MADE_FOR_EXTENSION.check(classes);
    }

    @Test
    final void packagesAreNullMarked() {
        LayoutRules.NULL_MARKED.check(classes);
    }

    @Test
    final void clocksAreReadInOnePlaceOnly() {
        CodeRules.noClocksOutside(clocks).check(classes);
    }

    @Test
    final void nothingSleeps() {
        CodeRules.NO_SLEEP.check(classes);
    }

    @Test
    final void nothingUsesMonitors() {
        CodeRules.NO_MONITORS.check(classes);
    }

    /** Command lines may print; override this there and say so. */
    @Test
    void nothingPrints() {
        CodeRules.NO_PRINTING.check(classes);
    }
}
