package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.UsageRecord;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hosts and the slots of pools, through the topology. The pool has three queues with 50, 30 and 20 percent on hostA and
 * hostB, each with as many waiting jobs as it could ever start.
 *
 * <p>Source: Platform LSF 6.2, Queue-based Fairshare. Shares are rounded up in turn ({@code PoolAllocation}).
 */
class HostsOnTheStreamTest {
    private static final double NOW = 360_000;
    private static final String OUTSIDE = "- {name: queue4, priority: 44, hosts: [hostA, hostB]}\n";

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void pool(String parameters, String hosts, String more) {
        StringBuilder section = new StringBuilder(parameters + "queues:\n");
        for (List<Object> queue :
                List.<List<Object>>of(List.of("queue1", 50), List.of("queue2", 30), List.of("queue3", 20))) {
            section.append("- {name: " + queue.get(0) + ", priority: " + queue.get(1) + ", hosts: [" + hosts
                    + "], slotPool: pool, slotShare: " + queue.get(1) + "}\n");
        }
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n" + (section + more).indent(2));
        rig.user(DOMAIN, "physics", "anna", 1);
        for (String queue : List.of("queue1", "queue2", "queue3")) {
            rig.submit("of-" + queue, NOW, "physics", "anna", "queue: " + queue + ", requestedTres: {cpu: 1000}");
        }
    }

    private void twoHosts() {
        rig.host("hostA", "slots: 6");
        rig.host("hostB", "slots: 6");
    }

    private void run(String job, int slots, String attributes) {
        rig.start(job, NOW, "physics", "anna", "cpu: " + slots, attributes);
    }

    private Map<String, Long> slots() {
        rig.tick(NOW);
        assertThat(rig.refusals()).isEmpty();
        return rig.queues("pool").getSlots();
    }

    private static Map<String, Long> are(long first, long second, long third) {
        return Map.of("queue1", first, "queue2", second, "queue3", third);
    }

