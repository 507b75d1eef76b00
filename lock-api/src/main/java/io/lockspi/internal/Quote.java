package io.lockspi.internal;

/** Shows text from outside in a message: quoted, on one line, and not too long. */
final class Quote {
    private static final int MAX_CHARS = 80;

    private Quote() {}

    /**
     * The text in single quotes.
     *
     * @param text anything
     * @return control characters and unpaired surrogates as {@code \}{@code uXXXX}, cut after 80 characters
     */
    static String of(String text) {
        StringBuilder shown = new StringBuilder("'");
        int i = 0;
        while (i < text.length() && i < MAX_CHARS) {
            int point = text.codePointAt(i);
            if (isInvisible(point)) {
                shown.append(String.format("\\u%04X", point));
            } else {
                shown.appendCodePoint(point);
            }
            i += Character.charCount(point);
        }
        return shown.append(i < text.length() ? "...'" : "'").toString();
    }

    private static boolean isInvisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
