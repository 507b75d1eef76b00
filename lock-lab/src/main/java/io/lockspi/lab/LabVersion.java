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
        return new String[] {"lockspi lab " + number(), "Java " + Runtime.version() + " (${os.name} ${os.arch})"};
    }

    /** The version alone. */
    static String number() {
        Properties properties = new Properties();
        try (InputStream in = LabVersion.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(RESOURCE + " is not on the class path; build lock-lab again");
            }
            properties.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties.getProperty("version");
    }
}
