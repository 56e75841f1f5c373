package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Shares that were removed, before and after the brokers compacted their topic. The usage of who is gone stays with the account: in
 * each test, that of bert is 4,000 TRES-seconds, and that of max 1,000.
 */
class RemovedSharesTest {
    private static final double BERT = 4_000;
    private static final double MAX = 1_000;

    /** A topic as compaction leaves it: the last value of each key, and no tombstone. */
    private final Map<String, ShareNode> compacted = new LinkedHashMap<>();

    private final Map<String, ShareNode> all = new LinkedHashMap<>();

    private static String key(ShareNode node) {
        return Keys.node(DOMAIN, DOMAIN, node.getAccount(), node.getUser(), node.getPartition());
    }

    private static ShareNode.Builder node(String account, @Nullable String parent, String user, String partition) {
        return ShareNode.newBuilder()
                .setDomain(DOMAIN)
                .setTree(DOMAIN)
                .setAccount(account)
                .setParent(parent)
                .setUser(user)
                .setPartition(partition);
    }

    private void send(PipelineDriver stream, ShareNode.Builder said) {
        ShareNode node = said.build();
        compacted.put(key(node), node);
        all.put(key(node), node);
        stream.send(Topic.SHARES, key(node), node);
    }

    private void tombstone(PipelineDriver stream, ShareNode.Builder said) {
        String key = key(said.build());
        compacted.remove(key);
        stream.tombstone(Topic.SHARES, key);
    }

    private void remove(PipelineDriver stream, ShareNode.Builder said) {
        String key = key(said.build());
        send(stream, ShareNode.newBuilder(Objects.requireNonNull(all.get(key))).setRemoved(true));
    }

    private void site(PipelineDriver stream) {
        stream.policy(0);
        send(stream, node("physics", null, "", ""));
        send(stream, node("lasers", "physics", "", ""));
        send(stream, node("biology", null, "", ""));
        send(stream, node("physics", null, "anna", ""));
        send(stream, node("biology", null, "max", ""));
    }

    private static void charge(PipelineDriver stream, String account, String partition) {
        stream.job(stream.event("1", JobEventType.FINISHED, T0 + (long) (BERT * 1000))
                .setRun(Instant.ofEpochMilli(T0))
                .setAccount(account)
                .setUser("bert")
                .setAttributes(
                        JobAttributes.newBuilder().setPartition(partition).build())
                .setAllocatedTres(Map.of("cpu", 1.0)));
        stream.job(stream.event("2", JobEventType.FINISHED, T0 + (long) (MAX * 1000))
                .setRun(Instant.ofEpochMilli(T0))
                .setAccount("biology")
                .setUser("max")
                .setAllocatedTres(Map.of("cpu", 1.0)));
    }

    private static Map<String, String> results(PipelineDriver stream) {
        stream.tick(T0 + 10_000_000);
        Map<String, String> last = new TreeMap<>();
        for (PipelineDriver.Sent<FairshareRecord> sent : stream.read(Topic.FAIRSHARE, FairshareRecord.class)) {
            FairshareRecord record = sent.value();
            if (record == null) {
                last.remove(sent.key());
            } else {
                last.put(
                        sent.key(), record.getFactor() + " " + record.getEffectiveUsage() + " " + record.getRawUsage());
            }
        }
        return last;
    }

    private static double rawUsage(Map<String, String> results, String account) {
        String line = Objects.requireNonNull(results.get(Keys.fairshare(DOMAIN, "main", DOMAIN, account, "")));
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    /** The stream that reads what compaction has left, and then the events. */
    private Map<String, String> rebuilt(String account, String partition) {
        try (PipelineDriver anew = PipelineDriver.replay()) {
            anew.policy(0);
            compacted.forEach((key, node) -> anew.send(Topic.SHARES, key, node));
            charge(anew, account, partition);
            return results(anew);
        }
    }

    @Test
    void theUsageOfARemovedUserStaysWithTheAccountAfterCompaction() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            send(stream, node("physics", null, "bert", ""));
            charge(stream, "physics", "");
            remove(stream, node("physics", null, "bert", ""));

            Map<String, String> before = results(stream);

            assertThat(rawUsage(before, "physics")).isEqualTo(BERT);
            assertThat(before).doesNotContainKey(Keys.fairshare(DOMAIN, "main", DOMAIN, "physics", "bert"));
            assertThat(rebuilt("physics", "")).isEqualTo(before);
        }
    }

    @Test
    void theUsageOfARemovedAccountStaysWithTheOneAboveAfterCompaction() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            send(stream, node("lasers", "physics", "bert", ""));
            charge(stream, "lasers", "");
            remove(stream, node("lasers", "physics", "bert", ""));
            remove(stream, node("lasers", "physics", "", ""));

            Map<String, String> before = results(stream);

            assertThat(rawUsage(before, "physics")).isEqualTo(BERT);
            assertThat(before).doesNotContainKey(Keys.fairshare(DOMAIN, "main", DOMAIN, "lasers", ""));
            assertThat(rebuilt("lasers", "")).isEqualTo(before);
        }
    }

    @Test
    void aRemovedAssociationOfAPartitionIsTheSameAfterCompaction() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            send(stream, node("physics", null, "bert", "gpu"));
            charge(stream, "physics", "gpu");
            remove(stream, node("physics", null, "bert", "gpu"));

            Map<String, String> before = results(stream);

            assertThat(before).doesNotContainKey(Keys.fairshare(DOMAIN, "main", DOMAIN, "physics", "bert", "gpu"));
            assertThat(rebuilt("physics", "gpu")).isEqualTo(before);
        }
    }

    @Test
    void whoIsRemovedComesBackWithANewRecord() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            send(stream, node("physics", null, "bert", ""));
            charge(stream, "physics", "");
            remove(stream, node("physics", null, "bert", ""));
            send(stream, node("physics", null, "bert", ""));

            assertThat(results(stream)).containsKey(Keys.fairshare(DOMAIN, "main", DOMAIN, "physics", "bert"));
        }
    }

    /** Old programs send them. They say who is gone as long as the brokers keep them. */
    @Test
    void aTombstoneRemovesAsBefore() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            send(stream, node("physics", null, "bert", ""));
            charge(stream, "physics", "");
            tombstone(stream, node("physics", null, "bert", ""));

            assertThat(rawUsage(results(stream), "physics")).isEqualTo(BERT);
        }
    }

    /** Compaction deletes the record before a tombstone at once, and the tombstone a day later. */
    @Test
    void aTombstoneAloneSaysWhoseUsageIsTheAccounts() {
        try (PipelineDriver stream = PipelineDriver.replay()) {
            site(stream);
            tombstone(stream, node("physics", null, "bert", ""));
            charge(stream, "physics", "");

            assertThat(rawUsage(results(stream), "physics")).isEqualTo(BERT);
        }
    }
}
