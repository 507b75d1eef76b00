package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application outside of this build, made from the installed artifacts with plain Maven, locks on the class path and on
 * the module path, and moves to another back end by one dependency and one URI.
 */
class OutsideApplicationIT {
    private static final Path SOURCES = Path.of("src/it/outside-app");

    @TempDir
    Path work;

    @Test
    void locksOnRedisWithNothingSuperfluousInItsDependencies() throws Exception {
        Path app = build("lock-redis");
        try (RedisServer redis = RedisServer.start()) {
            Map<String, String> environment = Map.of("LOCKSPI_URI", redis.uri().toString());
            assertThat(run(app, environment, onClassPath())).contains("locked by redis in unnamed module");
            assertThat(run(app, environment, onModulePath())).contains("locked by redis in module outside.app");
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
        assertThat(run(app, environment, onClassPath())).contains("locked by local in unnamed module");
        assertThat(run(app, environment, onModulePath())).contains("locked by local in module outside.app");
    }

    @Test
    void locksOnRedisAndOnZooKeeperFromOneClassPath() throws Exception {
        Path app = build("lock-redis", "lock-zookeeper");
        try (RedisServer redis = RedisServer.start();
                ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(1)) {
            for (String uri : List.of(redis.uri().toString(), ensemble.uri().toString())) {
                String said = run(app, Map.of("LOCKSPI_URI", uri), onClassPath());
                assertThat(said).contains("locked by " + uri.substring(0, uri.indexOf(':')) + " in unnamed module");
            }
        }
        assertThat(Files.readString(app.resolve("target/tree.txt")))
                .contains("org.apache.zookeeper:zookeeper", "org.apache.curator:curator-framework")
                .doesNotContainPattern("io\\.netty:netty-[a-z-]*:jar:(linux[a-z0-9_-]*:)?4\\.1\\.")
                .doesNotContainPattern(
                        "lock-(tck|servers|lab|local)|snappy|metrics-core|jetty|netty-tcnative-boringssl")
                .doesNotContainPattern("slf4j-(nop|simple|jdk14|log4j12|reload4j)|logback|log4j-(core|slf4j)");
    }

    private Path build(String backend, String... others) throws Exception {
        Path app = copySources(work.resolve(backend));
        Path pom = app.resolve("pom.xml");
        for (String other : others) {
            String dependency = "<dependency><groupId>io.lockspi</groupId><artifactId>" + other
                    + "</artifactId><version>${lockspi.version}</version><scope>runtime</scope></dependency>";
            Files.writeString(pom, Files.readString(pom).replace("</dependencies>", dependency + "</dependencies>"));
        }
        List<String> command =
                new ArrayList<>(List.of("mvn", "-B", "-ntp", "-s", settings().toString()));
        command.add("-Dmaven.repo.local=" + Path.of("target/it-repo").toAbsolutePath());
        command.add("-Dbackend=" + backend);
        command.add("-Dlockspi.version=" + System.getProperty("project.version"));
        for (String version : List.of("compiler-plugin.version", "dependency-plugin.version")) {
            command.add("-D" + version + "=" + System.getProperty(version));
        }
        command.add("package");
        run(app, Map.of("JAVA_HOME", System.getProperty("java.home")), command);
        return app;
    }

    /** What the outer build has downloaded already need not be fetched again. */
    private Path settings() throws IOException {
        String downloaded = Path.of(System.getProperty("maven.repo")).toUri().toString();
        String repository = "<id>downloaded</id><url>" + downloaded + "</url>";
        Path file = work.resolve("settings.xml");
        Files.writeString(
                file,
                "<settings><profiles><profile><id>p</id><repositories><repository>" + repository
                        + "</repository></repositories><pluginRepositories><pluginRepository>" + repository
                        + "</pluginRepository></pluginRepositories></profile></profiles>"
                        + "<activeProfiles><activeProfile>p</activeProfile></activeProfiles></settings>");
        return file;
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

    private static String run(Path directory, Map<String, String> environment, List<String> command) throws Exception {
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertThat(ended).as("ended in time: %s%n%s", command, text).isTrue();
        assertThat(process.waitFor()).as("%s%n%s", command, text).isZero();
        return text;
    }

    private static Path copySources(Path target) throws IOException {
        Files.walkFileTree(SOURCES, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = target.resolve(SOURCES.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                return FileVisitResult.CONTINUE;
            }
        });
        return target;
    }
}
