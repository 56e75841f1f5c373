package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;

/** One task that runs: its processor, its stores, and how far it has read. */
final class StreamTask {
    private final TaskKey key;
    private final Application application;
    private final TaskRoom room;
    private final TaskStores stores;
    private final TaskContext context;
    private final Processor<byte[], byte[], Object, Object> processor;
    private final BrokerTime brokerTime;
    private final List<Input> inputs = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    /** Whether its processor read the clock by which it measures its work. A turn that waits does not. */
    private boolean measured;

    /**
     * A task on its stores.
     *
     * @param brokerTime of its process
     * @param nanos the clock by which it measures its work
     */
    StreamTask(
            TaskKey key,
            Application application,
            ProcessParts program,
            BrokerTime brokerTime,
            TaskRoom room,
            LongSupplier nanos) {
        this.key = key;
        this.application = application;
        this.brokerTime = brokerTime;
        this.room = room;
        stores = room.stores();
        context = room.context();
        processor = program.processor(key, () -> {
            measured = true;
            return nanos.getAsLong();
        });
    }

    TaskRoom room() {
        return room;
    }

    TaskKey key() {
        return key;
    }

    TaskStores stores() {
        return stores;
    }

    /** What was done since the last commit. */
    List<Done> done() {
        return done;
    }

    /** Begins to work on restored stores. */
    void begin(long clock) {
        context.at(clock);
        processor.init(key.relay() ? context : application.wiring().context(context));
    }

    private Done.Moment moment(long clock) {
        // Bounded by the brokers' time: of an instant that is far enough ahead, nothing else is left.
        return new Done.Moment(clock, brokerTime.bounded(key.partition(), Long.MAX_VALUE / 2));
    }

    /** A partition that it reads, and how far it has. */
    private static final class Input {
        private final TopicPartition partition;
        private final PartitionLog log;
        private long position;

        Input(TopicPartition partition, PartitionLog log, long position) {
            this.partition = partition;
            this.log = log;
            this.position = position;
        }
    }

    /** Reads on from the offsets of the group. */
    void seek(SimulatedBroker broker) {
        seek(broker, true);
    }

    /** Reads everything that is left. */
    void seekToBeginning(SimulatedBroker broker) {
        seek(broker, false);
    }

    private void seek(SimulatedBroker broker, boolean on) {
        inputs.clear();
        done.clear();
        for (String topic : application.inputs(key)) {
            inputs.add(new Input(
                    new TopicPartition(topic, key.partition()),
                    broker.log(topic, key.partition()),
                    on ? broker.offset(topic, key.partition()) : 0));
        }
    }

    /** Ends the processor. Its stores are kept. */
    void suspend() {
        processor.close();
    }

    /**
     * Ends after a failure. Kafka Streams flushes the caches once more before it ends the processor, if there is something to
     * commit, and the cache of each store as it closes. Nobody hears of what fails then.
     */
    void closeDirty() {
        try {
            if (needsCommit()) {
                stores.flush();
            }
        } catch (RuntimeException lost) {
            // The transaction may be over.
        }
        processor.close();
        try {
            stores.close();
        } catch (RuntimeException lost) {
            // As above; or a store that closed before is written to.
        }
    }

    /** Whether there is something to commit: only then its caches are flushed. */
    boolean needsCommit() {
        return !done.isEmpty();
    }

    /** Whether its processor has asked for a commit since this was last asked. */
    boolean takeCommitAsked() {
        return context.takeCommitAsked();
    }

    /** Takes the next record of all topics. Returns whether there was one. */
    boolean take(SimulatedBroker broker, long clock) {
        LogEntry first = null;
        Input from = null;
        long earliest = Long.MAX_VALUE;
        for (Input input : inputs) {
            LogEntry head = input.log.next(input.position);
            if (head != null && !broker.isAway(input.partition.topic())) {
                long time = application.readingTime(input.partition.topic(), head);
                if (time < earliest) {
                    first = head;
                    from = input;
                    earliest = time;
                }
            }
        }
        if (first == null || from == null) {
            return false;
        }
        process(from.partition.topic(), first, clock);
        from.position = first.offset() + 1;
        return true;
    }

    void process(String topic, LogEntry entry, long clock) {
        Done.Moment moment = moment(clock);
        context.at(clock);
        context.reading(topic, key.partition(), entry.offset());
        processor.process(new Record<>(
                (byte[]) entry.key(),
                (byte[]) entry.value(),
                application.readingTime(topic, entry),
                new RecordHeaders(entry.headers().toArray())));
        done.add(new Done.Took(topic, entry, moment));
    }

    void punctuate(long clock) {
        Done.Moment moment = moment(clock);
        context.at(clock);
        measured = false;
        if (context.punctuate()) {
            done.add(new Done.Punctuated(moment, measured));
        }
    }

    /** Takes a turn, due or not: another task has. It may have begun anew in a backlog, and so have turns at other times. */
    void turnNow(long clock) {
        context.at(clock);
        measured = false;
        context.punctuateAll();
        if (!measured) {
            // It waits because of what came in since it was last asked, so not a second time.
            context.punctuateAll();
        }
    }

    /** Adds the offsets up to which it has read. */
    void offsets(Map<TopicPartition, Long> all) {
        inputs.forEach(input -> all.put(input.partition, input.position));
    }

    /** Whether it has read everything that there is. */
    boolean isAtEnd() {
        for (Input input : inputs) {
            if (input.log.next(input.position) != null) {
                return false;
            }
        }
        return true;
    }
}
