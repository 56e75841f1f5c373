package io.fairway.system;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Keeps one message out of the log: a stopping broker closes a client of its own twice, and warns about it. Other warnings of the
 * same logger (an unreachable broker) are useful, so a higher log level is no solution.
 */
public final class BrokerNoise extends Filter<ILoggingEvent> {
    private static final String CLOSED_TWICE = "Attempting to close NetworkClient that has already been closed";

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return event.getMessage().contains(CLOSED_TWICE) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
