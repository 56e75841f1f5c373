package io.fairway.client;

/** Columns of fixed widths, as the tools of schedulers print them. */
final class Fixed {
    private Fixed() {}

    /** At the left, and never longer. */
    static String left(String text, int width) {
        return TextWidth.padded(cut(text, width), width, false);
    }

    /** At the right; longer where the text is. */
    static String right(String text, int width) {
        return TextWidth.padded(text, width, true);
    }

    /** Its first characters. */
    static String cut(String text, int width) {
        return text.codePointCount(0, text.length()) <= width
                ? text
                : text.substring(0, text.offsetByCodePoints(0, width));
    }
}
