package io.fairway.client.table;

import java.io.PrintWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * The output of every command. Names come from anywhere, and what they contain must not move the cursor of a terminal,
 * hide text or begin a line of its own: control characters appear as {@code ?}.
 *
 * <p>Ends of lines and tabs pass, because formats need them; in a line that is printed as one they are no part of a name.
 */
public final class PlainWriter extends PrintWriter {
    private PlainWriter(Writer target) {
        super(target, true);
    }

    /** The writer itself if it is plain already, else one that writes to it. */
    public static PlainWriter of(PrintWriter out) {
        return out instanceof PlainWriter plain ? plain : new PlainWriter(out);
    }

    /** A text that may be a part of a line on a terminal. */
    public static String plain(String text) {
        return TextWidth.clean(text);
    }

    /** Writes a text with control sequences of our own. Every name in it must have passed {@link #plain}. */
    public void drawn(String text) {
        super.write(text, 0, text.length());
    }

    /** One line: an end of a line within it is a part of a name. */
    @Override
    public void println(@Nullable String line) {
        super.println(String.valueOf(line).replaceAll("\\R", "?"));
    }

    @Override
    public void println(@Nullable Object line) {
        println(String.valueOf(line));
    }

    @Override
    public void write(int c) {
        String text = Character.toString((char) c);
        super.write(shown(text), 0, 1);
    }

    @Override
    public void write(char[] text, int from, int length) {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) {
        String shown = shown(text.substring(from, from + length));
        super.write(shown, 0, shown.length());
    }

    /** The text with the ends of its lines and its tabs. */
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean endsLine = c == '\n' || (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n');
            shown.append(endsLine || c == '\t' || TextWidth.isHarmless(c) ? c : '?');
        }
        return shown.toString();
    }
}
