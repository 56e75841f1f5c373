package io.fairway.simulator.schedule;

import java.util.Comparator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** One thing that a schedule brings about. */
public sealed interface Act {
    /** By time; of one time, in the order in which they were made. */
    Comparator<Act> BY_TIME = Comparator.comparingLong(Act::at);

    /** When, in milliseconds from the begin of the schedule. */
    long at();

    /** What happens, for a story. */
    String words();

    /** A kind that is counted by itself; null = it is counted by its name alone. */
    default @Nullable String kind() {
        return null;
    }

    /**
     * A record is written to an input topic.
     *
     * @param topic its name
     * @param value null with {@code raw}
     * @param raw bytes that are no record; null = those of {@code value}
     */
    record Send(
            long at,
            String topic,
            int partition,
            String key,
            @Nullable SpecificRecord value,
            @Nullable List<Byte> raw,
            String words)
            implements Act {
        @Override
        public @Nullable String kind() {
            if (words.endsWith(Compactions.REMOVED)) {
                return "user removed";
            }
            String looked = Lookouts.kindOf(words);
            return looked == null ? LaterReports.kindOf(words) : looked;
        }
    }

    /** An instance is killed right before one of its next effects. */
    record Kill(long at, int instance, int effects) implements Act {
        @Override
        public String words() {
            return "instance " + instance + " is killed after " + effects + " more effects";
        }
    }

    /** The thread of an instance fails right before one of its next effects. */
    record FailThread(long at, int instance, int effects) implements Act {
        @Override
        public String words() {
            return "the thread of instance " + instance + " fails after " + effects + " more effects";
        }
    }

    /** An instance stops in order. */
    record Stop(long at, int instance) implements Act {
        @Override
        public String words() {
            return "instance " + instance + " stops";
        }
    }

    /** An instance starts, if it does not run. */
    record Start(long at, int instance) implements Act {
        @Override
        public String words() {
            return "instance " + instance + " starts";
        }
    }

    /** An instance stands still. */
    record Freeze(long at, int instance, long millis) implements Act {
        @Override
        public String words() {
            return "instance " + instance + " stands still for " + Spans.words(millis);
        }
    }

    /** The clock of an instance is set wrong, or right. */
    record SetClock(long at, int instance, long ahead) implements Act {
        @Override
        public String words() {
            return "the clock of instance " + instance + " is " + Spans.words(ahead) + " ahead";
        }
    }

    /**
     * The clock of an instance is far wrong.
     *
     * @param ahead milliseconds
     * @param drift milliseconds that it gains in each second
     * @param stays whether nobody sets it right, not even when everything comes to rest
     */
    record WrongClock(long at, int instance, long ahead, long drift, boolean stays) implements Act {
        @Override
        public String words() {
            return "the clock of instance " + instance + " is " + Spans.words(ahead) + " ahead"
                    + (drift == 0 ? "" : ", and gains " + drift + " ms a second")
                    + (stays ? ", for good" : "");
        }

        @Override
        public @Nullable String kind() {
            return drift == 0
                    ? step("clock of an instance", ahead, stays ? " for good" : "")
                    : "clock of an instance drifts";
        }
    }

    /** The clock of a broker is set wrong, or right. */
    record SetBrokerClock(long at, int broker, long ahead) implements Act {
        @Override
        public String words() {
            return "the clock of broker " + broker + " is " + Spans.words(ahead) + " ahead";
        }

        @Override
        public @Nullable String kind() {
            return step("clock of a broker", ahead, "");
        }
    }

    private static @Nullable String step(String clock, long ahead, String more) {
        return ahead == 0
                ? null
                : clock + " steps " + (ahead > 0 ? "ahead" : "back") + more
                        + (Math.abs(ahead) > Spans.YEAR ? " by years" : "");
    }

    /** A topic takes the times of writers, or stamps its records itself again. */
    record SetTimestamps(long at, String topic, boolean writers) implements Act {
        @Override
        public String words() {
            return topic + " is set to " + (writers ? "CreateTime" : "LogAppendTime");
        }
    }

    /**
     * Somebody copies a record that was written before, with the time of then.
     *
     * @param stamp in milliseconds from the begin of the schedule
     */
    record Copy(long at, Send of, long stamp) implements Act {
        @Override
        public String words() {
            return "a copy of " + of.words() + ", stamped " + Spans.clock(stamp);
        }
    }

    /** A tombstone is written to a table. */
    record Tombstone(long at, String topic, int partition, String key) implements Act {
        @Override
        public String words() {
            return "a tombstone (" + topic + "-" + partition + ", " + key + ")";
        }
    }

    /** The brokers compact the input topics that are tables. */
    record CompactTables(long at) implements Act {
        @Override
        public String words() {
            return "the tables are compacted";
        }
    }

    /** Everything comes to rest, and another application reads from the beginning what is left in the topics. */
    record Rebuild(long at) implements Act {
        @Override
        public String words() {
            return "another application begins anew on what is left";
        }
    }

    /** The next commit of an instance succeeds, and the instance never hears of it. */
    record LoseAnswer(long at, int instance) implements Act {
        @Override
        public String words() {
            return "the answer to the next commit of instance " + instance + " is lost";
        }
    }

    /**
     * The next commit of an instance takes too long.
     *
     * @param done whether the broker carries it out
     */
    record TimeOutCommit(long at, int instance, boolean done) implements Act {
        @Override
        public String words() {
            return "the next commit of instance " + instance + " times out" + (done ? ", and is done" : "");
        }
    }

    /** The tasks of an instance are taken away and given back. */
    record Resume(long at, int instance) implements Act {
        @Override
        public String words() {
            return "the tasks of instance " + instance + " are suspended and resumed";
        }
    }

    /** All instances stop, the offsets of the group are lost, and the instances start again. */
    record ForgetOffsets(long at) implements Act {
        @Override
        public String words() {
            return "all stop, the group's offsets are lost, all start";
        }
    }

    /** The broker compacts the changelogs. */
    record Compact(long at) implements Act {
        @Override
        public String words() {
            return "the changelogs are compacted";
        }
    }

    /** Nobody can read a topic for a while. */
    record TakeAway(long at, String topic, long millis) implements Act {
        @Override
        public String words() {
            return topic + " cannot be read for " + Spans.words(millis);
        }
    }

    /** Nothing is disturbed for a while, and then every law must hold. */
    record Settle(long at) implements Act {
        @Override
        public String words() {
            return "everything comes to rest";
        }
    }
}
