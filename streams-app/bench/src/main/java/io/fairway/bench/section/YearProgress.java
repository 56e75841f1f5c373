package io.fairway.bench.section;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Says every half a minute how far the year is. */
final class YearProgress implements LongConsumer {
    private static final long EVERY = Duration.ofSeconds(30).toNanos();

    private final String section;
    private final long events;
    private final Consumer<String> sayer;
    private final LongSupplier nanos;
    private final long begun;
    private long reportedAt;

    /**
     * Begins now.
     *
     * @param events how many there are
     * @param nanos the clock, such as {@link System#nanoTime}
     */
    YearProgress(String section, long events, Consumer<String> sayer, LongSupplier nanos) {
        this.section = section;
        this.events = events;
        this.sayer = sayer;
        this.nanos = nanos;
        begun = nanos.getAsLong();
        reportedAt = begun;
    }

    /** @param done how many events are done */
    @Override
    public void accept(long done) {
        long now = nanos.getAsLong();
        if (now - reportedAt < EVERY) {
            return;
        }
        reportedAt = now;
        double seconds = (now - begun) / 1e9;
        sayer.accept(String.format(
                Locale.ROOT,
                "%s, %,d of %,d events in %,.0f s, %,.0f a second",
                section,
                done,
                events,
                seconds,
                done / seconds));
    }
}
