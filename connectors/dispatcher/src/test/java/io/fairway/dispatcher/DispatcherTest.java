package io.fairway.dispatcher;

import static io.fairway.dispatcher.DispatcherWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.cluster.DispatcherRig;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private final DispatcherRig rig = new DispatcherRig();

    @Test
    void startsJobsInOrderAndPublishesTheStarts() {
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 30).build());
        rig.given("3", Records.job("3", 20).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(rig.started).containsExactly("2", "3");
            assertThat(dispatcher.status().started()).isEqualTo(2);
            assertThat(dispatcher.status().waiting()).isEqualTo(1);
        }
        assertThat(rig.sent(Topic.DISPATCHES))
                .extracting(ProducerRecord::key)
                .containsExactly("alps|alps|2", "alps|alps|3", "alps|alps|1");
        assertThat(rig.dispatch(rig.sent(Topic.DISPATCHES).get(0)))
                .isEqualTo(new Dispatch(
                        "alps",
                        "alps",
                        "2",
                        Instant.ofEpochMilli(DispatcherRig.NOW),
                        "fairway-dispatch",
                        "main",
                        30.0,
                        0.0,
                        "cms",
                        "anna",
                        3,
                        DispatchAction.STARTED,
                        "",
                        null,
                        ""));
        Dispatch waits = rig.dispatch(rig.sent(Topic.DISPATCHES).get(2));
        assertThat(waits.getAction()).isEqualTo(DispatchAction.WAITING);
        assertThat(waits.getReason()).isEqualTo("it needs 1 processor, and 0 of 2 are free");
        assertThat(rig.producer().closed()).isTrue();
        assertThat(rig.consumer.closed()).isTrue();
    }

    /** The queue of the lower priorities is first, and may hold one slot of its pool, which is in use. */
    @Test
    void followsTheOrdersOfQueuesAndPools() {
        rig.given("1", Records.job("1", 10).setQueue("night").build());
        rig.given("2", Records.job("2", 30).setQueue("night").build());
        rig.given("3", Records.job("3", 99).build());
        rig.givenOrder("", Records.order("", List.of("night"), Map.of()));
        rig.givenOrder("pool", Records.order("pool", List.of("night"), Map.of("night", 1L)));

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).containsExactly("2", "3");
        assertThat(rig.dispatch(rig.sent(Topic.DISPATCHES).get(2)).getReason())
                .isEqualTo("queue night would hold 2 slots with it, and may hold 1 now");
    }

    @Test
    void grantsAResizeRequestInItsTurnWithoutADispatchRecord() {
        rig.given("3", Records.job("3", 5).build());
        rig.given("2", Records.job("2", 99).build());
        String key = Keys.priority("alps", "main", "alps", "2", Keys.RESIZE);
        rig.givenBytes(
                DispatcherRig.PRIORITIES,
                key,
                rig.bytes(Records.job("2", 10)
                        .setRequest(Keys.RESIZE)
                        .setRequestedTres(Map.of("cpu", 2.0))
                        .build()));

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().started()).isEqualTo(1);
            assertThat(dispatcher.status().resized()).isEqualTo(1);
            assertThat(dispatcher.status().waiting()).isEqualTo(1);
        }
        assertThat(rig.started).containsExactly("2");
        assertThat(rig.resized).containsExactly("2");
        assertThat(rig.sent(Topic.DISPATCHES))
                .extracting(record -> record.key() + " " + rig.dispatch(record).getAction())
                .containsExactly("alps|alps|2 STARTED", "alps|alps|3 WAITING");
    }

    @Test
    void startsNothingBeforeItHasReadAllExistingRecords() {
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 5).build());
        // Withdrawn at the end of the records that existed at the dispatcher's start.
        rig.given("1", null);

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).containsExactly("2");
    }

    @Test
    void anUnreadableRecordIsSkippedAndCounted() {
        rig.givenBytes("1", new byte[] {1, 2, 3});
        rig.given("2", Records.job("2", 5).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().unreadable()).isEqualTo(1);
        }
        assertThat(rig.started).containsExactly("2");
    }

    @Test
    void otherDomainsAreLeftAlone() {
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of("domain", "eiger"))) {
            dispatcher.runOnce();
        }

        assertThat(rig.started).isEmpty();
    }

    @Test
    void runsUntilItIsClosedAndSeesNewRecords() throws Exception {
        try (Dispatcher dispatcher = rig.dispatcher(Map.of("cycle.ms", "1"))) {
            CompletableFuture<Void> running = CompletableFuture.runAsync(dispatcher::run);
            await().until(() -> dispatcher.status().caughtUp());
            byte[] later = rig.bytes(Records.job("1", 10).build());
            rig.consumer.schedulePollTask(() -> rig.consumer.addRecord(new ConsumerRecord<>(
                    DispatcherRig.PRIORITIES, 0, 0, Records.key("1").getBytes(StandardCharsets.UTF_8), later)));

            await().until(() -> rig.started.contains("1"));
            dispatcher.close();

            running.get(2, TimeUnit.MINUTES);
        }
        assertThat(rig.producer().closed()).isTrue();
    }

    @Test
    void anUnsentDispatchRecordEndsIt() {
        rig.given("1", Records.job("1", 10).build());
        rig.broken = producer -> producer.sendException = new IllegalStateException("broken");

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            assertThatThrownBy(dispatcher::runOnce).hasMessageContaining("broken");
        }
    }

    @Test
    void aMissingTopicIsNamed() {
        try (Dispatcher dispatcher = rig.dispatcher(Map.of("topic.prefix", "other."))) {
            assertThatThrownBy(dispatcher::runOnce)
                    .isInstanceOf(UnknownTopicOrPartitionException.class)
                    .hasMessageContaining("other.")
                    .hasMessageContaining("fairway topics create");
        }
    }

    /** A request of a job whose STARTED event is not read yet is refused; the event comes, the record does not change. */
    @Test
    void aRefusalIsOverWhenAnEventOfTheJobArrives() throws Exception {
        String key = Keys.priority("alps", "main", "alps", "2", Keys.RESIZE);
        rig.givenBytes(
                DispatcherRig.PRIORITIES,
                key,
                rig.bytes(Records.job("2", 10)
                        .setRequest(Keys.RESIZE)
                        .setRequestedTres(Map.of("cpu", 2.0))
                        .build()));

        try (Dispatcher dispatcher = rig.dispatcher(Map.of("cycle.ms", "1"))) {
            CompletableFuture<Void> running = CompletableFuture.runAsync(dispatcher::run);
            await().until(() -> dispatcher.status().refused() == 1);
            assertThat(rig.resized).isEmpty();
            rig.arrives(Topic.JOB_EVENTS, event("2", JobEventType.STARTED, 900));
            await().until(() -> rig.resized.contains("2"));
            dispatcher.close();
            running.get(2, TimeUnit.MINUTES);
        }
    }

    /** The application saw the start and the requeue at once: the record was updated, and never withdrawn. */
    @Test
    void aStartedJobThatIsRequeuedStartsAgainThoughItsRecordWasNeverWithdrawn() throws Exception {
        rig.given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of("cycle.ms", "1"))) {
            CompletableFuture<Void> running = CompletableFuture.runAsync(dispatcher::run);
            await().until(() -> rig.started.size() == 1);
            JobEvent start = rig.event(rig.sent(Topic.JOB_EVENTS).get(0));
            rig.arrives(Topic.JOB_EVENTS, start);
            rig.arrives(Topic.JOB_EVENTS, event("1", JobEventType.REQUEUED, 1_100));
            await().until(() -> rig.started.size() == 2);
            dispatcher.close();
            running.get(2, TimeUnit.MINUTES);
        }
        assertThat(rig.started).containsExactly("1", "1");
    }

    @Test
    void closingBeforeTheRunClosesItsClients() {
        rig.dispatcher(Map.of()).close();

        assertThat(rig.consumer.closed()).isTrue();
        assertThat(rig.member.closed()).isTrue();
    }

    private static JobEvent event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .build();
    }
}
