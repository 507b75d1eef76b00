package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
    @TempDir
    Path directory;

    @Test
    void theNewestNeighbourIsFound() throws IOException {
        Jdk own = new Jdk(jdk("own", "17.0.15"), 17);
        jdk("old", "1.8.0_392");
        jdk("newer", "21.0.2");
        Path newest = jdk("newest", "25");
        Files.createDirectory(directory.resolve("no-jdk"));
        assertThat(Jdk.withVirtualThreads(own, Map.of())).contains(new Jdk(newest, 25));
    }

    @Test
    void oneThatAVariableNamesIsFound() throws IOException {
        Jdk own = new Jdk(jdk("own", "17.0.15"), 17);
        Path named = jdk("elsewhere/jdk", "21.0.2");
        assertThat(Jdk.withVirtualThreads(own, Map.of("JAVA_HOME_21_X64", named.toString(), "HOME", "/")))
                .contains(new Jdk(named, 21));
    }

    @Test
    void withoutOneThereIsNone() throws IOException {
        Jdk own = new Jdk(jdk("own", "17.0.15"), 17);
        assertThat(Jdk.withVirtualThreads(own, Map.of())).isEmpty();
    }

    @Test
    void onesOwnIsTakenIfItHasThem() throws IOException {
        Jdk own = new Jdk(jdk("own", "21.0.2"), 21);
        jdk("newest", "25");
        assertThat(Jdk.withVirtualThreads(own, Map.of())).contains(own);
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Path java = home.resolve("bin").resolve("java");
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(java);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
