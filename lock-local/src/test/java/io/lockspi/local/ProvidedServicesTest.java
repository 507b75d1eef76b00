package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.LockProvider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The module path and the class path offer the same providers. */
class ProvidedServicesTest {
    private static final Path CLASSES = Path.of("target", "classes");
    private static final String SERVICE = LockProvider.class.getName();

    @Test
    void moduleAndServicesFileNameTheSameProviders() throws IOException {
        assertThat(providedByModule()).isEqualTo(listedInFile()).containsExactly(LocalLockProvider.class.getName());
    }

    @Test
    void classPathFindsTheProvider() {
        assertThat(ServiceLoader.load(LockProvider.class))
                .hasExactlyElementsOfTypes(LocalLockProvider.class)
                .allSatisfy(provider -> assertThat(provider).hasToString("lockspi-local 0.1"));
    }

    private static List<String> providedByModule() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in).provides().stream()
                    .filter(provides -> provides.service().equals(SERVICE))
                    .flatMap(provides -> provides.providers().stream())
                    .toList();
        }
    }

    private static List<String> listedInFile() throws IOException {
        return Files.readString(CLASSES.resolve("META-INF/services/" + SERVICE), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }
}
