package io.fairway.engine.task;

import io.fairway.core.time.BrokerTime;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a task has to tell of clocks: that of its machine, append times that contradict those before them, and records that were
 * refused for their append time. Each is in the heartbeats' problems for an hour after the last one.
 */
final class TimeProblems {
    private static final Logger LOG = LoggerFactory.getLogger(TimeProblems.class);
    private static final long TOLD = Duration.ofHours(1).toNanos();
    private static final long SAY_AGAIN = Duration.ofMinutes(1).toNanos();

    private final BrokerTime brokerTime;
    private final ProcessorWatch watch;
    private final long skew;
    private final Kind wrong = new Kind("have a wrong append time: the clock of a broker is off");
    private final Kind refused =
            new Kind("were refused for their time: the clock of a broker or of a source may be off");

    /** @param skew how far clocks may differ, milliseconds */
    TimeProblems(BrokerTime brokerTime, ProcessorWatch watch, long skew) {
        this.brokerTime = brokerTime;
        this.watch = watch;
        this.skew = skew;
    }

    /**
     * When a record is read.
     *
     * @param wall the clock of the machine, epoch milliseconds
     * @param nanos a clock that never steps
     */
    record Moment(long wall, long nanos) {}

    /** One kind of records. */
    private static final class Kind {
        private final String what;
        private long count;
        private String last = "";
        private long lastAt;
        private @Nullable Long saidAt;

        Kind(String what) {
            this.what = what;
        }

        void add(String text, long nanos) {
            if (count > 0 && nanos - lastAt > TOLD) {
                count = 0;
            }
            count++;
            last = text;
            lastAt = nanos;
            if (saidAt == null || nanos - saidAt > SAY_AGAIN) {
                saidAt = nanos;
                LOG.warn("{}", this);
            }
        }

        @Override
        public String toString() {
            return count + " records " + what + "; the last: " + last;
        }
    }

    /**
     * A record has an append time that contradicts those before it. An event that is told late after a pause has one, too, and that
     * is no wrong clock: told is what lies ahead of the present.
     */
    void contradicts(Origin origin, long appended, long ahead, Moment now) {
        if (ahead > 0 && appended <= now.wall() + skew) {
            return;
        }
        watch.wrongAppendTime();
        wrong.add(
                place(origin) + " says " + Instant.ofEpochMilli(appended) + ", " + Math.abs(ahead) / 1000 + " s "
                        + (ahead > 0 ? "after" : "before") + " what events and append times show",
                now.nanos());
    }

    /** A record was refused. */
    void refused(Admission.Refusal refusal, Origin origin, long nanos) {
        if (refusal.kind().equals(Admission.TIME)) {
            refused.add(place(origin) + ": " + refusal.reason(), nanos);
        }
    }

    private static String place(Origin origin) {
        return origin.topic() + "-" + origin.partition() + "@" + origin.offset();
    }

    /** In words, for the heartbeats of all domains of the partition. */
    List<String> inWords(int partition, long now, long nanos) {
        List<String> all = new ArrayList<>();
        String clock = brokerTime.problem(partition, now);
        if (clock != null) {
            all.add(clock);
        }
        for (Kind kind : List.of(wrong, refused)) {
            if (kind.count > 0 && nanos - kind.lastAt <= TOLD) {
                all.add(kind.toString());
            }
        }
        return all;
    }
}
