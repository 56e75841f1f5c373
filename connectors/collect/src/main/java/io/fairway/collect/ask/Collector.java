package io.fairway.collect.ask;

import io.fairway.schemas.RegistryAwayException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;

/** Looks at a scheduler again and again. A look that fails is tried again. For one thread. */
public abstract class Collector {
    private final Pace pace;
    private final Clock clock;
    private final Consumer<String> log;
    private int failures;

    /** @param log hears of failures, and of what a look tells; one line each */
    protected Collector(Pace pace, Clock clock, Consumer<String> log) {
        this.pace = pace;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Asks, and hands on what came of it.
     *
     * @return how long the scheduler took
     * @throws IOException if the scheduler does not answer
     * @throws IllegalStateException if the brokers did not take all of it
     */
    protected abstract Duration ask(Instant now) throws IOException, InterruptedException;

    /** Looks until this thread is interrupted. */
    public final void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Duration took = look();
                Thread.sleep(pace.pause(took, failures));
            }
        } catch (InterruptedException | InterruptException asked) {
            // Somebody wants it to end.
        }
    }

    /**
     * One look.
     *
     * @return how long the scheduler took
     */
    public final Duration look() throws InterruptedException {
        Instant now = clock.instant();
        try {
            Duration took = ask(now);
            if (failures > 0) {
                log.accept(clock.instant() + " works again after " + failures + " failed looks");
            }
            failures = 0;
            return took;
        } catch (IOException | IllegalStateException | RegistryAwayException e) {
            // A scheduler that is away for a night is one line, and one more when it is back.
            if (failures++ == 0) {
                log.accept(clock.instant() + " the look failed: " + e.getMessage()
                        + "; trying again, more and more seldom");
            }
            return took(now);
        }
    }

    /** How long it is since an instant. */
    protected final Duration took(Instant since) {
        return Duration.between(since, clock.instant());
    }

    /** Tells a line. */
    protected final void log(String line) {
        log.accept(line);
    }

    /** Whether the last look failed. */
    public final boolean hasFailed() {
        return failures > 0;
    }
}
