package io.fairway.dispatcher;

import static io.fairway.dispatcher.DispatcherWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.cluster.DispatcherRig;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of several dispatchers one leads, nothing starts twice, and a restart reads little. */
class LeadTest {
    private static final Map<String, String> QUICK =
            Map.of("cycle.ms", "1", "lead.session.ms", "1000", "domain", "alps");

    private final DispatcherRig rig = new DispatcherRig();

    @Test
    void aStartIsOneTransactionOfItsEventAndItsDispatchRecord() {
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        MockProducer<String, byte[]> producer = rig.producers.get(0);
        assertThat(producer.transactionInitialized()).isTrue();
        assertThat(producer.history().subList(0, 2))
                .extracting(ProducerRecord::topic)
                .containsExactly("fairway.job-events", "fairway.dispatches");
        JobEvent event = rig.event(rig.sent(Topic.JOB_EVENTS).get(0));
        assertThat(event.getType()).isEqualTo(JobEventType.STARTED);
        assertThat(event.getSource()).isEqualTo("fairway-dispatch");
        assertThat(rig.dispatch(rig.sent(Topic.DISPATCHES).get(0)).getTime()).isEqualTo(event.getTime());
        assertThat(rig.news).containsExactly("leads domain alps");
    }

    @Test
    void aStandbyStartsNothingAndSaysWhoLeads() {
        rig.given("1", Records.job("1", 10).build());
        rig.leader.set("d1 (process 1 on h1)");
        rig.leads(false);

        try (Dispatcher dispatcher = rig.member(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().standby()).isEqualTo("standby: d1 (process 1 on h1) leads domain alps");
            assertThat(dispatcher.status().leads()).isEmpty();
        }
        assertThat(rig.started).isEmpty();
        assertThat(rig.producers).as("it fences nobody off").isEmpty();
        assertThat(rig.news).containsExactly("standby: d1 (process 1 on h1) leads domain alps");
    }

