package io.fairway.engine;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The domain, share tree and job of a line in the log: keys of slf4j's diagnostic context.
 *
 * <p>Code sets it for a line that it logs, and for a record or an evaluation that fails. After a failure it stays set:
 * the code that catches the failure logs it on the same thread, which ends.
 */
public final class LogContext implements AutoCloseable {
    public static final String DOMAIN = "domain";
    public static final String TREE = "tree";
    public static final String JOB = "job";

    private LogContext() {}

    /** Sets domain and job until the result is closed. */
    public static LogContext of(String domain, @Nullable String job) {
        set(DOMAIN, domain);
        set(JOB, job);
        return new LogContext();
    }

    /** Sets one key for good; null changes nothing. */
    public static void set(String key, @Nullable String value) {
        if (value != null) {
            MDC.put(key, value);
        }
    }

    @Override
    public void close() {
        MDC.remove(DOMAIN);
        MDC.remove(TREE);
        MDC.remove(JOB);
    }
}
