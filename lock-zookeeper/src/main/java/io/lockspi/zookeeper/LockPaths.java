package io.lockspi.zookeeper;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where locks are: {@code base/lockspi/NAME/CLAIM-SEQUENCE}. A lock's name is percent-encoded into one path element of
 * plain ASCII, whatever it contains, so no name can reach another lock's nodes. Immutable.
 */
final class LockPaths {
    private static final String ROOT = "lockspi";
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    private static final String HEX = "0123456789ABCDEF";

    private final String required;
    private final List<String> optional;

    /**
     * Paths below a base.
     *
     * @param required the part that must exist: empty, or absolute without a slash at the end
     * @param namespace path elements below it that are made when they are missing; may be empty
     */
    LockPaths(String required, List<String> namespace) {
        this.required = required;
        List<String> made = new ArrayList<>();
        String path = required;
        for (String element : namespace) {
            path += "/" + element;
            made.add(path);
        }
        made.add(path + "/" + ROOT);
        this.optional = Collections.unmodifiableList(made);
    }

    /** The path that must exist; {@code /} if there is none. */
    String required() {
        return required.isEmpty() ? "/" : required;
    }

    /** The failure that there is no such path. */
    RequestFailure missing(Throwable cause) {
        return RequestFailure.refused(
                "there is no path " + required() + " in ZooKeeper; create it, or correct the path of the URI",
                RequestFailure.unwrap(cause));
    }

    /** The parent of all locks. */
    String root() {
        return optional.get(optional.size() - 1);
    }

    /** The parent of a lock's claims. */
    String lock(String name) {
        return root() + "/" + encode(name);
    }

    /** What the path of a claim's node begins with; the server adds the sequence number. */
    String claimPrefix(String name, String claimId) {
        return lock(name) + "/" + claimId + "-";
    }

    /** The nodes above a lock's claims that are made when they are missing, from the top. */
    List<String> containers(String name) {
        List<String> all = new ArrayList<>(optional);
        all.add(lock(name));
        return all;
    }

    /** The name of the lock that a claim's path belongs to. */
    String lockOf(String claimPath) {
        return decode(claimPath.substring(root().length() + 1, claimPath.lastIndexOf('/')));
    }

    static String encode(String name) {
        StringBuilder encoded = new StringBuilder(name.length() + 16);
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            // A dot in front could make "." or "..", which are no elements of a path.
            if (PLAIN.indexOf(c) >= 0 && !(c == '.' && encoded.length() == 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return encoded.toString();
    }

    static String decode(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(encoded, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
