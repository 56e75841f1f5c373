package io.fairway.simulator.schedule;

/** Spans of time in words. */
public final class Spans {
    public static final long SECOND = 1_000;
    public static final long MINUTE = 60 * SECOND;
    public static final long HOUR = 60 * MINUTE;
    public static final long DAY = 24 * HOUR;
    public static final long YEAR = 365 * DAY;

    private Spans() {}

    /** Milliseconds as a person says them: {@code 2 d}, {@code 1.5 h}, {@code 250 ms}. */
    public static String words(long millis) {
        long size = Math.abs(millis);
        if (size < SECOND) {
            return millis + " ms";
        }
        long unit = size >= DAY ? DAY : size >= HOUR ? HOUR : size >= MINUTE ? MINUTE : SECOND;
        String name = unit == DAY ? " d" : unit == HOUR ? " h" : unit == MINUTE ? " min" : " s";
        long tenths = Math.round(millis * 10.0 / unit);
        return (tenths % 10 == 0 ? Long.toString(tenths / 10) : Double.toString(tenths / 10.0)) + name;
    }

    /** An offset from the begin of a schedule: {@code 1 d 02:03:04.005}. */
    public static String clock(long millis) {
        long days = Math.floorDiv(millis, DAY);
        long rest = Math.floorMod(millis, DAY);
        return (days == 0 ? "" : days + " d ")
                + "%02d:%02d:%02d.%03d"
                        .formatted(rest / HOUR, rest % HOUR / MINUTE, rest % MINUTE / SECOND, rest % SECOND);
    }
}