    @Test
    void aDryRunFollowsAndJoinsNoGroup() {
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.member(Map.of("dry.run", "true"))) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).containsExactly("1");
        assertThat(rig.member.subscription()).isEmpty();
        assertThat(rig.producers).isEmpty();
    }

    @Test
    void aStandbyTakesOverAndSaysSo() throws Exception {
        rig.given("1", Records.job("1", 10).build());
        rig.leader.set("d1");
        rig.leads(false);

        running(QUICK, dispatcher -> {
            await().until(() -> !dispatcher.status().standby().isEmpty());
            assertThat(rig.started).isEmpty();
            rig.leads(true);
            await().until(() -> rig.started.contains("1"));
            assertThat(dispatcher.status().leads()).isSubsetOf("alps");
        });

        assertThat(rig.news).containsExactly("standby: d1 leads domain alps", "took over domain alps from d1");
    }

    /** The end of the topic lies behind a start whose transaction the reader does not see yet. */
    @Test
    void readsAllThatTheFormerLeaderStartedBeforeItStartsAnything() throws Exception {
        rig.given("1", Records.job("1", 30).build());
        rig.given("2", Records.job("2", 20).build());
        rig.given("3", Records.job("3", 10).build());
        rig.member.updateEndOffsets(Map.of(DispatcherRig.EVENTS, 1L, DispatcherRig.JOBS, 0L));
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> dispatcher.status().caughtUp() && !rig.producers.isEmpty());
            assertThat(rig.started).isEmpty();
            rig.arrives(Topic.JOB_EVENTS, event("1", JobEventType.STARTED, 900));
            await().until(() -> !rig.started.isEmpty());
        });

        assertThat(rig.started).as("1 runs, and one of two processors is free").containsExactly("2");
    }

    @Test
    void aFencedStartIsNotCarriedOut() throws Exception {
        rig.given("1", Records.job("1", 10).build());
        rig.broken = producer -> producer.commitTransactionException = new ProducerFencedException("another one leads");
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> !rig.producers.isEmpty() && rig.producer().closed());
            assertThat(rig.started).isEmpty();
            // The group has told it nothing: a transaction that took too long. It tries again after a while.
            rig.broken = producer -> {};
            await().until(() -> rig.started.contains("1"));
        });

        assertThat(rig.started).containsExactly("1");
        assertThat(rig.sent(Topic.DISPATCHES)).hasSize(1);
    }

    /** The commit arrived, its answer did not. */
    @Test
    void theTopicDecidesWhatAnUnansweredCommitDid() throws Exception {
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 5).build());
        rig.broken = producer -> producer.commitTransactionException = new TimeoutException("no answer");
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> !rig.producers.isEmpty() && rig.producer().closed());
            JobEvent first = rig.event(rig.producers.get(0).uncommittedRecords().get(0));
            assertThat(first.getJob()).isEqualTo("1");
            rig.arrives(Topic.JOB_EVENTS, first);
            await().until(() -> rig.started.contains("1"));
            rig.broken = producer -> {};
            await().until(() -> rig.started.contains("2"));
        });

        assertThat(rig.started).containsExactly("1", "2");
        assertThat(rig.sent(Topic.DISPATCHES)).extracting(ProducerRecord::key).containsExactly("alps|alps|2");
    }

    @Test
    void aCommitThatMeetsTheRollbackOfTheBrokerEndsNothing() throws Exception {
        rig.given("1", Records.job("1", 10).build());
        rig.broken = producer -> producer.commitTransactionException = new InvalidTxnStateException("rolled back");
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> !rig.producers.isEmpty() && rig.producer().closed());
            rig.broken = producer -> {};
            await().until(() -> rig.started.contains("1"));
        });
    }

    /** The application withdraws the record of a job later than the job starts and ends. */
    @Test
    void aJobThatEndedIsNotStartedAgainWhileItsRecordIsThere() throws Exception {
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 5).build());
        rig.givenEvent(Topic.JOB_EVENTS, event("1", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.JOB_EVENTS, event("1", JobEventType.FINISHED, 950));
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> rig.started.contains("2"));
            assertThat(rig.started).doesNotContain("1");
            // Its id is used again.
            rig.arrives(Topic.JOB_EVENTS, event("1", JobEventType.SUBMITTED, 960));
            await().until(() -> rig.started.contains("1"));
        });
    }

    /** The priority record of a requeued job was read before its event. */
    @Test
    void aJobThatWasOfferedBeforeItsRequeuedEventStarts() throws Exception {
        rig.givenEvent(Topic.JOB_EVENTS, event("1", JobEventType.STARTED, 900));
        rig.given("1", Records.job("1", 10).build());
        rig.leads(true);

        running(QUICK, dispatcher -> {
            await().until(() -> dispatcher.status().leads().contains("alps"));
            assertThat(rig.started).isEmpty();
            rig.arrives(Topic.JOB_EVENTS, event("1", JobEventType.REQUEUED, 950));
            await().until(() -> rig.started.contains("1"));
        });
    }

    /** The clock of the source is ahead: the start would lie before the end of the last run, and count for nothing. */
    @Test
    void aStartIsLaterThanTheEndOfTheLastRun() {
        rig.givenEvent(Topic.JOB_EVENTS, event("1", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.JOB_EVENTS, event("1", JobEventType.REQUEUED, 5_000));
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).containsExactly("1");
        assertThat(rig.event(rig.sent(Topic.JOB_EVENTS).get(0)).getTime()).isEqualTo(Instant.ofEpochMilli(5_001));
    }

    @Test
    void keepsWhatItKnowsOfTheJobsAndHowFarItRead() {
        rig.givenEvent(Topic.JOB_EVENTS, event("7", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.JOB_EVENTS, event("8", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.JOB_EVENTS, event("8", JobEventType.FINISHED, 950));
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        List<JobEvent> kept =
                rig.sent(Topic.DISPATCHER_JOBS).stream().map(rig::event).toList();
        assertThat(kept)
                .extracting(event -> event.getJob() + " " + event.getType())
                .containsExactlyInAnyOrder("7 STARTED", "8 FINISHED", "1 STARTED");
        assertThat(rig.positions).isEqualTo(Map.of(DispatcherRig.EVENTS, new OffsetAndMetadata(3)));
    }

    /** Job 7 runs for longer than job events are kept; what came before the position is not read again. */
    @Test
    void aRestartReadsTheStoredJobsAndTheEventsSince() {
        for (int i = 0; i < 5; i++) {
            rig.givenEvent(Topic.JOB_EVENTS, event("old", JobEventType.STARTED, 100));
        }
        rig.givenEvent(Topic.JOB_EVENTS, event("8", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.DISPATCHER_JOBS, event("7", JobEventType.STARTED, 1));
        rig.given("1", Records.job("1", 10).build());
        rig.positions.put(DispatcherRig.EVENTS, new OffsetAndMetadata(5));

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).as("7 and 8 hold both processors").isEmpty();
        assertThat(rig.sent(Topic.DISPATCHER_JOBS))
                .extracting(ProducerRecord::key)
                .containsExactly(Keys.job("alps", "alps", "8"));
        assertThat(rig.positions).isEqualTo(Map.of(DispatcherRig.EVENTS, new OffsetAndMetadata(6)));
    }

    /** Somebody made the topic of the stored jobs anew; the group's position is still there. */
    @Test
    void withoutStoredJobsARestartReadsAllEvents() {
        rig.givenEvent(Topic.JOB_EVENTS, event("7", JobEventType.STARTED, 900));
        rig.givenEvent(Topic.JOB_EVENTS, event("8", JobEventType.STARTED, 900));
        rig.given("1", Records.job("1", 10).build());
        rig.positions.put(DispatcherRig.EVENTS, new OffsetAndMetadata(2));

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).as("7 and 8 hold both processors").isEmpty();
    }

    private interface Check {
        void on(Dispatcher dispatcher);
    }

    private void running(Map<String, String> settings, Check check) throws Exception {
        try (Dispatcher dispatcher = rig.member(settings)) {
            CompletableFuture<@Nullable Void> run = CompletableFuture.runAsync(dispatcher::run);
            check.on(dispatcher);
            dispatcher.close();
            run.get(2, TimeUnit.MINUTES);
        }
    }

    private static JobEvent event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setAllocatedTres(type == JobEventType.STARTED ? Map.of("cpu", 1.0) : null)
                .build();
    }
}
