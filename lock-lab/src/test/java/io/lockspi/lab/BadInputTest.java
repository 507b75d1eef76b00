package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.LabRunner.Outcome;
import io.lockspi.servers.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                  | A command is missing
            tickts                                              | Did you mean: lab tickets
            tickets --procesess 3                               | Possible solutions: --processes
            tickets --processes four                            | 'four'
            tickets --processes 0                               | --processes must be at least 2 and is 0
            tickets --processes 1                               | a single seller cannot oversell
            tickets --tickets -5                                | --tickets must be at least 1 and is -5
            tickets --trains 0                                  | --trains must be at least 1 and is 0
            tickets --tickets 2 --trains 3                      | every train needs one
            tickets --lease 5                                   | '5' is not a positive duration with a unit
            tickets --lease 0s                                  | '0s' is not a positive duration with a unit
            tickets --lease 5parsecs                            | write 500ms, 5s, 2m or PT5S
            tickets --lease 1ms                                 | lease
            tickets --think-time -1ms                           | '-1ms' is not a positive duration with a unit
            tickets --backend etcd                              | There is no back end 'etcd' in this lab; choose redis, redis-sentinel, redis-cluster, redlock or zookeeper
            tickets --backend redis,etcd                        | There is no back end 'etcd'
            tickets --backend local                             | lives inside one JVM
            tickets --kill-minority                             | needs a back end of several servers
            tickets --servers cloud                             | --servers
            tickets --kill-seller --tickets 5                   | tickets must be left when the seller is disturbed
            tickets --kill-seller --pause-seller --processes 2  | somebody must go on selling
            tickets --uri redis://127.0.0.1 --backend redis     | leave out --backend
            tickets --uri local:                                | lives inside one JVM
            tickets --uri etcd://127.0.0.1                      | etcd
            tickets --uri redis                                 | scheme
            tickets --uri redis://                              | host
            tickets --uri redis://127.0.0.1?leese=5s            | leese
            tickets --uri redis://127.0.0.1?lease=5             | unit
            tck --backend etcd                                  | There is no back end 'etcd' in this lab; choose redis, redis-sentinel, redis-cluster, redlock, zookeeper or local
            tck --backend redis,local                           | There is no back end 'redis,local'
            tck --uri redis://127.0.0.1 --backend redis         | leave out --backend
            tck --uri etcd://127.0.0.1                          | etcd
            tck --uri redis                                     | scheme
            tck --uri redis://127.0.0.1?leese=5s                | leese
            tck --rules Z99                                     | There is no rule 'Z99'
            tck --rules L*,Y*                                   | There is no rule 'Y*'
            tck --hook evict=true                               | for servers of yours, which --uri names
            tck --forgetful                                     | for servers of yours, which --uri names
            tck --uri redis://h --hook explode=true             | There is no hook 'explode'; choose evict, kill, restart, pause, resume
            tck --uri redis://h --hook kill                     | The hook 'kill' has no command
            tck --uri redis://h --hook kill=                    | The hook 'kill' has no command
            tck --uri redis://h --hook kill=true                | of use only with 'restart', 'pause', 'resume'
            tck --uri redis://h --hook evict=a --hook evict=b   | The hook 'evict' is given twice
            tck --threads green                                 | --threads
            tck --servers cloud                                 | --servers
            tck --json /                                        | it is a directory
            tck --html /                                        | The HTML file '/' cannot be written
            tck --markdown /                                    | The Markdown file '/' cannot be written
            compare --topology cluster                          | --topology knows no 'cluster'; there are single, replicas-async
            compare --fault fire                                | --fault knows no 'fire'; there are none, holder-killed
            compare --runs 0                                    | --runs must be at least 1 and is 0
            compare --servers containers                        | needs local processes
            compare --json /                                    | it is a directory
            compare --page /                                    | it is a directory
            bench --scenario two-cars                           | There is no scenario 'two-cars' in this benchmark; choose uncontended
            bench --subject jedis                               | There is no subject 'jedis' in this benchmark; choose lockspi-redis
            bench --subject rlock --peers                       | leave out --peers
            bench --subject floor --scenario one-jvm            | None of the chosen subjects can take part in the scenario
            bench --seconds 0                                   | --seconds must be from 1 to 600 and is 0
            bench --seconds 1h                                  | '1h'
            bench --repeat 101                                  | --repeat must be from 1 to 100 and is 101
            bench --warm-up -1                                  | --warm-up must be from 1 to 600 and is -1
            bench --servers cloud                               | --servers
            bench --json /                                      | it is a directory
            bench --hold 0                                      | --hold must be from 1 to 600 and is 0
            bench --from x.json --peers                         | nothing is measured
            bench --from x.json                                 | --from is for --plots or --page
            bench --from no-such-file --plots target/plots      | cannot be read as JSON
            bench --page pom.xml                                | has no mark for results
            serve                                               | NAME
            serve etcd                                          | There is no back end 'etcd' in this lab; choose redis, redis-sentinel, redis-cluster, redlock or zookeeper
            """)
    void isRefusedInOneSentenceThatNamesIt(String arguments, String named) {
        assertRefused(LabRunner.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")), named);
    }

    @Test
    void aServerThatIsDownIsNamed() throws IOException {
        int port = closedPort();
        assertRefused(LabRunner.run("tickets", "--uri", "redis://127.0.0.1:" + port), String.valueOf(port));
        assertRefused(LabRunner.run("tck", "--uri", "redis://127.0.0.1:" + port), String.valueOf(port));
    }

    @Test
    void aWrongPasswordIsRefusedAndNotRepeated() {
        try (RedisServer server = RedisServer.builder().password("right").start()) {
            Outcome outcome = LabRunner.run("tickets", "--uri", "redis://:wr0ng@127.0.0.1:" + server.port());
            assertRefused(outcome, "password");
            assertThat(outcome.err()).doesNotContain("wr0ng", "right");
        }
    }

    @Test
    void aJsonFileThatCannotBeWrittenIsRefusedBeforeTheRun(@TempDir Path directory) {
        Path missing = directory.resolve("missing").resolve("result.json");
        assertRefused(LabRunner.run("tickets", "--json", missing.toString()), "its directory does not exist");
        assertRefused(LabRunner.run("tickets", "--json", directory.toString()), "it is a directory");
    }

    @Test
    void checkingTheJsonFileLeavesItAsItIs(@TempDir Path directory) throws IOException {
        Path present = Files.writeString(directory.resolve("present.json"), "old");
        Path absent = directory.resolve("absent.json");
        JsonFile.writable(present);
        JsonFile.writable(absent);
        assertThat(present).hasContent("old");
        assertThat(absent).doesNotExist();
    }

    private static void assertRefused(Outcome outcome, String named) {
        assertThat(outcome.err()).contains(named).startsWith("lab: ").doesNotContain("Exception", "\tat ");
        // The sentence, and at most a line that says where to look.
        assertThat(outcome.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
