package io.lockspi.internal;

/** The rule for names of locks, the same on every back end. */
public final class LockNames {
    /** The longest name, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;

    private LockNames() {}

    /**
     * Checks a name. Control characters, NUL, slashes and braces are all allowed; nothing is folded or normalised.
     *
     * @param name the name
     * @return the same name
     * @throws NullPointerException if it is {@code null}
     * @throws IllegalArgumentException if it is empty, has an unpaired surrogate, or has more than {@value #MAX_BYTES} bytes
     *     in UTF-8
     */
    public static String check(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "the lock name is empty: a name has 1 to " + MAX_BYTES + " bytes in UTF-8");
        }
        int bytes = 0;
        for (int i = 0; i < name.length(); ) {
            int point = name.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        "lock name " + Quote.of(name) + " has half of a surrogate pair at index " + i
                                + ": no store can keep it apart from other names, so use well-formed Unicode");
            }
            bytes += utf8Bytes(point);
            if (bytes > MAX_BYTES) {
                throw new IllegalArgumentException("lock name " + Quote.of(name) + " has more than " + MAX_BYTES
                        + " bytes in UTF-8: use a shorter one, such as a hash of it");
            }
            i += Character.charCount(point);
        }
        return name;
    }

    private static int utf8Bytes(int point) {
        if (point < 0x80) {
            return 1;
        }
        if (point < 0x800) {
            return 2;
        }
        return point < 0x10000 ? 3 : 4;
    }
}
