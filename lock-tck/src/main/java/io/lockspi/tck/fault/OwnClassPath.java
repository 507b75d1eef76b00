package io.lockspi.tck.fault;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What this JVM runs from, as a class path for another: a child needs no modules, but all their classes. */
final class OwnClassPath {
    private OwnClassPath() {}

    static String get() {
        return of(System.getProperty("java.class.path", ""), System.getProperty("jdk.module.path", ""));
    }

    /**
     * Puts both paths together.
     *
     * @param classPath entries separated as the system does
     * @param modulePath the same; each is a jar, a directory of classes, or a directory of jars
     */
    static String of(String classPath, String modulePath) {
        List<String> entries = new ArrayList<>(split(classPath));
        for (String entry : split(modulePath)) {
            entries.add(holdsJars(Path.of(entry)) ? entry + File.separator + "*" : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    private static List<String> split(String path) {
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    private static boolean holdsJars(Path entry) {
        return Files.isDirectory(entry) && !Files.exists(entry.resolve("module-info.class"));
    }
}
