package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSourceTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, redis-server-7.0.15-linux-amd64",
        "Linux, aarch64, redis-server-7.0.15-linux-arm64",
        "Linux, i386, redis-server-7.0.15-linux-386",
        "Mac OS X, x86_64, redis-server-7.0.15-darwin-amd64",
        "Mac OS X, aarch64, redis-server-7.0.15-darwin-arm64"
    })
    void everySupportedMachineHasAProgram(String system, String processor, String resource) throws IOException {
        assertThat(PackagedRedis.resourceName(system, processor)).isEqualTo(resource);
        try (InputStream program = PackagedRedis.open(resource)) {
            assertThat(program.read()).isNotNegative();
        }
    }

    @Test
    void machineWithoutAProgramIsToldWhatToDo() {
        String resource = PackagedRedis.resourceName("Windows 11", "amd64");
        assertThatThrownBy(() -> PackagedRedis.open(resource).close())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("redis-server-7.0.15-windows 11-amd64")
                .hasMessageContaining("-Dlockspi.servers=containers");
    }

    @Test
    void choiceComesFromTheSystemProperty() {
        String before = System.setProperty(ServerSource.PROPERTY, "Packaged");
        try {
            assertThat(ServerSource.configured()).isEqualTo(ServerSource.PACKAGED);
            System.setProperty(ServerSource.PROPERTY, "docker");
            assertThatThrownBy(ServerSource::configured)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'docker'")
                    .hasMessageContaining("packaged");
        } finally {
            restore(before);
        }
    }

    private static void restore(@org.jspecify.annotations.Nullable String before) {
        if (before == null) {
            System.clearProperty(ServerSource.PROPERTY);
        } else {
            System.setProperty(ServerSource.PROPERTY, before);
        }
    }
}
