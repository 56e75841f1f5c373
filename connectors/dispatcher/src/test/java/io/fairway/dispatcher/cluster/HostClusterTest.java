package io.fairway.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.dispatcher.running.StoredJobs;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hosts a and b have 4 slots, and c has 8 with a limit of 6, which is in group big with b. */
class HostClusterTest {
    private static final long NOW = 10_000;

    private final List<String> resizes = new ArrayList<>();
    private RunningJobs running = new RunningJobs();
    private final HostCluster cluster = new HostCluster(
            (job, now) -> {}, (job, run, now) -> resizes.add(job.jobId() + " of " + run + " at " + now), () -> NOW);

    HostClusterTest() {
        cluster.follow(running);
        host("a", 4, null, HostState.OPEN);
        host("b", 4, null, HostState.OPEN, "big");
        host("c", 8, 6L, HostState.OPEN, "big");
    }

    private void host(String name, long slots, @Nullable Long limit, HostState state, String... groups) {
        cluster.hosts()
                .apply(
                        Keys.host("alps", "alps", name),
                        Host.newBuilder()
                                .setDomain("alps")
                                .setCluster("alps")
                                .setName(name)
                                .setSlots(slots)
                                .setSlotLimit(limit)
                                .setGroups(List.of(groups))
                                .setState(state)
                                .build());
    }

    /** The hosts of a start; null if it was refused, or does not fit. */
    private @Nullable Map<String, Long> start(ChosenJob job) {
        return cluster.fits(job) ? observed(cluster.start(job, NOW)) : null;
    }

    private @Nullable Map<String, Long> observed(@Nullable JobEvent event) {
        if (event == null) {
            return null;
        }
        running.observe(event);
        assertThat(event.getAttributes().getExecutionHosts())
                .containsExactlyElementsOf(event.getAttributes().getHostSlots().keySet());
        return event.getAttributes().getHostSlots();
    }

    private void ends(String job) {
        running.observe(event(job, JobEventType.FINISHED, NOW).build());
    }

