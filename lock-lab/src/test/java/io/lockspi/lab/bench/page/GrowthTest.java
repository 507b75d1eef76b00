package io.lockspi.lab.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.bench.HeldScenario;
import io.lockspi.lab.bench.Scenario;
import io.lockspi.lab.bench.subject.Subject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void whatGrowsIsMeasuredUnderThatName() {
        Set<String> scenarios = Stream.concat(
                        Scenario.ALL.stream().map(Scenario::name),
                        Stream.of(HeldScenario.values()).map(HeldScenario::title))
                .collect(Collectors.toSet());
        Set<String> subjects = Subject.ALL.stream().map(Subject::name).collect(Collectors.toSet());
        assertThat(Growth.ALL).allSatisfy(growth -> {
            assertThat(growth.steps()).extracting(Growth.Step::scenario).isSubsetOf(scenarios);
            assertThat(growth.subjects()).isSubsetOf(subjects);
        });
    }
}
