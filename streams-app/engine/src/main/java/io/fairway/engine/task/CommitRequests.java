package io.fairway.engine.task;

import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for a commit when the results of a turn went out, so that one transaction has the events and what follows from
 * them, and each changed entry of the stores is written once for both. Kafka Streams also commits by itself, in case
 * that no turn comes.
 */
public final class CommitRequests {
    private static final Logger LOG = LoggerFactory.getLogger(CommitRequests.class);

    /**
     * Kafka Streams commits by itself after so many times the interval. Our commits do not put its own off, and what one of its
     * own parts from the next turn is written twice.
     */
    private static final int SPARE = 10;

    /** It waits at most so much longer than we do, milliseconds. */
    private static final long MAX_SPARE = 900;

    private static final long DEFAULT_MILLIS = 100;

    private final ProcessorContext<?, ?> context;
    private final long millis;
    private boolean sent;
    private long asked = Long.MIN_VALUE;

    CommitRequests(ProcessorContext<?, ?> context) {
        this.context = context;
        Object streams = context.appConfigs().get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        millis = streams instanceof Number interval ? own(interval.longValue()) : DEFAULT_MILLIS;
        Object cache = context.appConfigs().get(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        if (cache instanceof Number bytes && bytes.longValue() == 0) {
            LOG.warn(
                    "{} is 0: every change of a store is written by itself, which costs several records an event;"
                            + " set it to a megabyte or more",
                    StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        }
    }

    /**
     * The interval at which Kafka Streams is to commit by itself.
     *
     * @param millis the interval between commits, milliseconds
     */
    public static long ofStreams(long millis) {
        return millis + Math.min((SPARE - 1) * millis, MAX_SPARE);
    }

    private static long own(long streams) {
        return Math.max(streams / SPARE, streams - MAX_SPARE);
    }

    /** A record went out. */
    void sent() {
        sent = true;
    }

    /**
     * A turn of the task is over. Turns come a little early or late, so an interval that is nearly over counts.
     *
     * @param now the wall clock
     * @param changed whether anything is to be written with the next commit
     */
    void turned(long now, boolean changed) {
        if ((sent || changed) && (asked == Long.MIN_VALUE || Math.abs(now - asked) >= millis - millis / 4)) {
            sent = false;
            asked = now;
            context.commit();
        }
    }
}
