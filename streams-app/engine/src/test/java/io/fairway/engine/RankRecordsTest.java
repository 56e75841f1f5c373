package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RankForm;
import io.fairway.avro.RankRecord;
import io.fairway.avro.SlurmPriority;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.PackedRanks;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.records.RankRecords;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Packed ranks on the stream. */
class RankRecordsTest {
    private static final long HOUR = 3_600_000;

    private PipelineDriver pipeline = PipelineDriver.live();
    private final Map<String, RankRecord> packed = new TreeMap<>();
    private final Map<String, FairshareRecord> records = new TreeMap<>();

    @AfterEach
    void close() {
        pipeline.close();
    }

    private static Policy.Builder policy(RankForm form) {
        return PipelineDriver.policyOf("main", 0, HOUR)
                .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                .setRanks(form);
    }

    /** Takes in what was sent; returns the number of rank records. */
    private int read() {
        List<Sent<RankRecord>> ranks = pipeline.read(Topic.RANKS, RankRecord.class);
        ranks.forEach(sent -> keep(packed, sent));
        pipeline.read(Topic.FAIRSHARE, FairshareRecord.class).forEach(sent -> keep(records, sent));
        return ranks.size();
    }

    private static <T> void keep(Map<String, T> known, Sent<T> sent) {
        T value = sent.value();
        if (value == null) {
            known.remove(sent.key());
        } else {
            known.put(sent.key(), value);
        }
    }

    private static String key(String account) {
        return Keys.ranks(DOMAIN, "main", DOMAIN, account, 0);
    }

    private RankRecord record(String account) {
        return Objects.requireNonNull(packed.get(key(account)), account);
    }

    /** By name, each user's rank as a reader computes it. */
    private Map<String, Long> unpacked() {
        long ranked = Objects.requireNonNull(record("root").getRanked());
        Map<String, Long> ranks = new HashMap<>();
        packed.values().forEach(record -> {
            PackedRanks read = RankRecords.read(record);
            for (int i = 0; i < read.users().size(); i++) {
                NodeId user = read.users().get(i);
                ranks.put(user.account() + "/" + user.user(), read.ranks(ranked)[i]);
            }
        });
        return ranks;
    }

    private Map<String, Long> ofRecords() {
        Map<String, Long> ranks = new HashMap<>();
        records.values().forEach(record -> {
            if (!record.getUser().isEmpty()) {
                ranks.put(record.getAccount() + "/" + record.getUser(), Objects.requireNonNull(record.getRank()));
            }
        });
        return ranks;
    }

    @Test
    void sayTheSameAsFairshareRecordsAfterEachStep() {
        pipeline.policy(policy(RankForm.BOTH));
        SplittableRandom random = new SplittableRandom(5);
        for (int account = 0; account < 5; account++) {
            for (int user = 0; user < 6; user++) {
                pipeline.share("a" + account, "u" + user, 1 + user % 2);
            }
        }
        pipeline.advance(500);
        read();
        int running = 0;
        for (int step = 0; step < 80; step++) {
            String account = "a" + random.nextInt(5);
            String user = "u" + random.nextInt(6);
            switch (random.nextInt(4)) {
                case 0 -> pipeline.share(account, "u" + random.nextInt(9), random.nextInt(1, 4));
                case 1 -> pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, DOMAIN, account, user));
                default -> pipeline.start("j" + running++, account, user, T0 + 500L * step, random.nextInt(1, 9));
            }
            pipeline.advance(500);
            read();

