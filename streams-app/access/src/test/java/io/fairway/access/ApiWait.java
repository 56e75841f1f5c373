package io.fairway.access;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for as long as a busy machine may need. */
public final class ApiWait {
    private ApiWait() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2));
    }
}
