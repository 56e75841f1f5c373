package io.fairway.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.DispatcherRig;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The clusters alps and eiger have topics of their own; the waiting jobs are of alps. */
class ClusterDispatchTest {
    private static final String OF_ALPS = "fairway.job-events.alps";
    private static final String OF_EIGER = "fairway.job-events.eiger";
    private static final Map<String, String> CLUSTERS = Map.of("topics.clusters", "alps,eiger");

    private final DispatcherRig rig = new DispatcherRig();

    ClusterDispatchTest() {
        rig.cluster("alps");
        rig.cluster("eiger");
    }

    @Test
    void aStartGoesToTheTopicOfItsCluster() {
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(CLUSTERS)) {
            dispatcher.runOnce();
        }
        assertThat(rig.sent(OF_ALPS)).extracting(ProducerRecord::key).containsExactly("alps|alps|1");
        assertThat(rig.sent(Topic.JOB_EVENTS)).isEmpty();
        assertThat(rig.sent(Topic.DISPATCHES)).hasSize(1);
    }

    /** The cluster has two processors: job 9 holds one. Believed, the others would hold all, or hold back job 1. */
    @Test
    void onlyTheEventsOfItsOwnTopicSayWhatRunsOnACluster() {
        rig.givenEvent(OF_ALPS, started("alps", "9"));
        rig.givenEvent(OF_EIGER, started("alps", "1"));
        rig.givenEvent(OF_EIGER, started("alps", "8"));
        rig.givenEvent(DispatcherRig.EVENTS.topic(), started("alps", "7"));
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 5).build());

        try (Dispatcher dispatcher = rig.dispatcher(CLUSTERS)) {
            dispatcher.runOnce();

            assertThat(rig.started).containsExactly("1");
            assertThat(dispatcher.status().unreadable()).isEqualTo(3);
        }
    }

    @Test
    void aRestartBeginsEachTopicWhereItsStoredJobsEnd() {
        rig.givenEvent(OF_ALPS, started("alps", "9"));
        rig.givenEvent(OF_ALPS, started("alps", "8"));
        rig.givenEvent(OF_EIGER, started("eiger", "9"));

        try (Dispatcher dispatcher = rig.dispatcher(CLUSTERS)) {
            dispatcher.runOnce();
        }
        assertThat(rig.positions)
                .containsEntry(new TopicPartition(OF_ALPS, 0), new OffsetAndMetadata(2))
                .containsEntry(new TopicPartition(OF_EIGER, 0), new OffsetAndMetadata(1))
                .containsEntry(DispatcherRig.EVENTS, new OffsetAndMetadata(0));
        assertThat(rig.sent(Topic.DISPATCHER_JOBS))
                .extracting(ProducerRecord::key)
                .containsExactlyInAnyOrder("alps|alps|8", "alps|alps|9", "alps|eiger|9");
    }

    /** Before its instant, the events of a cluster were on the common topic; the test's records have no append time. */
    @Test
    void whatCameBeforeTheChangeCounts() {
        rig.givenEvent(DispatcherRig.EVENTS.topic(), started("alps", "9"));
        rig.givenEvent(DispatcherRig.EVENTS.topic(), started("alps", "8"));
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of("topics.clusters", "alps=1970-01-01T00:00:01Z,eiger"))) {
            dispatcher.runOnce();
            assertThat(dispatcher.status().unreadable()).isZero();
        }
        assertThat(rig.started).as("both processors are in use").isEmpty();
    }

    private static JobEvent started(String cluster, String job) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster(cluster)
                .setJob(job)
                .setType(JobEventType.STARTED)
                .setTime(Instant.ofEpochMilli(DispatcherRig.NOW - 500))
                .setAllocatedTres(Map.of("cpu", 1.0))
                .build();
    }
}
