package io.fairway.simulator.law;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.streams.Done;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The input records that tasks have taken: each once, those of a partition in the order in which its task took them first. */
final class Taken {
    private final List<Input> records = new ArrayList<>();
    private final Map<String, Long> next = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /** A record of an input topic, and where it is. */
    record Input(String topic, int partition, LogEntry entry) {}

    /** A task has taken what is among these. */
    void add(int partition, List<Done> done) {
        for (Done step : done) {
            if (step instanceof Done.Took took) {
                add(took.topic(), partition, took.entry());
            }
        }
    }

    void add(String topic, int partition, LogEntry entry) {
        String log = topic + "-" + partition;
        if (entry.offset() >= next.getOrDefault(log, 0L)) {
            next.put(log, entry.offset() + 1);
            counts.merge(log, 1, Integer::sum);
            records.add(new Input(topic, partition, entry));
        }
    }

    List<Input> records() {
        return records;
    }

    /** How many records of a partition were taken. */
    int count(String topic, int partition) {
        return counts.getOrDefault(topic + "-" + partition, 0);
    }
}
