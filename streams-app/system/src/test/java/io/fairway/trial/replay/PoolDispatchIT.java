package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.SharedRegistry;
import io.fairway.engine.Document;
import io.fairway.engine.Rule;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool of two queues through application, broker and reference dispatcher: order and slots are those of the orders topic. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PoolDispatchIT {
    private static final String DOMAIN = "alps";
    private static final int JOBS = 9;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final long begin = System.currentTimeMillis() - 60_000;
    private final List<String> running = new ArrayList<>();

    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "2, 3, 5, 6, 15")
    void queuesOfAPoolGetTheirSlotsInTheirOrder() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                Publisher publisher = new Publisher(PoolRig.dispatching(bench, DOMAIN));
                FairwayApp app = FairwayApp.start(PoolRig.application(bench, "fairway-pools"))) {
            Awaitility.await("the application runs")
                    .atMost(PATIENCE)
                    .until(() -> app.state() == KafkaStreams.State.RUNNING);
            tables(publisher);
            for (int i = 0; i < JOBS; i++) {
                submit(publisher, "genova-" + i, "genova", i);
                submit(publisher, "roma-" + i, "roma", i);
            }
            publisher.flush();
            awaitWaiting(bench, 2 * JOBS);
            // 7 and 3 of 10 slots; the cluster itself has room for all.
            Awaitility.await("all that waits is in the order")
                    .atMost(PATIENCE)
                    .until(() -> slots(bench).equals(Map.of("roma", 7L, "genova", 3L)));

            List<String> started = dispatch(bench);

            // Nothing was used before: roma has the higher priority, and within a queue the first submitted goes first.
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                expected.add("roma-" + i);
            }
            for (int i = 0; i < 3; i++) {
                expected.add("genova-" + i);
            }
            assertThat(started).containsExactlyElementsOf(expected);
            awaitWaiting(bench, 2 * JOBS - 10);
            assertThat(dispatch(bench)).as("no queue goes beyond its slots").isEmpty();

            // A job that ends in a queue makes room for a job of this queue.
            for (String job : List.of("roma-0", "roma-1", "genova-0")) {
                publisher.send(
                        Topic.JOB_EVENTS,
                        Keys.job(DOMAIN, DOMAIN, job),
                        event(job, JobEventType.FINISHED, System.currentTimeMillis())
                                .build());
            }
            publisher.flush();
            Awaitility.await("its slots are those of the queue again")
                    .atMost(PATIENCE)
                    .until(() -> slots(bench).equals(Map.of("roma", 7L, "genova", 3L)));
            assertThat(dispatch(bench)).containsExactlyInAnyOrder("roma-7", "roma-8", "genova-3");
            awaitWaiting(bench, 2 * JOBS - 13);

            // Roma has no waiting jobs left; 2 of its 7 jobs end, and genova gets their slots.
            for (String job : List.of("roma-2", "roma-3")) {
                publisher.send(
                        Topic.JOB_EVENTS,
                        Keys.job(DOMAIN, DOMAIN, job),
                        event(job, JobEventType.FINISHED, System.currentTimeMillis())
                                .build());
            }
            publisher.flush();
            Awaitility.await("what roma leaves goes to genova")
                    .atMost(PATIENCE)
                    .until(() -> slots(bench).equals(Map.of("roma", 5L, "genova", 5L)));
            assertThat(dispatch(bench)).containsExactly("genova-4", "genova-5");

            assertThat(PoolRig.last(bench, Topic.DISPATCHES, Dispatch.class).values())
                    .filteredOn(dispatch -> dispatch.getAction() == DispatchAction.STARTED)
                    .extracting(Dispatch::getJob)
                    .containsExactlyInAnyOrderElementsOf(running);
        }
    }

    private static void tables(Publisher publisher) {
        Policy policy = Policy.newBuilder()
                .setDomain(DOMAIN)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(queue("genova", 20, 30), queue("roma", 30, 70)))
                        .setPoolSlots(Map.of("italia", 10L))
                        .build())
                .build();
        publisher.send(Topic.POLICIES, Keys.policy(DOMAIN, "main", 0), policy);
        publisher.send(
                Topic.SHARES,
                Keys.node(DOMAIN, DOMAIN, "physics", ""),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount("physics")
                        .setShares(1)
                        .build());
        publisher.send(
                Topic.SHARES,
                Keys.node(DOMAIN, DOMAIN, "physics", "anna"),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount("physics")
                        .setUser("anna")
                        .setShares(1)
                        .build());
    }

    private static LsfQueue queue(String name, long priority, long share) {
        return LsfQueue.newBuilder()
                .setName(name)
                .setPriority(priority)
                .setHosts(List.of("n1"))
                .setSlotPool("italia")
                .setSlotShare(share)
                .build();
    }

    private void submit(Publisher publisher, String job, String queue, int number) {
        publisher.send(
                Topic.JOB_EVENTS,
                Keys.job(DOMAIN, DOMAIN, job),
                event(job, JobEventType.SUBMITTED, begin + 1000L * number)
                        .setAccount("physics")
                        .setUser("anna")
                        .setAttributes(JobAttributes.newBuilder()
                                .setQueue(queue)
                                .setRequestedTres(Map.of("cpu", 1.0))
                                .build())
                        .build());
    }

    private static JobEvent.Builder event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time));
    }

    /** One cycle of a dispatcher that starts from the topics; returns the started jobs, in order. */
    private List<String> dispatch(Workbench bench) {
        List<String> started = new ArrayList<>();
        SlotCluster cluster =
                new SlotCluster(100, (job, now) -> started.add(job.key().job()));
        try (Dispatcher dispatcher =
                new Dispatcher(PoolRig.dispatching(bench, DOMAIN), cluster, System::currentTimeMillis)) {
            dispatcher.runOnce();
        }
        running.addAll(started);
        return started;
    }

    /** Waits until this number of jobs wait and the application has published all of them. */
    private static void awaitWaiting(Workbench bench, int jobs) {
        Awaitility.await(jobs + " jobs wait").atMost(PATIENCE).until(() -> {
            Map<String, PriorityRecord> waiting = PoolRig.last(bench, Topic.PRIORITIES, PriorityRecord.class);
            return waiting.size() == jobs;
        });
        Awaitility.await("queues are ordered")
                .atMost(PATIENCE)
                .until(() -> !slots(bench).isEmpty());
    }

    private static Map<String, Long> slots(Workbench bench) {
        QueueOrder order = PoolRig.last(bench, Topic.ORDERS, QueueOrder.class).get("alps|main|italia");
        return order == null ? Map.of() : order.getSlots();
    }
}
