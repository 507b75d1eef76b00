package io.lockspi.internal;

import io.lockspi.spi.OwnerLabel;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Makes the label of this process. */
final class OwnerLabels {
    private OwnerLabels() {}

    static OwnerLabel of(String application) {
        return new OwnerLabel(host(), ProcessHandle.current().pid(), application);
    }

    private static String host() {
        String variable = System.getenv("HOSTNAME");
        if (variable != null && !variable.isBlank()) {
            return variable;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException noName) {
            return "unknown";
        }
    }
}
