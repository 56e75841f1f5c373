package io.fairway.system;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;

/**
 * Keeps two messages out of the log that Kafka gives where nothing is wrong. Other warnings of the same loggers (an unreachable broker,
 * a changelog that is lost) are useful, so a higher log level is no solution.
 *
 * <ul>
 *   <li>A stopping broker closes a client of its own twice, and warns about it.
 *   <li>Kafka Streams 4.4 asks a store of windows for its retention through a type of its own, which no wrapped store has. It then restores
 *       the whole changelog instead of what is within the retention, as all versions before did, and warns at each start.
 * </ul>
 */
public final class KafkaNoise extends Filter<ILoggingEvent> {
    // Kafka puts its values into a message itself, before logback sees it.
    private static final List<String> HARMLESS = List.of(
            "Attempting to close NetworkClient that has already been closed", "reported no usable retention period");

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return HARMLESS.stream().anyMatch(event.getMessage()::contains) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
