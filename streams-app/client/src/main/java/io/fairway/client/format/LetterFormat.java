package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format of letters, as in sprio and squeue. {@code %.10Y} is the letter Y, aligned to the right in 10 columns. Without the
 * point, it is aligned to the left. Without the number, it is as wide as its text.
 */
record LetterFormat(List<Piece> pieces) {
    private static final Pattern PIECE = Pattern.compile("%(\\.?)(\\d{0,4})(.)|([^%]+)|%$");

    LetterFormat {
        pieces = List.copyOf(pieces);
    }

    /**
     * A letter, or text between letters.
     *
     * @param letter {@link #TEXT} = text between letters
     * @param width 0 = as wide as its text
     */
    record Piece(char letter, boolean right, int width, String text) {
        static final char TEXT = 0;
    }

    /**
     * Reads a format.
     *
     * @param letters the known letters
     * @throws IllegalArgumentException with the format and what is wrong with it
     */
    static LetterFormat of(String format, String letters) {
        List<Piece> pieces = new ArrayList<>();
        Matcher matcher = PIECE.matcher(format);
        while (matcher.find()) {
            if (matcher.group(4) != null) {
                pieces.add(new Piece(Piece.TEXT, false, 0, matcher.group(4)));
                continue;
            }
            String letter = matcher.group(3);
            if (letter == null || letters.indexOf(letter.charAt(0)) < 0) {
                throw new IllegalArgumentException("-o " + format + ": %" + (letter == null ? "" : letter)
                        + " is not a field; the fields are " + String.join(" ", letters.split("")));
            }
            String width = matcher.group(2);
            pieces.add(new Piece(
                    letter.charAt(0), !matcher.group(1).isEmpty(), width.isEmpty() ? 0 : Integer.parseInt(width), ""));
        }
        return new LetterFormat(pieces);
    }

    /** The line of a job, or the title line. */
    String line(Function<Character, String> text) {
        StringBuilder line = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece.letter() == Piece.TEXT) {
                line.append(piece.text());
                continue;
            }
            String shown = text.apply(piece.letter());
            int width = piece.width();
            // A cut number would be another number.
            String fitting = width == 0 || shown.matches("-?\\d+") ? shown : Fixed.cut(shown, width);
            line.append(TextWidth.padded(fitting, width, piece.right()));
        }
        return line.toString();
    }

    /** The lines of some jobs. */
    List<String> lines(Iterable<JsonNode> jobs, FieldText text) {
        List<String> lines = new ArrayList<>();
        jobs.forEach(job -> lines.add(line(letter -> text.of(letter, job))));
        return lines;
    }

    /** The text of a letter. */
    @FunctionalInterface
    interface FieldText {
        String of(char letter, JsonNode job);
    }
}
