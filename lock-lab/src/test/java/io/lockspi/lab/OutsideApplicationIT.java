package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application outside of this build, made from the installed artifacts with plain Maven, locks on the class path and on
 * the module path, and moves to another back end by one dependency and one URI.
 */
class OutsideApplicationIT {
    @TempDir
    Path work;

    @Test
    void locksOnRedisWithNothingSuperfluousInItsDependencies() throws Exception {
        Path app = build("lock-redis");
        try (RedisServer redis = RedisServer.start()) {
            Map<String, String> environment = Map.of("LOCKSPI_URI", redis.uri().toString());
            assertThat(OutsideMaven.run(app, environment, onClassPath())).contains("locked by redis in unnamed module");
            assertThat(OutsideMaven.run(app, environment, onModulePath()))
                    .contains("locked by redis in module outside.app");
        }
        assertThat(Files.readString(app.resolve("target/tree.txt")))
                .contains("io.lockspi:lock-redis", "org.redisson:redisson")
                .doesNotContainPattern("lock-(tck|servers|lab|local)|embedded-redis|testcontainers|junit|assertj")
                .doesNotContainPattern("slf4j-(nop|simple|jdk14|log4j12|reload4j)|logback|log4j-(core|slf4j)");
    }

    @Test
    void movesToTheLocalBackEndByItsDependencyAndItsUri() throws Exception {
        Path app = build("lock-local");
        Map<String, String> environment = Map.of("LOCKSPI_URI", "local:");
        assertThat(OutsideMaven.run(app, environment, onClassPath())).contains("locked by local in unnamed module");
        assertThat(OutsideMaven.run(app, environment, onModulePath()))
                .contains("locked by local in module outside.app");
    }

    @Test
    void hasAllBackEndsBesideLettuceAndNettyOfItsOwn() throws Exception {
        Path app = build("src/it/outside-netty-app", version("lettuce.version"));
        try (RedisServer redis = RedisServer.start();
                RedisGroup five = RedisGroup.start(5);
                ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(1)) {
            List<String> command = List.of(
                    java(),
                    "-cp",
                    "target/outside-netty-app-1.jar" + File.pathSeparator + "target/libs/*",
                    "outside.NettyApp",
                    redis.uri().toString(),
                    redis.uri().toString(),
                    "redlock://" + five.hosts(),
                    ensemble.uri().toString());
            assertThat(OutsideMaven.run(app, Map.of(), command))
                    .contains("locked by redis, echo says y")
                    .contains("locked by redlock, echo says y")
                    .contains("locked by zookeeper, echo says y");
        }
        assertThat(Files.readString(app.resolve("target/tree.txt")))
                .contains("io.lettuce:lettuce-core", "org.redisson:redisson", "org.apache.zookeeper:zookeeper")
                .doesNotContainPattern("io\\.netty:netty-[a-z-]*:jar:(linux[a-z0-9_-]*:)?4\\.1\\.")
                .doesNotContainPattern(
                        "lock-(tck|servers|lab|local)|snappy|metrics-core|jetty|netty-tcnative-boringssl")
                .doesNotContainPattern("slf4j-(nop|simple|jdk14|log4j12|reload4j)|logback|log4j-(core|slf4j)");
    }

    private Path build(String backend) throws Exception {
        return build("src/it/outside-app", "-Dbackend=" + backend);
    }

    private Path build(String sources, String property) throws Exception {
        Path app = OutsideMaven.copy(Path.of(sources), work.resolve("app"));
        OutsideMaven.run(
                app, property, version("compiler-plugin.version"), version("dependency-plugin.version"), "package");
        return app;
    }

    private static String version(String property) {
        return "-D" + property + "=" + System.getProperty(property);
    }

    private static List<String> onClassPath() {
        return List.of(java(), "-cp", "target/outside-app-1.jar" + File.pathSeparator + "target/libs/*", "outside.App");
    }

    private static List<String> onModulePath() {
        String path = "target/outside-app-1.jar" + File.pathSeparator + "target/libs";
        return List.of(java(), "-p", path, "-m", "outside.app/outside.App");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
