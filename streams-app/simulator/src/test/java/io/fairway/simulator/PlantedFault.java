package io.fairway.simulator;

import io.fairway.core.time.BrokerTime;
import io.fairway.engine.EngineSettings;
import io.fairway.schemas.Keys;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.schedule.ScheduleMaker;
import io.fairway.simulator.schedule.Spans;
import io.fairway.simulator.streams.ProcessParts;
import io.fairway.simulator.streams.TaskKey;
import io.fairway.simulator.streams.Wiring;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Faults as the engine and its surroundings might have them, each by one change of the wiring. */
enum PlantedFault implements Wiring {
    /** What is applied of a topic is forgotten, so records that are read again are applied again. */
    MARKS_ARE_LOST(4, "the stores are those of an undisturbed task") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("marks") ? Standing.in(store, "get", args -> null) : store;
        }
    },
    /** A job that ended is forgotten before the horizon has passed. */
    SWEEP_FORGETS_TOO_EARLY(2, "usage is the closed integral") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("jobs-settled")
                    ? Standing.in(
                            store, "range", args -> earlier(store, (String) args[0], (String) args[1], 24 * Spans.DAY))
                    : store;
        }
    },
    /** A job that ended is forgotten an hour too early: an end that is corrected to a later one comes after that. */
    SWEEP_FORGETS_AN_HOUR_TOO_EARLY(670, "usage is the closed integral") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("jobs-settled")
                    ? Standing.in(
                            store, "range", args -> earlier(store, (String) args[0], (String) args[1], Spans.HOUR))
                    : store;
        }
    },
    /** An ended job is forgotten while a measure that came later still has to charge it. */
    SWEEP_DOES_NOT_WAIT_FOR_A_RECHARGE(367, "usage is the closed integral") {
        @Override
        public Processor<byte[], byte[], Object, Object> processor(
                Processor<byte[], byte[], Object, Object> processor, EngineSettings settings) {
            return new EagerSweep(processor, settings, 2);
        }
    },
    /** An ended job is forgotten a horizon after its end, and nothing says so: a late duplicate charges the run again. */
    ENDED_JOBS_ARE_KEPT_FOR_ONE_HORIZON(10, "usage is the closed integral") {
        @Override
        public Processor<byte[], byte[], Object, Object> processor(
                Processor<byte[], byte[], Object, Object> processor, EngineSettings settings) {
            return new EagerSweep(processor, settings, 1);
        }
    },
    /** One append time that is far ahead lets ended jobs be forgotten at once. */
    SWEEP_BELIEVES_EACH_APPEND_TIME(138, "usage is the closed integral") {
        @Override
        public Processor<byte[], byte[], Object, Object> processor(
                Processor<byte[], byte[], Object, Object> processor, EngineSettings settings) {
            return new EagerSweep(processor, settings, 2);
        }
    },
    /** Clocks of domains go by that of the machine, whatever the brokers say. */
    CLOCK_OF_A_MACHINE_IS_BELIEVED(305, "each refused record is a dead letter, and no other is") {
        @Override
        public BrokerTime brokerTime(BrokerTime time, LongSupplier millis) {
            return BrokerTime.UNBOUNDED;
        }
    },
    /** A clock that is ahead by less than two hours is believed. */
    CLOCK_THAT_IS_AN_HOUR_AHEAD_IS_BELIEVED(20, "nothing is evaluated as of the future") {
        @Override
        public BrokerTime brokerTime(BrokerTime time, LongSupplier millis) {
            return new BrokerTime(() -> millis.getAsLong() * 1_000_000, 2 * Spans.HOUR);
        }
    },
    /** The time of a writer is taken for an append time: the topic has append times by now. */
    TIMESTAMP_TYPE_OF_A_RECORD_IS_IGNORED(16, "each refused record is a dead letter, and no other is") {
        @Override
        public boolean minds(LogEntry entry) {
            return false;
        }
    },
    /** After a restart, the last append time is the append clock, even if it was wrong. */
    APPEND_CLOCK_IS_NOT_KEPT(138, "each refused record is a dead letter, and no other is") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("marks")
                    ? Standing.in(
                            store,
                            "get",
                            args -> ((String) args[0]).endsWith("|clock") ? null : store.get((String) args[0]))
                    : store;
        }
    },
    /** Of a user who was removed nothing is stored: the usage no longer counts in the account. */
    REMOVED_USERS_ARE_UNKNOWN(185, "factors are in the order of the integrals") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("shares")
                    ? Standing.in(store, "put", args -> {
                        byte[] node = (byte[]) args[1];
                        store.put((String) args[0], isDeleted(node) ? null : node);
                        return null;
                    })
                    : store;
        }
    },
    /** The ledger does not find a job that ended. */
    ENDED_JOBS_ARE_UNKNOWN(2, "usage is the closed integral") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("jobs-settled") ? Standing.in(store, "get", args -> null) : store;
        }
    },
    /** After a start, nobody knows who watched: runs end with their lease. */
    SOURCES_ARE_UNKNOWN_AFTER_A_START(5_307, "the stores are those of an undisturbed task") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("sources") ? Standing.in(store, "range", args -> some(store, args, 3)) : store;
        }
    },
    /** After a start, a run that ended with its lease does not go on, whoever is heard. */
    ENDS_OF_LEASES_ARE_FORGOTTEN_AT_A_START(870, "usage is the closed integral") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("sources") ? Standing.in(store, "range", args -> some(store, args, 4)) : store;
        }
    },
    /** A start does not look for facts that are held. */
    HELD_FACTS_ARE_DROPPED_AT_A_START(1, "the stores are those of an undisturbed task") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("held") ? Standing.in(store, "range", args -> new Entries(List.of())) : store;
        }
    },
    /** A task that begins again has no timer. */
    TIMER_IS_LOST(1, "nothing is held up") {
        @Override
        public ProcessorContext<Object, Object> context(ProcessorContext<Object, Object> context) {
            return context.currentSystemTimeMs() > ScheduleMaker.BEGIN + Spans.MINUTE
                    ? Standing.in(
                            context, "schedule", args -> (org.apache.kafka.streams.processor.Cancellable) () -> {})
                    : context;
        }
    },
    /** How far the charging of all kept jobs has come is not stored. */
    CURSOR_OF_BULK_WORK_IS_LOST(688, "usage is the closed integral") {
        @Override
        public boolean logs(String store, Object key) {
            return !store.equals("clocks") || !key.toString().contains("|");
        }
    },
    /** Results are sent outside of the transaction. */
    RESULTS_ARE_SENT_BEFORE_THE_COMMIT(4, "an undisturbed task sends the same") {
        @Override
        public boolean sendsInTransaction() {
            return false;
        }
    },
    /** An instance that lost its tasks commits what it did. */
    COMMIT_OF_A_ZOMBIE_IS_ACCEPTED(58, "silence means unchanged") {
        @Override
        public boolean fences() {
            return false;
        }
    },
    /** The clock does not go on beyond an hour. */
    CLOCK_IS_CLAMPED(1, "the stores are those of an undisturbed task") {
        @Override
        public ProcessorContext<Object, Object> context(ProcessorContext<Object, Object> context) {
            return Standing.in(
                    context,
                    "currentSystemTimeMs",
                    args -> Math.min(context.currentSystemTimeMs(), ScheduleMaker.BEGIN + Spans.HOUR));
        }
    },
    /** Whether a record comes in time is judged by the clock of the instance, and not by the record's own append. */
    APPEND_TIMES_ARE_THOSE_OF_PROCESSING(82, "an undisturbed task sends the same") {
        @Override
        public Processor<byte[], byte[], Object, Object> processor(
                Processor<byte[], byte[], Object, Object> processor, EngineSettings settings) {
            return new Processor<>() {
                private @Nullable ProcessorContext<Object, Object> context;

                @Override
                public void init(ProcessorContext<Object, Object> given) {
                    context = given;
                    processor.init(given);
                }

                @Override
                public void process(Record<byte[], byte[]> record) {
                    ProcessorContext<Object, Object> known = java.util.Objects.requireNonNull(context);
                    processor.process(record.withTimestamp(known.currentSystemTimeMs()));
                }

                @Override
                public void close() {
                    processor.close();
                }
            };
        }
    },
    /** A restore puts back what was removed. */
    TOMBSTONES_OF_CHANGELOGS_ARE_IGNORED(4, "the stores are those of an undisturbed task") {
        @Override
        public boolean restores(String store, LogEntry entry) {
            return entry.value() != null;
        }
    },
    /** A restore takes what a transaction wrote that never ended. */
    UNCOMMITTED_CHANGES_ARE_RESTORED(4, "a changelog restores its store") {
        @Override
        public boolean restoresCommittedOnly() {
            return false;
        }
    },
    /** A standby becomes active with what it has, and does not read the rest of its changelogs. */
    A_STANDBY_STOPS_SHORT(155, "all stores are those of an undisturbed task") {
        @Override
        public boolean standbysCatchUp() {
            return false;
        }
    },
    /** What a transaction wrote that was rolled back stays in the stores of a task that begins again. */
    STATE_OUTLIVES_A_COMMIT_THAT_TIMES_OUT(101, "the stores are those of an undisturbed task") {
        @Override
        public boolean emptiesStores() {
            return false;
        }
    },
    /** Kafka Streams commits without writing the caches through before. */
    CACHES_ARE_NOT_WRITTEN_THROUGH(4, "the stores are those of an undisturbed task") {
        @Override
        public boolean flushesCaches() {
            return false;
        }
    },
    /** What sources say is not stored. */
    A_SOURCE_IS_NOT_LOGGED(19, "a changelog restores its store", "sources", ""),
    /** Hosts are not stored. */
    A_HOST_IS_NOT_LOGGED(3, "a changelog restores its store", "hosts", ""),
    /** The shares that a change brings are not stored. */
    A_CHANGE_OF_SHARES_IS_NOT_LOGGED(2, "a changelog restores its store", "shares", "|ben"),
    /** Windows of Moab are not stored. */
    WINDOWS_ARE_NOT_LOGGED(2, "a changelog restores its store", "rings", ""),
    /** What was sent last is not stored. */
    SENT_FAIRSHARE_IS_FORGOTTEN(1, "silence means unchanged", "emitted", ""),
    /** The priority records that were sent are not stored. */
    SENT_PRIORITIES_ARE_FORGOTTEN(3, "silence means unchanged", "priorities-sent", ""),
    /** One kind of line misses its changelog. */
    A_LINE_IS_NOT_LOGGED(2, "usage is the closed integral", "lines", "|ben"),
    /** No listener runs before a commit: what changed stays in the heap. */
    BELL_IS_NOT_RUNG(7, "an undisturbed task sends the same") {
        @Override
        public ProcessParts program(ProcessParts program) {
            return new ProcessParts() {
                @Override
                public Processor<byte[], byte[], Object, Object> processor(TaskKey task, LongSupplier nanos) {
                    return program.processor(task, nanos);
                }

                @Override
                public List<KeyValueStore<Bytes, byte[]>> underCaches(TaskKey task) {
                    return program.underCaches(task).stream()
                            .map(store -> Standing.in(store, "put", args -> null))
                            .toList();
                }
            };
        }
    },
    /** An entry that was touched is not among those that the commit writes. */
    A_CHANGED_LINE_IS_NOT_WRITTEN(2, "usage is the closed integral") {
        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            return name.equals("lines")
                    ? Standing.in(store, "put", args -> {
                        String key = (String) args[0];
                        if (!key.endsWith("|ben") || store.get(key) == null) {
                            store.put(key, (byte[]) args[1]);
                        }
                        return null;
                    })
                    : store;
        }
    },
    /** Stores that lay on disk for days are used again, though the tombstones of what was deleted meanwhile are gone. */
    OLD_STORES_ARE_USED(2_197, "a changelog restores its store") {
        @Override
        public boolean deletesOldStores() {
            return false;
        }
    },
    /** What was to be written with a commit is still there when the task begins again after an abort. */
    A_CHANGED_LINE_SURVIVES_AN_ABORT(38, "usage is the closed integral") {
        @SuppressWarnings("ImmutableEnumChecker") // what survives is the fault
        private final Map<String, byte[]> written = new ConcurrentHashMap<>();

        @Override
        public KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
            if (!name.equals("lines")) {
                return store;
            }
            KeyValueStore<String, byte[]> noting = Standing.in(store, "put", args -> {
                written.put((String) args[0], (byte[]) args[1]);
                store.put((String) args[0], (byte[]) args[1]);
                return null;
            });
            return Standing.in(noting, "range", args -> {
                Map<String, byte[]> merged = new TreeMap<>();
                try (KeyValueIterator<String, byte[]> all = store.range((String) args[0], (String) args[1])) {
                    all.forEachRemaining(entry -> merged.put(entry.key, written.getOrDefault(entry.key, entry.value)));
                }
                return new Entries(merged.entrySet().stream()
                        .map(entry -> KeyValue.pair(entry.getKey(), entry.getValue()))
                        .toList());
            });
        }
    };

    private final long seed;
    private final String law;
    private final String notLogged;
    private final String ofKeys;

    PlantedFault(long seed, String law) {
        this(seed, law, "", "");
    }

    /**
     * A store that does not log some of its changes.
     *
     * @param notLogged its name
     * @param ofKeys the end of the keys whose changes it does not log
     */
    PlantedFault(long seed, String law, String notLogged, String ofKeys) {
        this.seed = seed;
        this.law = law;
        this.notLogged = notLogged;
        this.ofKeys = ofKeys;
    }

    @Override
    public boolean logs(String store, Object key) {
        return !store.equals(notLogged) || !key.toString().endsWith(ofKeys);
    }

    /** The seed of a schedule that finds it. */
    long seed() {
        return seed;
    }

    /** The law that the schedule breaks. */
    String law() {
        return law;
    }

    /** Whether a stored share node is removed: its first byte says so. */
    private static boolean isDeleted(byte @Nullable [] node) {
        return node != null && node[0] == 1;
    }

    /** Hands out what it has. */
    private record Entries(List<KeyValue<String, byte[]>> left) implements KeyValueIterator<String, byte[]> {
        Entries {
            left = new ArrayList<>(left);
        }

        @Override
        public boolean hasNext() {
            return !left.isEmpty();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            return left.remove(0);
        }

        @Override
        public String peekNextKey() {
            return left.get(0).key;
        }

        @Override
        public void close() {}
    }

    /** The entries of a range whose keys have so many parts: four in a key of a source, three in that of a job. */
    private static Entries some(KeyValueStore<String, byte[]> store, Object[] range, int parts) {
        List<KeyValue<String, byte[]>> some = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = store.range((String) range[0], (String) range[1])) {
            all.forEachRemaining(entry -> {
                if (Keys.split(entry.key).size() == parts) {
                    some.add(entry);
                }
            });
        }
        return new Entries(some);
    }

    /** Jobs that seem to have ended so many milliseconds earlier. */
    private static Entries earlier(
            KeyValueStore<String, byte[]> store, @Nullable String from, @Nullable String to, long millis) {
        List<KeyValue<String, byte[]>> jobs = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = store.range(from, to)) {
            all.forEachRemaining(job -> {
                ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(job.value, job.value.length));
                bytes.putLong(0, bytes.getLong(0) - millis);
                jobs.add(KeyValue.pair(job.key, bytes.array()));
            });
        }
        return new Entries(jobs);
    }
}
