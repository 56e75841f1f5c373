package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
import io.fairway.schemas.Topic;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;

/**
 * A domain task of an application with another id: it begins on empty stores, reads all that is left in the input topics, and then
 * has turns until its results are out. Nothing happens to it, and nobody reads what it writes but the laws.
 */
public final class Rebuild {
    /** Milliseconds between two turns. */
    private static final long TURN = 100;

    /** Milliseconds after which all results are out: more than an evaluation of trees that nothing touched takes. */
    private static final long OUT = 13_000;

    private final Application application;
    private final TaskKey key;
    private final SimulatedBroker broker;
    private final BrokerTime brokerTime;
    private final StreamTask task;
    private final List<Headers> letters = new ArrayList<>();
    private final Map<String, Map<String, SpecificRecord>> last = new TreeMap<>();
    private long clock;

    private Rebuild(TaskKey key, Application application, SimulatedBroker broker) {
        this.application = application;
        this.key = key;
        this.broker = broker;
        clock = broker.now();
        brokerTime = application.brokerTime(() -> clock);
        ProcessParts program = application.program(brokerTime);
        TaskRoom room = new TaskRoom(
                key,
                application.wiring(),
                program,
                (store, entry, value) -> brokerTime.acknowledged(key.partition(), clock),
                this::send,
                () -> false);
        task = new StreamTask(key, application, program, brokerTime, room, () -> clock * 1_000_000);
    }

    /** The task of a partition, done. */
    public static Rebuild of(TaskKey key, Application application, SimulatedBroker broker) {
        Rebuild rebuild = new Rebuild(key, application, broker);
        rebuild.run();
        return rebuild;
    }

    private void run() {
        task.begin(clock);
        task.seekToBeginning(broker);
        while (task.take(broker, clock)) {
            task.stores().flush();
        }
        for (long until = clock + OUT; clock < until; clock += TURN) {
            task.punctuate(clock);
            task.stores().flush();
        }
    }

    private void send(String node, Record<?, ?> record) {
        String name = application.target(node, record, key.partition()).topic();
        if (Objects.requireNonNull(application.topic(name)).isEnvelope()) {
            if (application.topic(name) == Topic.DEAD_LETTERS) {
                letters.add(record.headers());
            }
        } else if (record.value() instanceof SpecificRecord value) {
            last.computeIfAbsent(name, topic -> new TreeMap<>()).put(String.valueOf(record.key()), value);
        } else {
            last.computeIfAbsent(name, topic -> new TreeMap<>()).remove(String.valueOf(record.key()));
        }
    }

    /** What it has done, in order. */
    public List<Done> done() {
        return task.done();
    }

    public TaskStores stores() {
        return task.stores();
    }

    /** The headers of its dead letters. */
    public List<Headers> letters() {
        return letters;
    }

    /** The last records of a topic by their keys, but those that were withdrawn. */
    public Map<String, SpecificRecord> last(String topic) {
        return last.getOrDefault(topic, Map.of());
    }

    /** The clock of its instance, epoch milliseconds: when its results are of. */
    public long now() {
        return clock;
    }
}
