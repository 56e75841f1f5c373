package io.fairway.bench.section;

import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the application has written, by topic: results, and changelogs of its stores. Records count the markers of its
 * transactions, one for each commit and topic.
 *
 * @param records by topic
 * @param bytes by topic, as they are on the broker's disk
 * @param input bytes of the events on the broker's disk
 */
record WrittenTopics(Map<String, Long> records, Map<String, Long> bytes, long input) {
    /** All of it until now. */
    static WrittenTopics of(Testbed bed, String application) {
        Map<String, Long> sizes = bed.bytes();
        Map<String, Long> bytes = new TreeMap<>();
        Map<String, Long> records = new TreeMap<>();
        List<String> results = Arrays.stream(Topic.values())
                .filter(topic -> !topic.isInput())
                .map(bed::name)
                .toList();
        sizes.forEach((topic, size) -> {
            if (results.contains(topic) || topic.startsWith(application + "-")) {
                String name = results.contains(topic)
                        ? topic
                        : topic.substring(application.length() + 1).replace("-changelog", " (changelog)");
                bytes.put(name, size);
                records.put(name, bed.ends(List.of(topic)));
            }
        });
        long input = bed.events().stream()
                .mapToLong(topic -> sizes.getOrDefault(topic, 0L))
                .sum();
        return new WrittenTopics(records, bytes, input);
    }

    /** What was written after another look. The input stays whole. */
    WrittenTopics since(WrittenTopics before) {
        return new WrittenTopics(less(records, before.records), less(bytes, before.bytes), input);
    }

    private static Map<String, Long> less(Map<String, Long> now, Map<String, Long> before) {
        Map<String, Long> left = new HashMap<>();
        now.forEach((topic, value) -> left.put(topic, value - before.getOrDefault(topic, 0L)));
        return left;
    }

    double recordsPerEvent(long events) {
        return records.values().stream().mapToLong(Long::longValue).sum() / (double) events;
    }

    double bytesPerInput() {
        return bytes.values().stream().mapToLong(Long::longValue).sum() / (double) input;
    }

    /** Adds its measures: records and bytes for an event, in all and by topic. */
    void report(
            Bench bench, String section, String what, String size, long events, double mostBytes, double mostRecords) {
        bench.findings()
                .add(
                        section,
                        "S2 bytes written over bytes of input, " + what + ", " + size,
                        "B/B",
                        bytesPerInput(),
                        BenchGoal.valueAtMost(mostBytes));
        bench.findings()
                .add(
                        section,
                        "records written per event, " + what + ", " + size,
                        "records",
                        recordsPerEvent(events),
                        BenchGoal.valueAtMost(mostRecords));
        bench.say(String.format(Locale.ROOT, "%s: %s", what, ways(events)));
    }

    /** Adds a measure for each topic, the most written first, and their sum. */
    void reportWays(Bench bench, String what, long events, double most) {
        bench.findings()
                .add("ways", what + ", in all", "records/event", recordsPerEvent(events), BenchGoal.valueAtMost(most));
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(records.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        for (Map.Entry<String, Long> topic : sorted) {
            if (topic.getValue() > 0) {
                bench.findings()
                        .add(
                                "ways",
                                what + ", " + topic.getKey(),
                                "records/event",
                                topic.getValue() / (double) events,
                                BenchGoal.NONE);
            }
        }
    }

    /** Records for an event by topic, the most first. */
    String ways(long events) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(records.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        StringBuilder text = new StringBuilder("records per event");
        for (Map.Entry<String, Long> topic : sorted) {
            if (topic.getValue() > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        "; %s %.3f (%.1f B)",
                        topic.getKey(),
                        topic.getValue() / (double) events,
                        bytes.getOrDefault(topic.getKey(), 0L) / (double) events));
            }
        }
        return text.toString();
    }
}
