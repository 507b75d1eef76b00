package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads {@code host[:port][,host[:port]...]}, IPv6 addresses in brackets. Looks nothing up. */
final class HostList {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}\\p{M}._-]+");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final int MAX_PORT = 65_535;

    private HostList() {}

    static List<LockConfig.Host> read(String text) {
        List<LockConfig.Host> hosts = new ArrayList<>();
        if (text.isEmpty()) {
            return hosts;
        }
        for (String host : text.split(",", -1)) {
            if (host.isEmpty()) {
                throw new LockConfigurationException("host number " + (hosts.size() + 1)
                        + " of the lock URI is empty: remove the surplus comma, or name the host");
            }
            hosts.add(host.startsWith("[") ? bracketed(host, hosts.size() + 1) : plain(host, hosts.size() + 1));
        }
        return hosts;
    }

    private static LockConfig.Host plain(String text, int number) {
        int colon = text.indexOf(':');
        if (colon != text.lastIndexOf(':')) {
            throw new LockConfigurationException("host number " + number
                    + " of the lock URI has several colons: put an IPv6 address in brackets, as in [::1]:6379");
        }
        String name = colon < 0 ? text : text.substring(0, colon);
        if (!NAME.matcher(name).matches()) {
            throw new LockConfigurationException("host number " + number + " of the lock URI is named " + Quote.of(name)
                    + ", but a host name must be letters, digits, '.', '-' and '_', and not empty");
        }
        return new LockConfig.Host(name, colon < 0 ? -1 : port(name, text.substring(colon + 1)));
    }

    private static LockConfig.Host bracketed(String text, int number) {
        int end = text.indexOf(']');
        String address = end < 0 ? "" : PercentCode.decode("an IPv6 address", text.substring(1, end));
        String after = text.substring(end + 1);
        if (!isIpv6(address) || !(after.isEmpty() || after.startsWith(":"))) {
            throw new LockConfigurationException("host number " + number
                    + " of the lock URI is not an IPv6 address in brackets, as in [::1]:6379 or [fe80::1%25eth0]:6379");
        }
        return new LockConfig.Host(address, after.isEmpty() ? -1 : port(address, after.substring(1)));
    }

    private static boolean isIpv6(String address) {
        int zone = address.indexOf('%');
        String digits = zone < 0 ? address : address.substring(0, zone);
        if (zone == address.length() - 1 || digits.indexOf(':') < 0 || digits.indexOf(']') >= 0) {
            return false;
        }
        try {
            // In brackets, so that only the syntax is checked and no name service is asked.
            return InetAddress.getByName("[" + digits + "]") != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The text is not shown: behind "user:" without "@host" it would be the password. */
    private static int port(String host, String text) {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw new LockConfigurationException(
                    "the port of host " + Quote.of(host) + " in the lock URI must be a number from 1 to " + MAX_PORT);
        }
        return port;
    }
}