    /** Platform LSF 7.3, Administering, page 311: two hosts with six slots each give 6, 3.6 -> 4 and 2.4 -> 2. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "8, 17, 18")
    void aPoolHasTheSlotsOfItsHosts() {
        pool("", "hostA, hostB", OUTSIDE);
        twoHosts();

        assertThat(slots()).isEqualTo(are(6, 4, 2));
    }

    /** Two hosts of 6 * 10^18 slots have more than 2^63. No host has a thousand million: what was known of it stays. */
    @ParameterizedTest
    @CsvSource({
        "'slots: 6000000000000000000', slots 6000000000000000000",
        "'slots: 6, slotLimit: 6000000000000000000', slotLimit 6000000000000000000",
        "'slots: 1000000000', slots 1000000000",
    })
    void aHostWithMoreSlotsThanAnyIsRefused(String wrong, String named) {
        pool("", "hostA, hostB", OUTSIDE);
        twoHosts();
        rig.host("hostA", wrong);
        rig.host("hostB", wrong);
        rig.tick(NOW);

        assertThat(rig.refusals())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains(named).contains("must be at most 999999999"));
        assertThat(rig.queues("pool").getSlots()).isEqualTo(are(6, 4, 2));
    }

    /** As many slots as two hosts may have: 1,999,999,998 in 50, 30 and 20 percent, rounded up in turn. */
    @Test
    void theMostSlotsOfHostsAddUp() {
        pool("", "hostA, hostB", OUTSIDE);
        rig.host("hostA", "slots: 999999999");
        rig.host("hostB", "slots: 999999999");
        for (String queue : List.of("queue1", "queue2", "queue3")) {
            rig.submit(
                    "large-" + queue,
                    NOW,
                    "physics",
                    "anna",
                    "queue: " + queue + ", requestedTres: {cpu: 999999999999}");
        }

        assertThat(slots()).isEqualTo(are(999_999_999, 600_000_000, 399_999_999));
    }

    /** A queue that is alone in having jobs spans both hosts: 6 + 6 slots, which none of the others wants. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "7, 8")
    void aQueueThatIsAloneSpansAllHosts() {
        pool("", "hostA, hostB", OUTSIDE);
        twoHosts();
        rig.job("of-queue1", "CANCELLED", NOW, "");
        rig.job("of-queue3", "CANCELLED", NOW, "");

        assertThat(slots()).isEqualTo(are(0, 12, 0));
    }

    /** The lesser of MXJ and the limit holds: 4 + 5 slots are 4.5 -> 5, 2.7 -> 3, and the one that is left. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "21")
    void limitsOfAHostHold() {
        pool("", "hostA, hostB", "");
        rig.host("hostA", "slots: 6, slotLimit: 4");
        rig.host("hostB", "slotLimit: 5");

        assertThat(slots()).isEqualTo(are(5, 3, 1));
    }

    /** A limit over both hosts: 10 of the 12, of which 2 are used outside: 8 slots are 4, 2.4 -> 3, and 1. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "21")
    void aLimitOverThePoolHoldsForAllJobsOnItsHosts() {
        pool("poolLimits: {pool: 10}\n", "hostA, hostB", OUTSIDE);
        twoHosts();
        run("outside", 2, "queue: queue4, executionHosts: [hostA]");

        assertThat(slots()).isEqualTo(are(4, 3, 1));
    }

    /**
     * Two slots on hostA and three on hostB are used outside: 7 are left, 3.5 -> 4, 2.1 -> 3, none. A job elsewhere takes
     * nothing, and a job of the pool only what it holds.
     */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "13")
    void whatQueuesOutsideUseIsTakenOff() {
        pool("", "hostA, hostB", OUTSIDE);
        twoHosts();
        rig.host("hostC", "slots: 50");
        run("outside", 5, "queue: queue4, hostSlots: {hostA: 2, hostB: 3}");
        run("elsewhere", 9, "queue: queue4, executionHosts: [hostC]");
        run("inside", 3, "queue: queue1, executionHosts: [hostA, hostA, hostB]");
        assertThat(slots()).isEqualTo(are(4, 3, 0));

        rig.finish("outside", NOW, NOW, "");
        assertThat(slots()).isEqualTo(are(6, 4, 2));
    }

    /**
     * A job of queue1 holds two slots of hostB. Closed or down, hostB counts these two: 8 are 4, 2.4 -> 3, 1. Open again,
     * all 12 count. Without hostB 6 are left: 3, 1.8 -> 2, 1.
     */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "17, 18")
    void aHostThatTakesNoJobsHasNoFreeSlots() {
        pool("", "hostA, hostB", OUTSIDE);
        twoHosts();
        run("inside", 2, "queue: queue1, executionHosts: [hostB]");
        assertThat(slots()).isEqualTo(are(6, 4, 2));
        for (String state : List.of("CLOSED", "DOWN")) {
            rig.host("hostB", "slots: 6, state: " + state);
            assertThat(slots()).as(state).isEqualTo(are(4, 3, 1));
            rig.host("hostB", "slots: 6");
            assertThat(slots()).isEqualTo(are(6, 4, 2));
        }
        rig.withoutHost("hostB");
        assertThat(slots()).isEqualTo(are(3, 2, 1));
    }

    /** A host that joins the group is a host of the pool, without another policy. */
    @Test
    void queuesMayNameAGroup() {
        pool("", "big", "");
        rig.host("hostA", "slots: 6, groups: [big, old]");
        rig.host("hostB", "slots: 6");
        assertThat(slots()).isEqualTo(are(3, 2, 1));

        rig.host("hostB", "slots: 6, groups: [big]");
        assertThat(slots()).isEqualTo(are(6, 4, 2));
    }

    /** The policy's number holds until one of the pool's hosts is in the table with its slots. */
    @Test
    void withoutItsHostsAPoolHasTheNumberOfThePolicy() {
        pool("poolSlots: {pool: 15}\n", "hostA, hostB", "");
        assertThat(slots()).isEqualTo(are(8, 5, 2));
        rig.host("hostB", "state: OPEN");
        rig.host("hostC", "slots: 7");
        assertThat(slots()).isEqualTo(are(8, 5, 2));

        rig.host("hostB", "slots: 6");
        assertThat(slots()).isEqualTo(are(3, 2, 1));
    }

    /**
     * Job limits of 3, 2 and 1 leave 6 of 12 slots. high takes its 4, and low the other 2 of its 5. When they run, they
     * hold them, and ask for no more than is free.
     */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "24")
    void whatAPoolLeavesGoesToQueuesOutside() {
        String limited = "queues:\n";
        for (List<Object> queue :
                List.<List<Object>>of(List.of("queue1", 3), List.of("queue2", 2), List.of("queue3", 1))) {
            limited += "- {name: " + queue.get(0) + ", hosts: [hostA, hostB], slotPool: pool, slotShare: 30, jobLimit: "
                    + queue.get(1) + "}\n";
        }
        limited += """
                - {name: low, priority: 10, hosts: [hostA], usesLeftOf: pool}
                - {name: high, priority: 20, hosts: [hostA, hostB], usesLeftOf: pool, jobLimit: 4}
                """;
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n" + limited.indent(2));
        rig.user(DOMAIN, "physics", "anna", 1);
        twoHosts();
        for (String queue : List.of("queue1", "queue2", "queue3", "high")) {
            rig.submit("of-" + queue, NOW, "physics", "anna", "queue: " + queue + ", requestedTres: {cpu: 100}");
        }
        rig.submit("of-low", NOW, "physics", "anna", "queue: low, requestedTres: {cpu: 5}");
        assertThat(slots()).isEqualTo(are(3, 2, 1));
        assertThat(rig.queues("").getSlots()).isEqualTo(Map.of("high", 4L, "low", 2L));

        // high runs on 4 slots and low on 1, which the pool then lacks: 7 are left to it, and 1 of these to low.
        run("runs-high", 4, "queue: high, executionHosts: [hostB]");
        run("runs-low", 1, "queue: low");
        assertThat(slots()).isEqualTo(are(3, 2, 1));
        assertThat(rig.queues("").getSlots()).isEqualTo(Map.of("high", 4L, "low", 2L));

        // hostB takes no more jobs, and no job of the pool is on it: 6 slots, of which low holds 1. 5 for the pool.
        rig.host("hostB", "slots: 6, state: CLOSED");
        assertThat(slots()).isEqualTo(are(2, 2, 1));
        assertThat(rig.queues("").getSlots()).isEqualTo(Map.of("high", 4L, "low", 1L));
    }

    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "24")
    void aQueueThatUsesLeftSlotsIsOutsideAndOnHostsOfThePool() {
        for (String wrong : List.of(
                "{name: q, hosts: [hostA], usesLeftOf: none}",
                "{name: q, hosts: [hostA], usesLeftOf: pool, slotPool: pool, slotShare: 10}",
                "{name: q, hosts: [hostA, hostX], usesLeftOf: pool}",
                "{name: q, usesLeftOf: pool}")) {
            rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n"
                    + ("queues:\n- {name: p, hosts: [hostA], slotPool: pool, slotShare: 50}\n- " + wrong).indent(2));
        }
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n" + "queues:\n- {name: p, slotPool: pool, slotShare: 50}".indent(2));

        assertThat(rig.refusals())
                .satisfiesExactly(
                        reason -> assertThat(reason)
                                .contains(
                                        "queue q: usesLeftOf none: must be a SLOT_POOL, and the queue must be in no pool"),
                        reason -> assertThat(reason).isNotEmpty(),
                        reason -> assertThat(reason).contains("must name HOSTS, and only those of the pool"),
                        reason -> assertThat(reason).contains("must name HOSTS, and only those of the pool"),
                        reason -> assertThat(reason)
                                .contains(
                                        "SLOT_POOL pool: its queues must name hosts, or poolSlots must say its slots"));
    }

    /**
     * Hosts survive a restart. They move orders at once, and neither usage nor fairshare. In a state of a later version, a host
     * takes no jobs.
     */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "17, 18")
    void hostsAreKeptOverARestartAndMoveNoUsage() {
        PipelineDriver before = PipelineDriver.live();
        before.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(LsfQueue.newBuilder()
                                .setName("q")
                                .setHosts(List.of("hostA", "hostB"))
                                .setSlotPool("pool")
                                .setSlotShare(100L)
                                .build()))
                        .build()));
        before.job(before.event("1", JobEventType.SUBMITTED, T0)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setQueue("q")
                        .setRequestedTres(Map.of("cpu", 100.0))
                        .build()));
        before.advance(20_000);
        send(before, "hostA", 6, HostState.OPEN);
        before.advance(1_000); // well before the evaluation of idle domains
        assertThat(slotsOf(before)).isEqualTo(Map.of("q", 6L));
        before.read(Topic.USAGE, UsageRecord.class);
        before.read(Topic.FAIRSHARE, FairshareRecord.class);
        try (PipelineDriver after = before.restarted()) {
            send(after, "hostB", 2, HostState.OPEN);
            after.advance(20_000);
            assertThat(slotsOf(after)).isEqualTo(Map.of("q", 8L));
            send(after, "hostA", 6, HostState.UNKNOWN);
            after.advance(1_000);
            assertThat(slotsOf(after)).isEqualTo(Map.of("q", 2L));
            assertThat(after.read(Topic.USAGE, UsageRecord.class)).isEmpty();
            assertThat(after.read(Topic.FAIRSHARE, FairshareRecord.class)).isEmpty();
        }
    }

    private static void send(PipelineDriver pipeline, String name, long slots, HostState state) {
        pipeline.send(
                Topic.HOSTS,
                Keys.host("alps", "alps", name),
                Host.newBuilder()
                        .setDomain("alps")
                        .setCluster("alps")
                        .setName(name)
                        .setSlots(slots)
                        .setState(state)
                        .build());
    }

    private static Map<String, Long> slotsOf(PipelineDriver pipeline) {
        return pipeline.read(Topic.ORDERS, QueueOrder.class).stream()
                .filter(sent -> sent.key().equals("alps|lsf|pool"))
                .map(sent -> Objects.requireNonNull(sent.value()).getSlots())
                .reduce((first, last) -> last)
                .orElseThrow();
    }
}
