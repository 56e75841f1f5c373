package io.fairway.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.MockPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/** Four processors, and jobs that must wait for them. */
class WaitingHeadsTest {
    private static final long NOW = 10_000;

    private final MockPublisher topic = new MockPublisher();
    private final RunningJobs running = new RunningJobs();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.IS_PASSED_OVER, Records.POLICY, running, 0);
    private final Starts starts = new Starts("me", new SlotCluster(4, (job, now) -> {}));

    WaitingHeadsTest() {
        starts.begin(running, () -> false);
    }

    private void given(String job, double priority, double processors) {
        queue.priority(
                Records.key(job),
                Records.job(job, priority)
                        .setRequestedTres(Map.of("cpu", processors))
                        .build());
    }

    private List<String> told() {
        return topic.dispatches().stream()
                .filter(each -> each.getAction() == DispatchAction.WAITING)
                .map(each -> each.getTime().toEpochMilli() + " " + each.getJob() + ": " + each.getReason())
                .toList();
    }

    private void cycle(long now) {
        starts.cycle("alps", queue, now, topic.publisher());
    }

    @Test
    void theFirstJobThatWaitsIsToldOnceAndEachThatIsRefused() {
        given("large", 20, 9);
        given("runs", 10, 3);
        given("waits", 5, 2);
        given("later", 4, 2);

        cycle(NOW);
        cycle(NOW + 5_000);

        assertThat(told())
                .containsExactly(
                        "10000 waits: it needs 2 processors, and 1 of 4 are free",
                        "10000 large: it requests 9 processors, and the cluster has 4");
        assertThat(topic.dispatches())
                .filteredOn(each -> each.getJob().equals("waits"))
                .extracting(Dispatch::getQueueLength)
                .containsExactly(3);
    }

    @Test
    void anotherFirstJobIsToldAfterASecond() {
        given("runs", 10, 4);
        given("waits", 5, 2);
        cycle(NOW);

        given("urgent", 50, 4);
        cycle(NOW + 999);
        assertThat(told()).hasSize(1);
        cycle(NOW + 1_000);

        assertThat(told()).last().isEqualTo("11000 urgent: it needs 4 processors, and 0 of 4 are free");
    }

    @Test
    void aJobThatStartsAfterItWaitedHasAStartAsItsLastRecord() {
        given("runs", 10, 4);
        given("waits", 5, 2);
        cycle(NOW);

        running.observe(JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob("runs")
                .setType(JobEventType.FINISHED)
                .setTime(Instant.ofEpochMilli(NOW + 100))
                .build());
        cycle(NOW + 200);

        assertThat(topic.dispatches()).last().satisfies(last -> {
            assertThat(last.getJob()).isEqualTo("waits");
            assertThat(last.getAction()).isEqualTo(DispatchAction.STARTED);
            assertThat(last.getReason()).isEmpty();
        });
    }

    /** A hundred thousand jobs that nothing can hold, or counts that are none, are one transaction. */
    @Test
    void whatIsRefusedAtOnceIsOneTransactionAndNoNumberIsTooOdd() {
        given("infinite", 30, Double.POSITIVE_INFINITY);
        given("vast", 20, 1e300);
        for (int i = 0; i < 2_000; i++) {
            given("large" + i, 10, 4.5);
        }

        cycle(NOW);

        assertThat(topic.commits()).isEqualTo(1);
        assertThat(told()).hasSize(500);
        assertThat(told().subList(0, 3))
                .containsExactly(
                        "10000 infinite: it requests Infinity processors, and the cluster has 4",
                        "10000 vast: it requests 1.0E300 processors, and the cluster has 4",
                        "10000 large0: it requests 4.5 processors, and the cluster has 4");
        assertThat(starts.counts().refused()).isEqualTo(2_002);
    }

    @Test
    void aHeadWhoseRecordDidNotGetOutIsToldAgain() {
        given("runs", 10, 4);
        cycle(NOW);
        given("waits", 5, 2);
        topic.failNext();
        assertThatThrownBy(() -> cycle(NOW + 100)).isInstanceOf(KafkaException.class);

        MockPublisher next = new MockPublisher();
        starts.cycle("alps", queue, NOW + 200, next.publisher());

        assertThat(next.dispatches())
                .extracting(Dispatch::getReason)
                .containsExactly("it needs 2 processors, and 0 of 4 are free");
    }
}
