package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A child has the modules of its parent on its class path. */
class OwnClassPathTest {
    private static final String SEPARATOR = File.pathSeparator;

    @Test
    void modulesFollowTheClassPathAndDirectoriesOfJarsAreOpened(@TempDir Path directory) throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Files.createFile(classes.resolve("module-info.class"));
        Path jars = Files.createDirectory(directory.resolve("jars"));

        assertThat(OwnClassPath.of("one.jar", "two.jar" + SEPARATOR + classes + SEPARATOR + jars))
                .isEqualTo(
                        String.join(SEPARATOR, "one.jar", "two.jar", classes.toString(), jars + File.separator + "*"));
    }

    @Test
    void withoutModulesItIsTheClassPath() {
        assertThat(OwnClassPath.of("one.jar" + SEPARATOR + "two", "")).isEqualTo("one.jar" + SEPARATOR + "two");
    }
}