            assertThat(unpacked()).as("step " + step).isEqualTo(ofRecords());
        }
        assertThat(running).isGreaterThan(20);
    }

    @Test
    void areNotSentAgainForAccountsThatDidNotMove() {
        pipeline.policy(policy(RankForm.PACKED));
        pipeline.share("a", "u", 1);
        pipeline.share("a", "v", 1);
        pipeline.share("b", "w", 1);
        pipeline.share("b", "x", 1);
        pipeline.advance(500);
        read();
        // All idle: all tie.
        assertThat(unpacked())
                .containsOnly(Map.entry("a/u", 4L), Map.entry("a/v", 4L), Map.entry("b/w", 4L), Map.entry("b/x", 4L));
        assertThat(packed).containsOnlyKeys(key("root"), key("a"), key("b"));
        assertThat(records).as("fairshare records").isEmpty();

        pipeline.start("1", "a", "u", T0 + 500, 1);
        pipeline.advance(500);

        // b is first, with two that tie: 4, 4. Then v and u. Only a's record says something new.
        assertThat(read()).isEqualTo(1);
        assertThat(unpacked())
                .containsOnly(Map.entry("a/u", 1L), Map.entry("a/v", 2L), Map.entry("b/w", 4L), Map.entry("b/x", 4L));
        assertThat(record("a").getCause()).isEqualTo("STARTED of job 1");

        pipeline.advance(20_000);
        assertThat(read()).isZero();

        pipeline.share("a", "t", 1);
        pipeline.advance(500);
        // Root has another number of users, and a has t, which ties with v. For b nothing changed.
        assertThat(read()).isEqualTo(2);
        assertThat(unpacked())
                .containsOnly(
                        Map.entry("a/u", 1L),
                        Map.entry("a/v", 3L),
                        Map.entry("a/t", 3L),
                        Map.entry("b/w", 5L),
                        Map.entry("b/x", 5L));
    }

    @Test
    void areWithdrawnWithTheAccountAndWithTheForm() {
        pipeline.policy(policy(RankForm.PACKED));
        pipeline.share("a", "u", 1);
        pipeline.share("b", "w", 1);
        pipeline.advance(500);
        read();
        assertThat(packed).containsOnlyKeys(key("root"), key("a"), key("b"));

        pipeline = pipeline.restarted();
        pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, DOMAIN, "a", "u"));
        pipeline.advance(500);
        read();
        assertThat(packed).containsOnlyKeys(key("root"), key("b"));
        assertThat(unpacked()).containsOnly(Map.entry("b/w", 1L));

        pipeline.policy(policy(RankForm.RECORDS).setEffectiveFrom(Instant.ofEpochMilli(T0 + 120_000)));
        pipeline.advance(180_000);
        read();
        assertThat(packed).isEmpty();
        assertThat(ofRecords()).containsOnly(Map.entry("b/w", 1L));
    }

    @Test
    void areUsualUnderFairTree() {
        pipeline.policy(policy(RankForm.AUTO));
        pipeline.share("a", "u", 1);
        pipeline.advance(500);
        read();

        assertThat(unpacked()).containsOnly(Map.entry("a/u", 1L));
        assertThat(records).isEmpty();
    }

    @Test
    void areNotUsualWhereTheyCannotBe() {
        pipeline.policy(policy(RankForm.AUTO).setAlgorithm(Algorithm.CLASSIC));
        pipeline.policy(policy(RankForm.AUTO)
                .setName("rising")
                .setState(PolicyState.SHADOW)
                .setSlurm(SlurmPriority.newBuilder()
                        .setFlags(List.of("INCR_ONLY"))
                        .build()));
        pipeline.share("a", "u", 1);
        pipeline.advance(500);
        read();

        assertThat(packed).isEmpty();
        assertThat(records)
                .containsKeys(
                        Keys.fairshare(DOMAIN, "main", DOMAIN, "a", "u"),
                        Keys.fairshare(DOMAIN, "rising", DOMAIN, "a", "u"));
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    /** The application of before sent fairshare records for this policy, which says nothing of ranks. */
    @Test
    void takeThePlaceOfFairshareRecordsAfterAnUpgrade() {
        pipeline.policy(policy(RankForm.RECORDS));
        pipeline.share("a", "u", 1);
        pipeline.share("b", "w", 1);
        pipeline.start("1", "a", "u", T0, 1);
        pipeline.advance(500);
        read();
        // Of root, a and b, and of the two users.
        assertThat(records).hasSize(5);
        assertThat(packed).isEmpty();

        pipeline = pipeline.restarted(stored -> StoredRecords.bytes(Policy.newBuilder(StoredRecords.policy(stored))
                .setRanks(RankForm.AUTO)
                .build()));
        // The driver takes a domain up with its first record.
        pipeline.share("b", "w", 1);
        pipeline.advance(500);
        read();

        assertThat(records).as("fairshare records that stay behind").isEmpty();
        assertThat(unpacked()).containsOnly(Map.entry("b/w", 2L), Map.entry("a/u", 1L));

        pipeline = pipeline.restarted(stored -> StoredRecords.bytes(Policy.newBuilder(StoredRecords.policy(stored))
                .setRanks(RankForm.RECORDS)
                .build()));
        pipeline.share("b", "w", 1);
        pipeline.advance(500);
        read();

        assertThat(packed).as("packed ranks that stay behind").isEmpty();
        assertThat(ofRecords()).containsOnly(Map.entry("b/w", 2L), Map.entry("a/u", 1L));
    }

    @Test
    void needFairTreeWithoutIncrOnly() {
        pipeline.policy(policy(RankForm.PACKED).setAlgorithm(Algorithm.CLASSIC));
        pipeline.policy(policy(RankForm.BOTH)
                .setSlurm(SlurmPriority.newBuilder()
                        .setFlags(List.of("INCR_ONLY"))
                        .build()));

        assertThat(pipeline.deadLetterReasons())
                .containsExactly(
                        "ranks PACKED of policy main: must be RECORDS with the algorithm CLASSIC; Fair Tree alone"
                                + " ranks every user",
                        "ranks BOTH of policy main: must be RECORDS with the flag INCR_ONLY");
    }

    @Test
    void ofALargeAccountComeInParts() {
        pipeline.policy(policy(RankForm.PACKED));
        for (int user = 0; user < 2 * PackedRanks.MOST + 1; user++) {
            pipeline.share("a", "u" + user, 1);
        }
        pipeline.start("1", "a", "u7", T0, 1);
        pipeline.advance(500);
        read();

        assertThat(packed).hasSize(4);
        assertThat(Objects.requireNonNull(packed.get(key("a") + "|2")).getUsers())
                .hasSize(1);
        Map<String, Long> ranks = unpacked();
        assertThat(ranks).hasSize(801).containsEntry("a/u7", 1L).containsEntry("a/u8", 801L);
    }

    /** Each look at the clock takes longer than the time that a turn has. */
    @Test
    void ofALargeTreeGoOutInTurns() {
        pipeline.close();
        AtomicLong slow = new AtomicLong();
        pipeline = PipelineDriver.live(() -> slow.addAndGet(40_000_000));
        pipeline.policy(policy(RankForm.PACKED));
        for (int account = 0; account < 200; account++) {
            pipeline.share("a" + account, "u", 1);
        }
        int turns = 0;
        while (packed.size() < 201) {
            assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class))
                    .as("heartbeats with %d of 201 records", packed.size())
                    .isEmpty();
            assertThat(turns++).as("turns").isLessThan(100);
            pipeline.advance(100);
            assertThat(read()).as("records of a turn").isLessThan(100);
        }
        assertThat(turns).isGreaterThan(2);
        assertThat(unpacked()).hasSize(200).containsEntry("a7/u", 200L);

        pipeline.advance(1_000);
        assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class)).isNotEmpty();
    }
}
