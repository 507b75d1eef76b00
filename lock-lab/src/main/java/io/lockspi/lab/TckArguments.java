package io.lockspi.lab;

import io.lockspi.lab.kit.Hooks;
import io.lockspi.lab.kit.RuleChoice;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.tck.Subject;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab tck}, as picocli fills them. */
final class TckArguments {
    private static final Duration HOOK_LIMIT = Duration.ofSeconds(10);
    private static final int RULES_SIDE_BY_SIDE = 12;

    /** Which threads the rules use. */
    enum ThreadKind {
        PLATFORM,
        VIRTUAL
    }

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "Judge redis, redis-sentinel, redis-cluster, redlock, zookeeper or local. Default: redis. The lab"
                            + " starts the servers.")
    @Nullable
    String backend;

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "Judge a server of yours instead, which nobody else uses meanwhile. The environment variable"
                    + " LOCKSPI_URI is not read here, so that no server is used by mistake.")
    @Nullable
    String uri;

    @Option(
            names = "--hook",
            paramLabel = "NAME=CMD",
            description = {
                "With --uri: a shell command that does something to your servers; once for each name. It has 10 s, and"
                        + " succeeds also when there is nothing left to do.",
                "kill, restart, pause, resume: the rules about servers (D..) need all four. LOCKSPI_NODE is the server's"
                        + " number, 0 for the URI's first host. The server's process is ended at once (SIGKILL), started"
                        + " again at the same address, stopped (SIGSTOP), continued (SIGCONT).",
                "evict: the rules about locks that are taken away need it. LOCKSPI_LOCK is the lock's name, of which the"
                        + " command removes the claim from the store; on Redis: redis-cli del"
                        + " \"lockspi:{$LOCKSPI_LOCK}:lock\".",
                "What is missing leaves its rules NOT_RUN; so does a hook that fails or changes nothing, and it is named."
            })
    List<String> hooks = List.of();

    @Option(names = "--forgetful", description = "With the hook restart: a killed server comes back without its data.")
    boolean forgetful;

    @Option(
            names = "--rules",
            split = ",",
            paramLabel = "ID",
            description = "Run only these: L12,F*. The others are NOT_RUN, so that the verdict is INCOMPLETE at best.")
    List<String> rules = List.of();

    @Option(
            names = "--threads",
            paramLabel = "KIND",
            defaultValue = "platform",
            description = "The threads that use the locks: platform or virtual (JDK 21 or newer). Default:"
                    + " ${DEFAULT-VALUE}.")
    ThreadKind threads = ThreadKind.PLATFORM;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Where chance starts from, to repeat a run. Default: ${DEFAULT-VALUE}.")
    long seed;

    @Option(
            names = "--servers",
            paramLabel = "KIND",
            defaultValue = "local",
            description = "Where the lab's servers come from: local (processes) or containers."
                    + " Default: ${DEFAULT-VALUE}.")
    Servers servers = Servers.LOCAL;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report there, for programs.")
    @Nullable
    Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report there, as one page for people.")
    @Nullable
    Path html;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the report there, for issues and wikis.")
    @Nullable
    Path markdown;

    /**
     * How to run the kit.
     *
     * @throws BadInputException if the options make no sense
     */
    TckOptions options() {
        try {
            return new TckOptions(
                    0,
                    seed,
                    RULES_SIDE_BY_SIDE,
                    threads == ThreadKind.VIRTUAL,
                    false,
                    RuleChoice.of(rules, Tck.rules()),
                    null);
        } catch (IllegalArgumentException refused) {
            throw new BadInputException(String.valueOf(refused.getMessage()));
        }
    }

    /** Makes what is judged; may take a while. */
    @FunctionalInterface
    interface Opener {
        Subject open() throws InterruptedException;
    }

    /**
     * What to judge.
     *
     * @return the way to it; nothing has been started yet
     * @throws BadInputException if the options make no sense
     */
    Opener subject() {
        Hooks read = Hooks.of(hooks, HOOK_LIMIT);
        String existing = uri;
        if (existing != null) {
            if (backend != null) {
                throw new BadInputException("--uri names the back end already; leave out --backend.");
            }
            LockCheck.read(existing);
            return () -> {
                LockCheck.usable(LockCheck.read(existing));
                return JudgedServers.existing(existing, read, !forgetful);
            };
        }
        if (!hooks.isEmpty() || forgetful) {
            throw new BadInputException("--hook and --forgetful are for servers of yours, which --uri names; the lab"
                    + " disturbs its own by itself.");
        }
        String name = backend == null ? "redis" : backend;
        Backend.Judged judged = Backend.judged(name);
        return () -> judged.start(servers);
    }
}
