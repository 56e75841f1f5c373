package io.fairway.client.format;

import io.fairway.client.table.TextWidth;

/** Columns of fixed widths, as the tools of schedulers print them. */
final class Fixed {
    private Fixed() {}

    /** Aligned to the left, and cut to the width. */
    static String left(String text, int width) {
        return TextWidth.padded(cut(text, width), width, false);
    }

    /** Aligned to the right; a longer text stays whole. */
    static String right(String text, int width) {
        return TextWidth.padded(text, width, true);
    }

    /** The first characters of a text. */
    static String cut(String text, int width) {
        return text.codePointCount(0, text.length()) <= width
                ? text
                : text.substring(0, text.offsetByCodePoints(0, width));
    }
}
