package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Host;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.QosInfo;
import io.fairway.avro.ShareNode;
import io.fairway.engine.state.JobBook;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that stopped the application once. Each is a dead letter with its reason, and the rest goes on. */
class HostileInputTest {
    private static final long HOUR = 3_600_000;

    private final PipelineDriver pipeline = PipelineDriver.replay();

    @BeforeEach
    void begin() {
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void assertGoesOn() {
        pipeline.submit("good", "physics", "anna", T0);
        pipeline.start("good", T0, 1);
        pipeline.tick(T0 + HOUR);
        assertThat(pipeline.usage("physics", "anna")).isPositive();
    }

    /** Sent compressed, it is small enough for the topic that it came on, and not for that of the dead letters. */
    @Test
    void aNameOfFiveMegabytesIsADeadLetterThatIsCut() throws NoSuchAlgorithmException {
        byte[] value = pipeline.encoded(event("x".repeat(5_000_000)).build());
        byte[] key = "k".repeat(2_000_000).getBytes(StandardCharsets.UTF_8);
        RecordHeaders headers = new RecordHeaders();
        headers.add("small", new byte[10]);
        headers.add("large", new byte[3_000_000]);

        pipeline.pipe(Topic.JOB_EVENTS, key, value, headers);

        TestRecord<byte[], byte[]> letter = pipeline.drain(Topic.DEAD_LETTERS).get(0);
        assertThat(letter.value()).hasSize(65_536).startsWith(java.util.Arrays.copyOf(value, 100));
        assertThat(letter.key()).hasSize(65_536);
        assertThat(header(letter, DeadLetterHeaders.VALUE_BYTES)).isEqualTo(Integer.toString(value.length));
        assertThat(header(letter, DeadLetterHeaders.VALUE_SHA256)).isEqualTo(sha256(value));
        assertThat(header(letter, DeadLetterHeaders.KEY_BYTES)).isEqualTo("2000000");
        assertThat(header(letter, DeadLetterHeaders.KEY_SHA256)).isEqualTo(sha256(key));
        assertThat(header(letter, DeadLetterHeaders.HEADERS_LEFT_OUT)).isEqualTo("1");
        assertThat(letter.headers().lastHeader("small")).isNotNull();
        assertThat(header(letter, DeadLetterHeaders.REASON))
                .startsWith("JobEvent.job of 5000000 bytes ('xxx")
                .endsWith("'): must have at most 1024");
        assertGoesOn();
    }

    @Test
    void aDeadLetterThatFitsIsAsItCame() {
        byte[] value = pipeline.encoded(event("x".repeat(900_000)).build());
        byte[] key = "k".getBytes(StandardCharsets.UTF_8);

        pipeline.pipe(Topic.JOB_EVENTS, key, value, new RecordHeaders());

        TestRecord<byte[], byte[]> letter = pipeline.drain(Topic.DEAD_LETTERS).get(0);
        assertThat(letter.value()).isEqualTo(value);
        assertThat(letter.key()).isEqualTo(key);
        assertThat(letter.headers().lastHeader(DeadLetterHeaders.VALUE_BYTES)).isNull();
    }

    @Test
    void namesOfSixHundredKilobytesAreRefusedEverywhere() {
        String name = "n".repeat(600_000);
        pipeline.send(Topic.SHARES, "x", share(name).build());
        pipeline.send(Topic.SHARES, "x", share("a").setUser(name).build());
        pipeline.send(Topic.SHARES, "x", share("a").setParent(name).build());
        pipeline.send(Topic.ADJUSTMENTS, "x", adjustment().setId(name).build());
        pipeline.send(Topic.ADJUSTMENTS, "x", adjustment().setReason(name).build());
        pipeline.send(
                Topic.POLICIES, "x", PipelineDriver.policyOf(name, 0, HOUR).build());
        pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, DOMAIN, name, ""));

