package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lockspi.tck.LockTck;
import io.lockspi.tck.Subject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** What the kit looks like to JUnit. */
class LockTckTest {
    private static final String RULES = "lock.tck.rules";

    @BeforeEach
    void choose() {
        System.setProperty(RULES, "L12,L15");
    }

    @AfterEach
    void forget() {
        System.clearProperty(RULES);
    }

    private static Events run(Class<?> test) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(test))
                .execute()
                .testEvents();
    }

    @Test
    void eachRuleIsATestAndNoneIsSkipped() {
        Events events = run(Right.class);

        assertThat(events.succeeded().stream().map(LockTckTest::name).toList())
                .hasSize(3)
                .anyMatch(name -> name.startsWith("L12 unlock() by a thread that does not hold the lock"))
                .anyMatch(name -> name.startsWith("L15 "))
                .contains("verdict");
        events.assertStatistics(statistics -> statistics.skipped(0).failed(0));
    }

    private static String name(Event event) {
        return event.getTestDescriptor().getDisplayName();
    }

    @Test
    void brokenRuleFailsItsTestAndTheVerdictsAndSaysWhereToLook() {
        List<Event> failed = run(Broken.class).failed().list();

        assertThat(failed).extracting(LockTckTest::name).hasSize(2).last().isEqualTo("verdict");
        String message = failed.get(0)
                .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
                .getThrowable()
                .orElseThrow()
                .getMessage();
        assertThat(message)
                .startsWith("L15: newCondition() did not throw UnsupportedOperationException")
                .contains("look at: newCondition()");
    }

    static class Right extends LockTck {
        @Override
        protected Subject subject() {
            return Mutant.memory();
        }
    }

    static class Broken extends LockTck {
        @Override
        protected Subject subject() {
            return Mutants.ALL.stream()
                    .filter(mutant -> mutant.rule().equals("L15"))
                    .findFirst()
                    .orElseThrow()
                    .subject()
                    .get();
        }
    }
}
