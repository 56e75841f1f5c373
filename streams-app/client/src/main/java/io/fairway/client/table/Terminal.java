package io.fairway.client.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Standard output: a terminal, a file or a pipe.
 *
 * @param terminal whether it is a terminal
 * @param columns its width; {@link #UNBOUNDED} if lines may have any length
 * @param rows its height
 * @param colours whether to use colours
 */
public record Terminal(boolean terminal, int columns, int rows, boolean colours) {
    /** Width of a file or pipe: a program that reads it needs whole values. */
    static final int UNBOUNDED = Integer.MAX_VALUE / 4;

    /** Set by the launcher: Java 21 cannot tell whether standard output alone is a terminal. */
    private static final String PROPERTY = "fairway.terminal";

    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_ROWS = 24;

    /** Standard output of this process as it is now: a window can change its size. */
    public static Terminal current() {
        boolean terminal = Boolean.getBoolean(PROPERTY);
        return of(terminal, System.getenv(), terminal ? size() : null);
    }

    /**
     * Standard output from its known properties.
     *
     * @param size {@code rows columns} as stty prints it; {@code null} = not known
     */
    static Terminal of(boolean terminal, Map<String, String> environment, @Nullable String size) {
        String[] output = size == null ? new String[0] : size.strip().split(" ");
        int rows = output.length == 2 ? number(output[0]) : 0;
        int columns = output.length == 2 ? number(output[1]) : 0;
        int wanted = number(environment.getOrDefault("COLUMNS", ""));
        if (wanted > 0) {
            columns = wanted;
        } else if (columns <= 0) {
            columns = terminal ? USUAL_COLUMNS : UNBOUNDED;
        }
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new Terminal(terminal, columns, rows > 0 ? rows : USUAL_ROWS, terminal && !plain);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static @Nullable String size() {
        try {
            Process stty = new ProcessBuilder("sh", "-c", "stty size </dev/tty 2>/dev/null").start();
            String output = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 ? output : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