        assertThat(pipeline.deadLetterReasons())
                .hasSize(7)
                .allMatch(reason -> reason.contains(" of 600000 bytes ('nnn"));
        assertGoesOn();
    }

    @Test
    void hostsThatCannotBeAreRefused() {
        Host good = Host.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setName("n1")
                .setSlots(8L)
                .build();
        for (Host host : List.of(
                Host.newBuilder(good).setName("").build(),
                Host.newBuilder(good).setCluster("").build(),
                Host.newBuilder(good).setSlots(-1L).build(),
                Host.newBuilder(good).setSlotLimit(-2L).build(),
                Host.newBuilder(good).setName("n".repeat(1_025)).build(),
                Host.newBuilder(good).setGroups(Collections.nCopies(1_025, "g")).build())) {
            pipeline.send(Topic.HOSTS, "x", host);
        }
        pipeline.tombstone(Topic.HOSTS, Keys.job(DOMAIN, DOMAIN, "n1") + "|x");
        pipeline.send(
                Topic.JOB_EVENTS,
                "x",
                event("j")
                        .setAttributes(JobAttributes.newBuilder()
                                .setHostSlots(Map.of("n1", 0L))
                                .build())
                        .build());

        assertThat(pipeline.deadLetterReasons())
                .containsExactly(
                        "host '' of cluster 'alps': name and cluster must not be empty",
                        "host 'n1' of cluster '': name and cluster must not be empty",
                        "host n1 of cluster alps: slots -1 and slotLimit null must be at least 0",
                        "host n1 of cluster alps: slots 8 and slotLimit -2 must be at least 0",
                        "Host.name of 1025 bytes ('" + "n".repeat(32) + "...'): must have at most 1024",
                        "Host.groups with 1025 entries: must have at most 1024",
                        "key [alps, alps, n1, x] of a tombstone: must be domain|cluster|host",
                        "slots 0 on host n1: must be 1 to 999999999");
        pipeline.send(Topic.HOSTS, Keys.host(DOMAIN, DOMAIN, "n1"), good);
        pipeline.tombstone(Topic.HOSTS, Keys.host(DOMAIN, DOMAIN, "unknown"));
        assertThat(pipeline.deadLetterReasons()).isEmpty();
        assertGoesOn();
    }

    /** The stored form of a job has no texts above 64 KiB. */
    @Test
    void attributesOfMoreThan64KibibytesAreRefused() {
        String text = "t".repeat(70_000);
        for (JobAttributes said : List.of(
                JobAttributes.newBuilder().setName(text).build(),
                JobAttributes.newBuilder().setProject(text).build(),
                JobAttributes.newBuilder().setAttributes(List.of(text)).build(),
                JobAttributes.newBuilder().setRequestedTres(Map.of(text, 1.0)).build(),
                JobAttributes.newBuilder().setExecutionHosts(List.of(text)).build())) {
            pipeline.job(event("1").setAttributes(said));
        }

        assertThat(pipeline.deadLetterReasons())
                .hasSize(5)
                .allMatch(reason ->
                        reason.startsWith("JobEvent.attributes.") && reason.contains(" of 70000 bytes ('ttt"));
        assertGoesOn();
    }

    /** Each is legal by itself; together they were larger than a record may be. */
    @Test
    void factsOfAJobAreBoundedInBytes() {
        for (int i = 0; i < 12; i++) {
            JobEvent.Builder event =
                    event("1").setType(JobEventType.MODIFIED).setSequence(i).setAttributes(large());
            pipeline.job(event);
        }

        List<String> reasons = pipeline.deadLetterReasons();
        assertThat(reasons).hasSize(7).allMatch(reason -> reason.contains("at most " + JobBook.MAX_BYTES));
        pipeline.finish("1", T0 + 5, T0 + 1);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
        pipeline.stored()
                .forEach((key, bytes) -> assertThat(bytes.length).as(key).isLessThan(1_000_000));
        assertGoesOn();
    }

    /** An end is still taken, but not for ever. */
    @Test
    void endsOfAJobAreBoundedInBytes() {
        for (int i = 0; i < 20; i++) {
            JobEvent.Builder event =
                    event("1").setType(JobEventType.CANCELLED).setSequence(i).setAttributes(large());
            pipeline.job(event);
        }

        assertThat(pipeline.deadLetterReasons())
                .isNotEmpty()
                .allMatch(reason -> reason.contains("at most " + JobBook.MAX_BYTES_WITH_ENDS));
        pipeline.stored()
                .forEach((key, bytes) -> assertThat(bytes.length).as(key).isLessThan(1_000_000));
        assertGoesOn();
    }

    /** Some 100,000 bytes. */
    private static JobAttributes large() {
        String text = "t".repeat(16_000);
        return JobAttributes.newBuilder()
                .setName(text)
                .setProject(text)
                .setApplication(text)
                .setSla(text)
                .setChunk(text)
                .setGroup(text)
                .build();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"%ZZ", "%", "%ED%A0%80"})
    void aRelayedRecordWithoutAKeyIsADeadLetter(@Nullable String key) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(DeadLetterHeaders.TOPIC, "fairway.job-events".getBytes(StandardCharsets.UTF_8));
        headers.add(DeadLetterHeaders.KEY, key == null ? null : key.getBytes(StandardCharsets.UTF_8));

        pipeline.pipe(Topic.MISROUTED, null, pipeline.encoded(event("1").build()), headers);

        assertThat(pipeline.deadLetterKinds()).containsExactly("misrouted");
        assertGoesOn();
    }

    @Test
    void aRelayedRecordThatIsTooLargeForItsTopicIsADeadLetter() {
        RecordHeaders headers = new RecordHeaders();
        headers.add(DeadLetterHeaders.TOPIC, "fairway.job-events".getBytes(StandardCharsets.UTF_8));
        headers.add(DeadLetterHeaders.KEY, "alps".getBytes(StandardCharsets.UTF_8));

        pipeline.pipe(Topic.MISROUTED, null, new byte[1_048_300], headers);

        assertThat(pipeline.deadLetterReasons())
                .containsExactly("the record is too large for topic fairway.job-events");
        assertGoesOn();
    }

    @Test
    void aChainOfTwentyThousandLevelsIsAProblemOfTheTree() {
        for (int i = 0; i < 20_000; i++) {
            pipeline.send(
                    Topic.SHARES,
                    Keys.node(DOMAIN, DOMAIN, "a" + i, ""),
                    share("a" + i).setParent(i == 0 ? null : "a" + (i - 1)).build());
        }
        pipeline.tick(T0);

        Heartbeat beat = pipeline.lastHeartbeat();
        assertThat(beat.getProblems())
                .hasSize(101)
                .anyMatch(problem -> problem.contains("account a1") && problem.contains("has no path to root"))
                .last()
                .isEqualTo("and 18901 more");
        assertGoesOn();
    }

    @Test
    void problemsWithLongNamesFitIntoAHeartbeat() {
        for (int i = 0; i < 150; i++) {
            String name = i + "n".repeat(1_000);
            pipeline.send(
                    Topic.SHARES,
                    Keys.node(DOMAIN, DOMAIN, name, ""),
                    share(name).setParent("nowhere" + name).build());
        }
        pipeline.tick(T0);

        assertThat(pipeline.lastHeartbeat().getProblems()).hasSize(101).allMatch(problem -> problem.length() <= 1_003);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 253_402_300_800_000L, Long.MAX_VALUE})
    void timesOutsideOfHistoryAreRefused(long time) {
        pipeline.send(
                Topic.POLICIES, "x", PipelineDriver.policyOf("p", time, HOUR).build());
        pipeline.send(
                Topic.ADJUSTMENTS,
                "x",
                adjustment().setEffectiveAt(Instant.ofEpochMilli(time)).build());
        pipeline.tick(time);

        assertThat(pipeline.deadLetterReasons())
                .hasSize(3)
                .allMatch(reason -> reason.contains(time + ": must lie in the years 1970 to 9999"));
        assertGoesOn();
    }

    /** It was read only when the first job was priced, and then at every evaluation. */
    @Test
    void aSettingThatIsReadWithAJobIsRefusedWithThePolicy() {
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder().setUserRequeue("SIDEWAYS").build()));

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("userRequeue \"SIDEWAYS\": must be one of [AS_PRINTED, AS_NAMED]");
        assertGoesOn();
    }

    /** Queues without fairshare: the policy has no tree, and its jobs are those of nobody. */
    @Test
    void aSettingOfAPolicyWithoutATreeIsRefusedToo() {
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(
                                List.of(LsfQueue.newBuilder().setName("normal").build()))
                        .setUserRequeue("SIDEWAYS")
                        .build()));

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("userRequeue \"SIDEWAYS\"");
        assertGoesOn();
    }

    /** Nothing of a charge was left after a period, and an adjustment divided by it. */
    @Test
    void aPeriodOfAThousandHalfLivesIsRefused() {
        pipeline.policy(PipelineDriver.policyOf("tick", 0, HOUR)
                .setMeasure(Measure.newBuilder()
                        .setName("tick")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.SLURM_TICK)
                                .setMillis(60_000)
                                .setPeriodMillis(86_400_000)
                                .build())
                        .build()));
        pipeline.send(Topic.ADJUSTMENTS, "x", adjustment().setAmount(1).build());

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("period 86400000 ms: is 1.45e+03 times the half-life of 60000 ms, must be at most 8 times");
        assertGoesOn();
    }

    @Test
    void aPriorityOfRootBelowZeroIsRefused() {
        pipeline.send(Topic.SHARES, "x", share("root").setPriority(-1).build());

        assertThat(pipeline.deadLetterReasons())
                .containsExactly("priority -1 of root/ in tree alps: must not be negative");
        pipeline.submit("1", "root", "", T0);
        assertGoesOn();
    }

    /** Refunded more than its sibling used: the account above has no usage, and is a divisor. */
    @Test
    void aRefundBeyondTheUsageOfAnAccountIsEvaluated() {
        pipeline.policy(PipelineDriver.policyOf("main", T0, HOUR).setAlgorithm(Algorithm.FAIR_TREE_SLURM));
        pipeline.share("physics", "ben", 1);
        pipeline.share("physics", "carla", 1);
        pipeline.share("physics", "dora", 1);
        for (String user : List.of("anna", "ben")) {
            pipeline.start("of " + user, "physics", user, T0, 1);
            pipeline.finish("of " + user, T0 + 1000, T0);
        }
        pipeline.send(
                Topic.ADJUSTMENTS,
                "x",
                adjustment().setUser("carla").setAmount(1_000_000).build());
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.fairshare("physics", "anna").getRank()).isNotNull();
    }

    /** A QOS makes it too dear: no event is refused by its own numbers, and nothing is made up. */
    @Test
    void aRunThatNoLineHoldsIsRefused() {
        pipeline.policy(PipelineDriver.policyOf("main", 1, HOUR)
                .setQos(Map.of("gold", QosInfo.newBuilder().setUsageFactor(1e6).build())));
        pipeline.job(event("1")
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder().setQos("gold").build()));
        pipeline.start("1", T0, 2_000);

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .startsWith("job 1: the job, from ")
                .endsWith("bills 2000000000 TRES at once; at most 1073741824 count under measure billing");
        assertGoesOn();
    }

    /** Each domain has its state in memory, and whoever may write may invent one. */
    @Test
    void domainsOfAPartitionAreBounded() {
        int most = pipeline.settings().mostDomains();
        for (int i = 0; i < most + 2; i++) {
            String domain = "invented" + i;
            pipeline.send(
                    Topic.SHARES,
                    Keys.node(domain, domain, "physics", ""),
                    ShareNode.newBuilder()
                            .setDomain(domain)
                            .setTree(domain)
                            .setAccount("physics")
                            .setUser("")
                            .setShares(1)
                            .build());
        }

        // One is the domain of this test.
        assertThat(pipeline.deadLetterReasons())
                .hasSize(3)
                .last()
                .asString()
                .isEqualTo("domain invented" + (most + 1) + ": is new, and this partition has " + most
                        + " domains already, the most that domains.max allows");
        assertGoesOn();
    }

    /** 2^31 TRES on one line, and 2^32 in the account above. */
    @Test
    void usageBeyondAllClustersIsStillASum() {
        pipeline.share("physics", "ben", 1);
        for (int i = 0; i < 2; i++) {
            for (String user : List.of("anna", "ben")) {
                pipeline.start(user + i, "physics", user, T0, 1 << 30);
            }
        }
        pipeline.tick(T0 + HOUR);

        double one = 2 * (double) (1 << 30) * 3600 / Math.log(2) * 0.5;
        assertThat(pipeline.usage("physics", "anna")).isBetween(one * 0.999999, one * 1.000001);
        assertThat(pipeline.fairshare("physics", "").getRawUsage()).isBetween(one * 1.999999, one * 2.000001);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    private static JobEvent.Builder event(String job) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.ofEpochMilli(T0));
    }

    private static ShareNode.Builder share(String account) {
        return ShareNode.newBuilder().setDomain(DOMAIN).setTree(DOMAIN).setAccount(account);
    }

    private static Adjustment.Builder adjustment() {
        return Adjustment.newBuilder()
                .setDomain(DOMAIN)
                .setTree(DOMAIN)
                .setAccount("physics")
                .setUser("anna")
                .setId("1")
                .setKind(AdjustmentKind.REFUND)
                .setAmount(1)
                .setEffectiveAt(Instant.ofEpochMilli(T0))
                .setActor("op")
                .setReason("test");
    }

    private static String header(TestRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