    private static JobEvent.Builder event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time));
    }

    /** Hosts b and c are of the group; c may use 6 of its 8 slots. */
    @Test
    void saysWhyAJobDoesNotStart() {
        policy(queue("wide", "big"));
        start(job("1", 9, "wide"));

        assertThat(cluster.whyNot(job("2", 2, "wide")))
                .isEqualTo("it needs 2 slots, and 1 of 10 are free on the hosts of queue wide");
        assertThat(cluster.whyNot(job("3", 11, "wide")))
                .isEqualTo("it requests 11 slots, and the hosts of queue wide have 10");
        assertThat(cluster.whyNot(job("4", 1, ""))).isEqualTo("it needs 1 slot, and 5 of 14 are free on the hosts");
    }

    private static ChosenJob job(String id, double cpus, String queue) {
        return job(id, cpus, queue, "");
    }

    private static ChosenJob job(String id, double cpus, String queue, String request) {
        return new ChosenJob(
                new JobKey("alps", "alps", id),
                "p",
                request,
                queue,
                0,
                NodeId.ofUser("alps", "cms", "anna"),
                0,
                Map.of("cpu", cpus),
                1,
                0,
                0.5);
    }

    private void policy(LsfQueue... queues) {
        cluster.hosts()
                .policy(
                        "alps|p|0",
                        Policy.newBuilder()
                                .setDomain("alps")
                                .setName("p")
                                .setEffectiveFrom(Instant.EPOCH)
                                .setMeasure(Measure.newBuilder().setName("m").build())
                                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                                .setLsf(LsfPolicy.newBuilder()
                                        .setQueues(List.of(queues))
                                        .build())
                                .build());
    }

    private static LsfQueue queue(String name, String... hosts) {
        return LsfQueue.newBuilder().setName(name).setHosts(List.of(hosts)).build();
    }

    @Test
    void aJobGoesToTheFirstHostThatHasRoomForAllOfIt() {
        assertThat(start(job("1", 3, ""))).isEqualTo(Map.of("a", 3L));
        assertThat(start(job("2", 5, ""))).isEqualTo(Map.of("c", 5L));
        assertThat(start(job("3", 0.5, ""))).isEqualTo(Map.of("a", 1L));
        assertThat(start(job("4", 4, ""))).isEqualTo(Map.of("b", 4L));
        assertThat(start(job("5", 1, ""))).isEqualTo(Map.of("c", 1L));
        assertThat(start(job("6", 1, ""))).isNull();

        ends("1");
        assertThat(start(job("6", 3, ""))).isEqualTo(Map.of("a", 3L));
    }

    /** 14 slots on three hosts: 4, 4 and the limit 6. */
    @Test
    void aJobSpansHostsAndNoneGetsMoreThanItsSlotsOrItsLimit() {
        assertThat(start(job("1", 13, ""))).isEqualTo(Map.of("a", 4L, "b", 4L, "c", 5L));
        assertThat(start(job("2", 2, ""))).isNull();
        assertThat(start(job("3", 1, ""))).isEqualTo(Map.of("c", 1L));
    }

    @Test
    void aQueueUsesItsHostsAndGroups() {
        policy(queue("named", "b"), queue("group", "big"), queue("any"));

        assertThat(start(job("1", 2, "named"))).isEqualTo(Map.of("b", 2L));
        assertThat(start(job("2", 8, "group"))).isEqualTo(Map.of("b", 2L, "c", 6L));
        assertThat(start(job("3", 1, "group"))).isNull();
        assertThat(start(job("4", 1, "any"))).isEqualTo(Map.of("a", 1L));
    }

    @Test
    void aHostThatIsNotOpenGetsNothingAndKeepsWhatItHas() {
        start(job("1", 1, ""));
        for (HostState state : List.of(HostState.CLOSED, HostState.DOWN, HostState.UNKNOWN)) {
            host("a", 4, null, state);
            assertThat(start(job("of-" + state, 1, ""))).isEqualTo(Map.of("b", 1L));
        }
        host("a", 4, null, HostState.OPEN);
        assertThat(start(job("2", 3, ""))).isEqualTo(Map.of("a", 3L));
    }

    /** Whoever started them: one run names its hosts, and 3 slots are somewhere. 14 - 6 - 3 = 5. */
    @Test
    void runsOfOthersHoldTheirSlots() {
        running.observe(event("1", JobEventType.STARTED, NOW)
                .setAllocatedTres(Map.of("cpu", 6.0))
                .setAttributes(JobAttributes.newBuilder()
                        .setExecutionHosts(List.of("c", "c", "c", "c", "a", "a"))
                        .build())
                .build());
        running.observe(event("2", JobEventType.STARTED, NOW)
                .setAllocatedTres(Map.of("cpu", 3.0))
                .build());

        assertThat(start(job("3", 6, ""))).isNull();
        assertThat(start(job("4", 5, ""))).isEqualTo(Map.of("a", 2L, "b", 3L));
        assertThat(start(job("5", 1, ""))).isNull();
    }

    /** All 14 slots, the closed host's among them, are too few for 15. A host that comes changes that. */
    @Test
    void aJobThatIsTooLargeIsRefusedUntilHostsChange() {
        host("c", 8, 6L, HostState.CLOSED);
        assertThat(cluster.fits(job("waits", 14, ""))).isFalse();
        assertThat(cluster.fits(job("large", 15, ""))).isTrue();
        assertThat(cluster.start(job("large", 15, ""), NOW)).isNull();
        assertThat(cluster.again(NOW)).isEmpty();

        host("d", 1, null, HostState.OPEN);
        assertThat(cluster.again(NOW)).containsExactly(new JobKey("alps", "alps", "large"));
        assertThat(cluster.again(NOW)).isEmpty();
        assertThat(cluster.fits(job("large", 15, ""))).isFalse();
    }

    @Test
    void aResizeKeepsTheHostsAndSaysTheNewOnes() {
        start(job("1", 3, ""));

        assertThat(resized("1", 6)).isEqualTo(Map.of("a", 3L, "b", 3L));
        assertThat(resized("1", 2)).isEqualTo(Map.of("a", 2L));
        assertThat(start(job("2", 12, ""))).isEqualTo(Map.of("a", 2L, "b", 4L, "c", 6L));
    }

    private @Nullable Map<String, Long> resized(String id, double cpus) {
        ChosenJob request = job(id, cpus, "", Keys.RESIZE);
        assertThat(cluster.fits(request)).isTrue();
        return observed(Objects.requireNonNull(cluster.resize(request, NOW + 1)));
    }

    /** A dispatcher that begins anew reads them back, and a host that went is gone. */
    @Test
    void aRestartKnowsTheHostsOfRuns() {
        start(job("1", 5, ""));
        StoredJobs stored = new StoredJobs();
        stored.written(
                stored.changes("alps", Objects.requireNonNull(running.observed().get("alps"))));
        RunningJobs next = new RunningJobs();
        stored.restore(next);
        assertThat(next.observed()).isEqualTo(running.observed());
        running = next;
        cluster.follow(next);

        cluster.hosts().apply(Keys.host("alps", "alps", "a"), null);
        assertThat(start(job("2", 2, ""))).isEqualTo(Map.of("b", 2L));
        assertThat(start(job("3", 3, ""))).isEqualTo(Map.of("b", 2L, "c", 1L));
    }

    @Test
    void aHostOfAnotherDomainThanItsKeyIsRefused() {
        assertThatThrownBy(() -> cluster.hosts()
                        .apply(
                                "jura|alps|x",
                                Host.newBuilder()
                                        .setDomain("alps")
                                        .setCluster("alps")
                                        .setName("x")
                                        .build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("domain \"alps\" of a host: must be that of the key, \"jura\"");
    }
}
