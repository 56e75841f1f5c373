package io.fairway.client.table;

import java.util.PrimitiveIterator;

/** The number of columns that a text takes on a terminal. */
public final class TextWidth {
    /** The last character of a cut text. */
    static final String CUT = "~";

    private TextWidth() {}

    /** The text without control characters of terminals: names can come from anywhere. */
    public static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(isHarmless(c) ? c : '?'));
        return clean.toString();
    }

    /** The columns that a text takes: two for wide characters of East Asia and pictures, none for combining marks. */
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    /** The beginning of a text, in at most so many columns; a mark shows that the rest is missing. */
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        if (columns <= 0) {
            return "";
        }
        StringBuilder kept = new StringBuilder();
        int taken = 0;
        PrimitiveIterator.OfInt each = text.codePoints().iterator();
        while (each.hasNext()) {
            int c = each.nextInt();
            taken += of(c);
            if (taken > columns - 1) {
                break;
            }
            kept.appendCodePoint(c);
        }
        return kept + CUT;
    }

    /** The text, filled up to so many columns. */
    public static String padded(String text, int columns, boolean right) {
        String blanks = " ".repeat(Math.max(0, columns - of(text)));
        return right ? blanks + text : text + blanks;
    }

    public static boolean isHarmless(int c) {
        boolean turnsText = isIn(c, 0x202A, 0x202E) || isIn(c, 0x2066, 0x2069);
        return !Character.isISOControl(c) && !turnsText && c != 0x2028 && c != 0x2029;
    }

    private static int of(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    /** The ranges of East Asian Width W and F (Unicode Standard Annex 11), to the block. */
    private static boolean isWide(int c) {
        return c >= 0x1100
                && (c <= 0x115F
                        || (isIn(c, 0x2E80, 0xA4CF) && c != 0x303F)
                        || isIn(c, 0xA960, 0xA97F)
                        || isIn(c, 0xAC00, 0xD7A3)
                        || isIn(c, 0xF900, 0xFAFF)
                        || isIn(c, 0xFE30, 0xFE6F)
                        || isIn(c, 0xFF00, 0xFF60)
                        || isIn(c, 0xFFE0, 0xFFE6)
                        || isIn(c, 0x1F300, 0x1F64F)
                        || isIn(c, 0x1F680, 0x1F6FF)
                        || isIn(c, 0x1F900, 0x1FAFF)
                        || isIn(c, 0x20000, 0x3FFFD));
    }

    private static boolean isIn(int c, int first, int last) {
        return c >= first && c <= last;
    }
}
