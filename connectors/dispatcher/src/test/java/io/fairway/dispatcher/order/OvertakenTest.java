package io.fairway.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Algorithm;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.Room;
import io.fairway.dispatcher.cluster.Starts;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.publish.MockPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that wait while jobs behind them start: Moab's BYPASS, from the reference dispatcher. */
class OvertakenTest {
    private static final long NOW = 1_000;

    private final MockPublisher topic = new MockPublisher();
    private final RunningJobs running = new RunningJobs();
    private DispatchQueue queue = new DispatchQueue(HeadRule.IS_PASSED_OVER, Records.POLICY, running, 100);

    private void policy(String parameter, String value) {
        queue.policy(
                "alps|" + Records.POLICY + "|0",
                Policy.newBuilder(Records.policy(Records.POLICY, 0, PolicyState.ACTIVE))
                        .setAlgorithm(Algorithm.MOAB_TARGETS)
                        .setMoab(MoabPolicy.newBuilder()
                                .setParameters(Map.of(parameter, value))
                                .build())
                        .build());
    }

    private void waits(String job, double priority, double cpus) {
        queue.priority(
                Records.key(job),
                PriorityRecord.newBuilder(Records.job(job, priority).build())
                        .setRequestedTres(Map.of("cpu", cpus))
                        .build());
    }

    private void cycle(Cluster cluster, long now) {
        Starts starts = new Starts("me", cluster);
        starts.begin(running, () -> false);
        starts.cycle("alps", queue, now, topic.publisher());
    }

    private List<JobEvent> bypassed() {
        return topic.events().stream()
                .filter(event -> event.getType() == JobEventType.BYPASSED)
                .toList();
    }

    /** 4 processors. Two jobs of 8 wait at the head; three of 1 behind them start. The job in the middle starts itself. */
    @Test
    void eachStartBehindAJobOvertakesItOnce() {
        policy("BYPASSWEIGHT", "10");
        waits("head", 100, 8);
        waits("first", 90, 1);
        waits("next", 80, 8);
        waits("second", 70, 1);
        waits("third", 60, 1);

        cycle(Room.of(4), NOW);

        assertThat(bypassed())
                .extracting(
                        event -> event.getJob() + " " + event.getAttributes().getBypasses() + " by "
                                + event.getAttributes().getBypassedBy())
                .containsExactly("head 3 by third", "next 2 by third");
        assertThat(bypassed())
                .allMatch(event -> event.getTime().equals(Instant.ofEpochMilli(NOW))
                        && event.getSource().equals("me")
                        && event.getCluster().equals("alps"));
    }

    /** The next cycle tells only what happened since, and a cycle in which nothing starts tells nothing. */
    @Test
    void nothingIsToldTwice() {
        policy("BYPASSWEIGHT", "10");
        waits("head", 100, 8);
        waits("first", 90, 1);
        Room cluster = Room.of(4);
        cycle(cluster, NOW);
        cycle(cluster, NOW + 500);
        assertThat(bypassed()).hasSize(1);

        waits("second", 80, 1);
        cycle(cluster, NOW + 1000);

        assertThat(bypassed())
                .extracting(event -> event.getTime().toEpochMilli() + " "
                        + event.getAttributes().getBypasses() + " by "
                        + event.getAttributes().getBypassedBy())
                .containsExactly("1000 1 by first", "2000 1 by second");
    }

    /**
     * A cycle may have several transactions. A job does not overtake itself with another of its requests, nor one of
     * another cluster, and a resize overtakes nobody.
     */
    @Test
    void eachTransactionOfACycleTellsItsOwn() {
        Overtaken overtaken = new Overtaken(10);
        overtaken.passedOver(job("alps", "1", ""));
        overtaken.passedOver(job("jura", "1", ""));
        overtaken.passedOver(job("alps", "2", "big"));
        overtaken.passedOver(job("alps", "9", Keys.RESIZE));
        overtaken.started(job("alps", "2", "small"));
        assertThat(told(overtaken)).containsExactly("alps 1: 1 by 2");

        overtaken.started(job("alps", "9", Keys.RESIZE));
        assertThat(told(overtaken)).isEmpty();
        overtaken.started(job("alps", "3", ""));
        overtaken.started(job("alps", "4", ""));
        assertThat(told(overtaken)).containsExactly("alps 1: 2 by 4");
    }

    private static ChosenJob job(String cluster, String job, String request) {
        return new ChosenJob(
                new JobKey("alps", cluster, job),
                Records.POLICY,
                request,
                "",
                0,
                new NodeId("alps", "cms", "anna"),
                0,
                Map.of(),
                1,
                0,
                Double.NaN);
    }

    private static List<String> told(Overtaken overtaken) {
        return overtaken.report("me", NOW).stream()
                .map(event -> event.getCluster() + " " + event.getJob() + ": "
                        + event.getAttributes().getBypasses() + " by "
                        + event.getAttributes().getBypassedBy())
                .toList();
    }

    /** In one transaction: a start that is not on record overtook nobody. */
    @Test
    void theyAreOnRecordWithTheStarts() {
        policy("BYPASSWEIGHT", "10");
        waits("head", 100, 8);
        waits("first", 90, 1);

        cycle(Room.of(4), NOW);

        // The other one says that the head waits.
        assertThat(topic.commits()).isEqualTo(2);
        assertThat(topic.events())
                .extracting(JobEvent::getType)
                .containsExactly(JobEventType.STARTED, JobEventType.BYPASSED);

        waits("second", 80, 1);
        topic.failNext();
        assertThatThrownBy(() -> cycle(Room.of(4), NOW + 1000)).isInstanceOf(KafkaException.class);
        assertThat(topic.events()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "BYPASSWEIGHT, 10, 1",
        "bypassweight, -1, 1",
        "BYPASSWEIGHT[big], 5, 1",
        "BYPASSWEIGHT, 0, 0",
        "QUEUETIMEWEIGHT, 10, 0"
    })
    void onlyWhereAPolicyWeighsIt(String parameter, String value, int told) {
        policy(parameter, value);
        waits("head", 100, 8);
        waits("first", 90, 1);

        cycle(Room.of(4), NOW);

        assertThat(bypassed()).hasSize(told);
    }

    /** Of three that are overtaken, the first two in the order. */
    @Test
    void noMoreThanTheFirstInTheOrder() {
        queue = new DispatchQueue(HeadRule.IS_PASSED_OVER, Records.POLICY, running, 2);
        policy("BYPASSWEIGHT", "10");
        waits("c", 100, 8);
        waits("b", 90, 8);
        waits("a", 80, 8);
        waits("small", 70, 1);

        cycle(Room.of(4), NOW);

        assertThat(bypassed()).extracting(JobEvent::getJob).containsExactly("c", "b");
    }

    /** Under strict order a job that does not fit blocks those behind it. */
    @Test
    void strictOrderOvertakesNobody() {
        queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY, running, 100);
        policy("BYPASSWEIGHT", "10");
        waits("head", 100, 8);
        waits("first", 90, 1);

        cycle(Room.of(4), NOW);

        assertThat(topic.events()).isEmpty();
    }
}
