package io.fairway.trial.replay;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.UsageRecord;
import io.fairway.core.model.NodeId;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Makes a {@link ReplayResult} of the records of the application. */
final class ResultReader {
    private final Workbench bench;
    private final ReplayPlan plan;

    ResultReader(Workbench bench, ReplayPlan plan) {
        this.bench = bench;
        this.plan = plan;
    }

    /**
     * Refuses a result that leaves records out.
     *
     * @throws IllegalStateException with the first record that the application refused, and the reason
     */
    void requireNoDeadLetters() {
        List<String> refused = new ArrayList<>();
        new TopicReader(bench)
                .readAll(
                        Topic.DEAD_LETTERS,
                        record -> refused.add(header(record, DeadLetterHeaders.TOPIC) + ", offset "
                                + header(record, DeadLetterHeaders.OFFSET) + ": "
                                + header(record, DeadLetterHeaders.REASON)));
        if (!refused.isEmpty()) {
            throw new IllegalStateException(
                    "the application refused " + refused.size() + " records; the first: " + refused.get(0));
        }
    }

    ReplayResult read(long sent, Duration starting, Duration processing) {
        Map<String, MeasureDefinition> measures = new HashMap<>();
        plan.policies()
                .forEach(policy -> PolicyFamilies.of(policy)
                        .measures()
                        .forEach(measureDefinition -> measures.put(measureDefinition.name(), measureDefinition)));
        String first = plan.policyNames().get(0);
        String measure =
                PolicyFamilies.of(plan.policies().get(0)).measures().get(0).name();
        TreeMap<String, UsageRecord> lines = new TreeMap<>();
        readLatest(Topic.USAGE, UsageRecord.class, lines);
        Map<NodeId, Double> usage = new HashMap<>();
        lines.forEach((key, line) -> {
            if (line.getAsOf().toEpochMilli() != plan.at()) {
                throw new IllegalStateException("line " + key + " is as of " + line.getAsOf() + ", not of the end");
            }
            if (line.getMeasure().equals(measure)) {
                usage.put(
                        new NodeId(line.getTree(), line.getAccount(), line.getUser(), line.getPartition()),
                        line.getValue());
            }
        });
        TreeMap<String, FairshareRecord> records = new TreeMap<>();
        readLatest(Topic.FAIRSHARE, FairshareRecord.class, records);
        Map<NodeId, @Nullable Double> factors = new HashMap<>();
        Map<String, List<ReplayResult.Share>> fairshares = new TreeMap<>();
        for (FairshareRecord record : records.values()) {
            NodeId node = new NodeId(record.getTree(), record.getAccount(), record.getUser(), record.getPartition());
            if (record.getPolicy().equals(first)) {
                factors.put(node, record.getFactor());
            }
            fairshares
                    .computeIfAbsent(record.getPolicy(), policy -> new ArrayList<>())
                    .add(new ReplayResult.Share(node, record.getFactor(), record.getRank(), record.getRawUsage()));
        }
        List<ReplayResult.Row> rows = new ArrayList<>();
        int unplaced = 0;
        for (NodeId association : plan.trace().associations()) {
            unplaced += factors.containsKey(association) ? 0 : 1;
            rows.add(new ReplayResult.Row(association, usage.getOrDefault(association, 0.0), factors.get(association)));
        }
        return new ReplayResult(
                plan.at(),
                plan.trace().events().size(),
                plan.trace().summary().skippedJobs(),
                sent,
                LineDigest.of(lines, measures, plan.at()),
                rows,
                fairshares,
                unplaced,
                starting,
                processing);
    }

    private <T extends SpecificRecord> void readLatest(Topic topic, Class<T> type, Map<String, T> latest) {
        try (Deserializer<T> values = bench.serdes().deserializer(type)) {
            new TopicReader(bench).readAll(topic, record -> {
                if (record.value() == null) {
                    latest.remove(record.key());
                } else {
                    latest.put(record.key(), values.deserialize(record.topic(), record.value()));
                }
            });
        }
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "(no " + name + ")" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
