package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Report;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On which threads the rules use the locks, and that the report says so. */
class ThreadKindTest {
    private static final String PROPERTY = "lock.tck.threads";
    private static final int JDK = Runtime.version().feature();

    private final String before = System.getProperty(PROPERTY, "platform");

    @AfterEach
    void restore() {
        System.setProperty(PROPERTY, before);
    }

    private static TckOptions options(String threads) {
        System.setProperty(PROPERTY, threads);
        return TckOptions.fromSystemProperties().withDirectory(null).withOnly("L12");
    }

    @Test
    void thisBuildRunsTheRulesOnVirtualThreadsWhereTheJdksAreComplete() {
        assertThat(before).isEqualTo("newest");
        assertThat(options("newest").virtualThreads()).isEqualTo(JDK >= 24);
    }

    @Test
    void rulesRunOnTheThreadsThatTheReportNames() throws Exception {
        for (String threads : JDK >= 21 ? new String[] {"platform", "virtual"} : new String[] {"platform"}) {
            Collection<String> seen = new ConcurrentLinkedQueue<>();
            ProviderSubject memory = Mutant.memory();
            Report report = Tck.run(
                    new DelegatingSubject(memory) {
                        @Override
                        public io.lockspi.tck.LockClient open(java.time.Duration lease) {
                            Thread thread = Thread.currentThread();
                            if (thread.getName().startsWith("tck-L12")) {
                                seen.add(thread.getClass().getSimpleName());
                            }
                            return super.open(lease);
                        }
                    },
                    options(threads),
                    new TckListener() {});
            assertThat(report.profile()).containsEntry("threads", threads);
            assertThat(seen).isNotEmpty().containsOnly(threads.equals("virtual") ? "VirtualThread" : "Thread");
        }
    }

    @Test
    void virtualThreadsAreRefusedWhereThereAreNoneAndSoIsAnotherWord() {
        assertThatThrownBy(() -> options("green"))
                .hasMessageContaining("'green'")
                .hasMessageContaining("newest");
        if (JDK < 21) {
            assertThatThrownBy(() -> options("virtual")).hasMessageContaining("needs JDK 21");
        } else {
            assertThat(options("virtual").virtualThreads()).isTrue();
        }
    }
}
