package io.fairway.dispatcher.publish;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats a question to an unavailable registry until it answers or the program stops: no answer may be skipped. */
public final class Patience {
    private static final Logger log = LoggerFactory.getLogger(Patience.class);
    private static final long FIRST_MILLIS = 100;
    private static final long MAX_MILLIS = 5_000;

    private final CountDownLatch stopping;

    /** @param stopping reaches 0 when the program stops */
    public Patience(CountDownLatch stopping) {
        this.stopping = stopping;
    }

    /**
     * The eventual answer to {@code question}.
     *
     * @param isPassing tells the failures that pass by themselves; all others are thrown at once
     */
    public <T> T ask(String what, Supplier<T> question, Predicate<RuntimeException> isPassing) {
        long wait = FIRST_MILLIS;
        while (true) {
            try {
                return question.get();
            } catch (RuntimeException e) {
                if (!isPassing.test(e) || stopped(wait)) {
                    throw e;
                }
                log.warn("{} waits for the schema registry: {}", what, e.toString());
                wait = Math.min(MAX_MILLIS, wait * 2);
            }
        }
    }

    private boolean stopped(long millis) {
        try {
            return stopping.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
