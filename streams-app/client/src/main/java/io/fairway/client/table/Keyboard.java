package io.fairway.client.table;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads single keys from a terminal, without echo. */
public final class Keyboard implements AutoCloseable {
    private static final String TERMINAL = "/dev/tty";
    private static final long LOOK_MILLIS = 50;

    private final @Nullable InputStream input;
    private final String before;

    public Keyboard() {
        String settings = stty("-g");
        InputStream opened = null;
        if (!settings.isEmpty()) {
            try {
                opened = new FileInputStream(TERMINAL);
                stty("-icanon -echo min 0 time 0");
            } catch (IOException e) {
                // Without keys, Ctrl-C ends the command.
                opened = null;
            }
        }
        input = opened;
        before = settings;
    }

    /** Waits for a key, for a limited time. Returns the key, or 0. */
    public int await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return 0;
            }
            int key = pressed();
            if (key != 0) {
                return key;
            }
            Thread.sleep(Math.min(left, LOOK_MILLIS));
        }
    }

    private int pressed() {
        InputStream keys = input;
        try {
            return keys != null && keys.available() > 0 ? keys.read() : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        if (input != null && !before.isEmpty()) {
            stty(before);
        }
    }

    private static String stty(String arguments) {
        try {
            Process stty =
                    new ProcessBuilder("sh", "-c", "stty " + arguments + " <" + TERMINAL + " 2>/dev/null").start();
            String output = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return stty.waitFor() == 0 ? output.strip() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
