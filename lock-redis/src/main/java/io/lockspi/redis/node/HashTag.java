package io.lockspi.redis.node;

/** Lock names inside braces: each name has its own, non-empty hash tag, so all keys of a lock are in one slot. */
public final class HashTag {
    private HashTag() {}

    /** Percent-encodes what would end a hash tag early, and the percent sign itself. */
    public static String encode(String name) {
        StringBuilder encoded = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            switch (c) {
                case '{' -> encoded.append("%7B");
                case '}' -> encoded.append("%7D");
                case '%' -> encoded.append("%25");
                default -> encoded.append(c);
            }
        }
        return encoded.toString();
    }

    /** The name that {@link #encode} was given. */
    public static String decode(String encoded) {
        return encoded.replace("%7B", "{").replace("%7D", "}").replace("%25", "%");
    }
}
