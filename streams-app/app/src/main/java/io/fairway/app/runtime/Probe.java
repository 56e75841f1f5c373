package io.fairway.app.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that an application needs around it, looked at every few seconds. */
interface Probe {
    /** After how long most look at a fault again. */
    Duration SECOND_LOOK = Duration.ofSeconds(1);

    /** What follows from a fault. */
    enum Effect {
        /** The log says it. */
        SAID,
        /** {@code serve} waits for its end before it says that it is ready. An instance that runs goes on as it can. */
        AWAITED,
        /** The instance is not ready, too. */
        NOT_READY,
        /** The instance takes no records, too, until the fault is gone: they would make usage wrong, or get stuck. */
        PAUSED;

        /** Whether an instance that runs is no longer ready. */
        boolean endsReadiness() {
            return this == NOT_READY || this == PAUSED;
        }
    }

    /**
     * A fault.
     *
     * @param text one line for operators, the same at each look as long as the fault is the same
     */
    record Fault(String text, Effect effect) {}

    /** Whom it asks. */
    String asked();

    /** What is wrong now; null = nothing. */
    @Nullable
    Fault look();

    /** After how long a fault is looked at again. Only one that is still the same then counts. */
    default Duration secondLook() {
        return SECOND_LOOK;
    }

    /** Nobody looks again. Runs on the thread that looked. */
    default void close() {}
}
