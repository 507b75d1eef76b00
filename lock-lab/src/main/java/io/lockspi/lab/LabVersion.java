package io.lockspi.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote down. */
final class LabVersion implements IVersionProvider {
    private static final String RESOURCE = "lab.properties";

    @Override
    public String[] getVersion() {
        Properties properties = new Properties();
        try (InputStream in = LabVersion.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(RESOURCE + " is not on the class path; build lock-lab again");
            }
            properties.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return new String[] {
            "lockspi lab " + properties.getProperty("version"), "Java " + Runtime.version() + " (${os.name} ${os.arch})"
        };
    }
}
