package io.fairway.trial.replay;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints the progress of a replay on standard error: a line every two seconds while it processes events. */
public final class Progress {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(2);

    private final PrintWriter out;
    private final boolean wanted;
    private long began;
    private long reportedAt;

    public Progress(PrintWriter out, boolean wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** Prints the current phase. */
    public void phase(String what) {
        if (wanted) {
            out.println("fairway: " + what);
            out.flush();
        }
    }

    /** Starts the count of events and their rate. */
    void begin(String what) {
        phase(what);
        began = System.nanoTime();
        reportedAt = began;
    }

    /** Takes the progress, and prints it from time to time. */
    void at(long sent, long processed, long total) {
        long now = System.nanoTime();
        if (wanted && now - reportedAt >= EVERY) {
            reportedAt = now;
            double rate = processed / ((now - began) / 1e9);
            out.println("fairway: " + line(sent, processed, total, rate));
            out.flush();
        }
    }

    static String line(long sent, long processed, long total, double rate) {
        String left =
                rate < 1 ? "" : String.format(Locale.ROOT, ", %,.0f s left", Math.ceil((total - processed) / rate));
        return String.format(
                Locale.ROOT,
                "%,d of %,d events processed (%d %%), %,d sent, %,.0f/s%s",
                processed,
                total,
                processed * 100 / total,
                sent,
                rate,
                left);
    }
}
