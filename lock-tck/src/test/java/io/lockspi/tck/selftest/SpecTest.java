package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.Tck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The specification and the rules say the same. */
class SpecTest {
    private static final Path SPEC = Path.of("..", "docs", "lock-spec.md");

    @Test
    void documentIsWrittenFromTheRules() throws IOException {
        String text = SpecDocument.of(Tck.rules());
        if (Boolean.getBoolean("lock.tck.writeSpec")) {
            Files.createDirectories(SPEC.getParent());
            Files.writeString(SPEC, text, StandardCharsets.UTF_8);
        }
        assertThat(Files.readString(SPEC, StandardCharsets.UTF_8))
                .as("docs/lock-spec.md is out of date; write it with -Dlock.tck.writeSpec=true")
                .isEqualTo(text);
    }

    @Test
    void idsAreUniqueAndWellFormed() {
        List<String> ids = Tck.rules().stream().map(RuleInfo::id).toList();
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[A-Z][0-9]{2}"));
    }

    @Test
    void everyRuleSaysWhyAndWhereToLook() {
        assertThat(Tck.rules()).allSatisfy(rule -> {
            assertThat(rule.statement()).as(rule.id()).endsWith(".").hasSizeGreaterThan(20);
            assertThat(rule.why()).as(rule.id()).endsWith(".").hasSizeGreaterThan(10);
            assertThat(rule.lookAt()).as(rule.id()).hasSizeGreaterThan(10);
            assertThat(SpecDocument.KINDS.keySet()).as(rule.id()).containsAll(rule.kinds());
        });
    }

    @Test
    void everyKindIsCovered() {
        Set<String> covered =
                Tck.rules().stream().flatMap(rule -> rule.kinds().stream()).collect(Collectors.toSet());
        assertThat(SpecDocument.KINDS.keySet())
                .filteredOn(kind -> !covered.contains(kind))
                .isEmpty();
    }

    /** What is not declared must be refused, so each capability has a rule that says how. */
    @Test
    void everyCapabilityHasARefusal() {
        Set<LockCapability> refused = EnumSet.noneOf(LockCapability.class);
        Tck.rules().stream().filter(rule -> !rule.refusal().isEmpty()).forEach(rule -> refused.addAll(rule.needs()));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(refused)))
                .as("there is nothing to refuse for those who cannot lose a server")
                .containsExactly(LockCapability.SURVIVES_MINORITY_FAILURE);
    }
}
