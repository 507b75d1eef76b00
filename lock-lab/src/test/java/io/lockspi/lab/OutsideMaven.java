package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Builds projects that know nothing of this build, with the artifacts that it has installed into a repository of its own. */
final class OutsideMaven {
    private static final String JAVA_HOME = System.getProperty("java.home");

    private OutsideMaven() {}

    /**
     * Runs Maven in a project, and demands that it succeeds.
     *
     * @param project its directory
     * @param arguments beside those that every project needs
     * @return what Maven said
     */
    static String run(Path project, String... arguments) throws Exception {
        Path settings = Files.createTempFile(project.getParent(), "settings", ".xml");
        Files.writeString(settings, settings());
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-s", settings.toString()));
        command.add("-Dmaven.repo.local=" + Path.of("target/it-repo").toAbsolutePath());
        command.add("-Dlockspi.version=" + System.getProperty("project.version"));
        command.addAll(List.of(arguments));
        return run(project, Map.of("JAVA_HOME", JAVA_HOME), command);
    }

    /** What the outer build has downloaded already need not be fetched again. */
    private static String settings() {
        String downloaded = Path.of(System.getProperty("maven.repo")).toUri().toString();
        String repository = "<id>downloaded</id><url>" + downloaded + "</url>";
        return "<settings><profiles><profile><id>p</id><repositories><repository>" + repository
                + "</repository></repositories><pluginRepositories><pluginRepository>" + repository
                + "</pluginRepository></pluginRepositories></profile></profiles>"
                + "<activeProfiles><activeProfile>p</activeProfile></activeProfiles></settings>";
    }

    /** Runs a command, and demands that it succeeds; returns what it said. */
    static String run(Path directory, Map<String, String> environment, List<String> command) throws Exception {
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

    /** Copies a project without what was built in it. */
    static Path copy(Path sources, Path target) throws IOException {
        Files.walkFileTree(sources, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = target.resolve(sources.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                return FileVisitResult.CONTINUE;
            }
        });
        return target;
    }
}
