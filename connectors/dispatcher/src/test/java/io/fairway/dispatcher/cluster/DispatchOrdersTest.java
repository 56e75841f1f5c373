package io.fairway.dispatcher.cluster;

import static io.fairway.dispatcher.Records.job;
import static io.fairway.dispatcher.Records.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.PriorityRecord;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.order.DispatchCycle;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queues in their order, pools with their slots, and resize requests among the jobs. */
class DispatchOrdersTest {
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY);
    private final Room room = new Room();

    @Test
    void queuesAreServedInTheirOrderAndJobsWithinThemByPriority() {
        put("1", job("1", 90).setQueue("roma"));
        put("2", job("2", 10).setQueue("genova"));
        put("3", job("3", 20).setQueue("genova"));
        put("4", job("4", 99).setQueue("unknown"));
        put("5", job("5", 100));
        assertThat(order()).as("before there is an order").containsExactly("5", "4", "1", "3", "2");

        all("genova", "verona", "roma");
        assertThat(order()).containsExactly("3", "2", "1", "5", "4");

        all("roma", "genova");
        assertThat(order()).containsExactly("1", "3", "2", "5", "4");

        queue.order(Keys.order("alps", "main", ""), null);
        assertThat(order()).containsExactly("5", "4", "1", "3", "2");
    }

    @Test
    void theOrderOfAnotherPolicyOrdersNothing() {
        put("1", job("1", 90).setQueue("roma"));
        put("2", job("2", 10).setQueue("genova"));
        queue.order(Keys.order("alps", "what-if", ""), Records.order("", List.of("genova", "roma"), Map.of()));

        assertThat(order()).containsExactly("1", "2");
    }

    /** Roma, Verona and Genova with 8, 5 and 2 of 15 slots, jobs of one slot: the published allocation. */
    @Test
    void aQueueOfAPoolStartsNoJobBeyondItsSlots() {
        all("roma", "verona", "genova");
        pool("italia", Map.of("roma", 8L, "verona", 5L, "genova", 2L));
        int id = 0;
        for (String name : List.of("roma", "verona", "genova", "outside")) {
            for (int i = 0; i < 10; i++) {
                put(Integer.toString(++id), job(Integer.toString(id), 1).setQueue(name));
            }
        }

        assertThat(started()).isEqualTo(Map.of("roma", 8.0, "verona", 5.0, "genova", 2.0, "outside", 10.0));
        assertThat(started()).as("nothing is free in the pool").hasSize(4).containsEntry("roma", 8.0);

        // Two of Roma's jobs end, and Verona loses its share.
        room.held.put("roma", 6.0);
        pool("italia", Map.of("roma", 12L, "verona", 1L, "genova", 2L));
        assertThat(started()).containsEntry("roma", 8.0).containsEntry("verona", 5.0);
    }

    /** QJOB_LIMIT of a queue outside of pools: 3 slots. Another one has none, and the order says nothing of a third. */
    @Test
    void aQueueOutsideOfPoolsHoldsNoMoreThanItsJobLimit() {
        pool("italia", Map.of("roma", 2L));
        queue.order(
                Keys.order("alps", "main", ""),
                Records.order("", List.of("roma", "night", "day"), Map.of("night", 3L)));
        int id = 0;
        for (String name : List.of("roma", "night", "day", "other")) {
            for (int i = 0; i < 5; i++) {
                put(Integer.toString(++id), job(Integer.toString(id), 1).setQueue(name));
            }
        }

        assertThat(started()).isEqualTo(Map.of("roma", 2.0, "night", 3.0, "day", 5.0, "other", 5.0));
    }

    @Test
    void aQueueWithoutSlotsInItsPoolStartsNothing() {
        queue.order(
                Keys.order("alps", "main", "italia"),
                Records.order("italia", List.of("roma", "verona"), Map.of("roma", 1L)));
        put("1", job("1", 5).setQueue("verona"));
        put("2", job("2", 4).setQueue("roma"));
        assertThat(order()).containsExactly("2");

        queue.order(Keys.order("alps", "main", "italia"), null);
        assertThat(order()).containsExactly("1", "2");
    }

    @Test
    void aJobThatWaitsForSlotsBlocksItsQueueAndNoOther() {
        pool("italia", Map.of("roma", 4L, "verona", 4L));
        room.held.put("roma", 2.0);
        put("1", sized("1", 30, 3).setQueue("roma"));
        put("2", sized("2", 20, 1).setQueue("roma"));
        put("3", sized("3", 10, 4).setQueue("verona"));

        assertThat(order()).containsExactly("3");
    }

    @Test
    void aJobLargerThanItsQueuesLimitBlocksNoOther() {
        pool("italia", Map.of("roma", 4L));
        put("1", sized("1", 30, 5).setQueue("roma"));
        put("2", sized("2", 20, 1).setQueue("roma"));

        assertThat(order()).containsExactly("2");
    }

    @Test
    void aJobThatWaitsForSlotsBlocksNoOtherWhenPassedOver() {
        DispatchQueue passing = new DispatchQueue(HeadRule.IS_PASSED_OVER, Records.POLICY);
        passing.order(Keys.order("alps", "main", "italia"), Records.order("italia", List.of(), Map.of("roma", 4L)));
        room.held.put("roma", 2.0);
        passing.priority(key("1"), sized("1", 30, 3).setQueue("roma").build());
        passing.priority(key("2"), sized("2", 20, 1).setQueue("roma").build());

        assertThat(passing.next(0, room))
                .isNotNull()
                .extracting(ChosenJob::jobId)
                .isEqualTo("2");
    }

    @Test
    void aClusterThatDoesNotCountQueuesCannotFollowAPolicyWithPools() {
        pool("italia", Map.of("roma", 4L));
        put("1", job("1", 30).setQueue("roma"));
        Cluster blind = new Cluster() {
            @Override
            public boolean fits(ChosenJob job) {
                return true;
            }

            @Override
            public JobEvent start(ChosenJob job, long now) {
                return SlotCluster.startedEvent(job, now);
            }
        };

        assertThatThrownBy(() -> queue.next(0, blind))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("policy main gives queue roma slots of a pool");
    }

    @Test
    void aKeyOfTheWrongShapeIsRefused() {
        assertThatThrownBy(() -> queue.order("alps|main", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 components");
    }

    @Test
    void aResizeRequestIsNotAWaitingJob() {
        put("1", job("1", 10));
        resize("2", 20, 8);

        assertThat(queue.waiting()).isEqualTo(1);
        assertThat(order()).as("the cluster resizes nothing").containsExactly("1");
    }

    @Test
    void aResizeRequestTakesItsTurnOnceForEachSize() {
        room.resizes = true;
        put("1", job("1", 10));
        put("3", job("3", 30));
        resize("2", 20, 8);
        assertThat(order()).containsExactly("3", "2", "1");

        DispatchCycle cycle = queue.cycle(0, room);
        queue.started(next(cycle));
        ChosenJob granted = next(cycle);
        assertThat(granted.isResize()).isTrue();
        assertThat(granted.processors()).isEqualTo(8);
        queue.started(granted);
        assertThat(order()).containsExactly("1");
        assertThat(queue.waiting()).isEqualTo(1);

        // Sent again with another priority: the grant is still on its way.
        resize("2", 50, 8);
        assertThat(order()).containsExactly("1");

        // Another size is another request.
        resize("2", 50, 16);
        assertThat(order()).containsExactly("2", "1");

        queue.priority(Keys.priority("alps", "main", "alps", "2", Keys.RESIZE), null);
        assertThat(order()).containsExactly("1");
    }

    @Test
    void aRefusedResizeRequestWaitsForAChangeOfItsRecord() {
        room.resizes = true;
        resize("2", 20, 8);
        queue.refused(next(queue.cycle(0, room)));
        assertThat(order()).isEmpty();

        resize("2", 20, 4);
        assertThat(order()).containsExactly("2");
    }

    /** The same job waits again after a requeue: its earlier resize request has no effect on that. */
    @Test
    void aGrantedRequestDoesNotCountAsAStart() {
        room.resizes = true;
        resize("2", 20, 8);
        queue.started(next(queue.cycle(0, room)));
        put("2", job("2", 5));

        assertThat(order()).containsExactly("2");
        assertThat(queue.waiting()).isEqualTo(1);
    }

    private static ChosenJob next(DispatchCycle cycle) {
        ChosenJob next = cycle.next();
        assertThat(next).isNotNull();
        return next;
    }

    private static PriorityRecord.Builder sized(String id, double priority, double cpus) {
        return job(id, priority).setRequestedTres(Map.of("cpu", cpus));
    }

    private void resize(String id, double priority, double cpus) {
        queue.priority(
                Keys.priority("alps", "main", "alps", id, Keys.RESIZE),
                sized(id, priority, cpus).setRequest(Keys.RESIZE).build());
    }

    private void all(String... order) {
        queue.order(Keys.order("alps", "main", ""), Records.order("", List.of(order), Map.of()));
    }

    private void pool(String name, Map<String, Long> slots) {
        queue.order(Keys.order("alps", "main", name), Records.order(name, List.of(), slots));
    }

    private void put(String job, PriorityRecord.Builder record) {
        queue.priority(key(job), record.build());
    }

    /** The jobs that would start, one after the other, without a start in between. */
    private List<String> order() {
        List<String> ids = new ArrayList<>();
        DispatchCycle cycle = queue.cycle(0, room);
        for (ChosenJob job = cycle.next(); job != null; job = cycle.next()) {
            ids.add(job.jobId());
        }
        return ids;
    }

    /** Starts all possible jobs, and returns the slots that the queues then hold. */
    private Map<String, Double> started() {
        DispatchCycle cycle = queue.cycle(0, room);
        for (ChosenJob job = cycle.next(); job != null; job = cycle.next()) {
            queue.started(job);
            room.held.merge(job.queue(), job.processors(), Double::sum);
        }
        return room.held;
    }
}
