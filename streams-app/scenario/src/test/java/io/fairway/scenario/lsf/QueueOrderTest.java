package io.fairway.scenario.lsf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of jobs across queues. */
class QueueOrderTest {
    @Test
    void jobsSortByQueueUserJobPriorityAndSubmission() {
        LsfCluster cluster = LsfCluster.of(
                LsfQueue.of("plain", 40),
                LsfQueue.of("fair", 40).withFairshare(true),
                LsfQueue.of("urgent", 60),
                LsfQueue.of("parent", 20).withFairshare(true).withFairshareQueues(List.of("child")),
                LsfQueue.of("child", 30));

        assertThat(order(
                        cluster,
                        List.of(
                                "plain", "fair", "urgent", "parent", "child", "fair", "fair", "plain", "parent",
                                "fair"),
                        new double[] {9, 1, 0, 2, 1, 3, 3, 1, 0.5, 0},
                        new double[] {0, 5, 0, 0, 0, 0, 2, 7, 9, 0}))
                // btop moved job 9; without fairshare the user's priority does not count in "plain".
                .containsExactly("2", "7", "0", "9", "6", "5", "1", "3", "4", "8");
    }

    @Test
    void withDispatchOrderQueueEachQueueKeepsItsPriority() {
        LsfCluster cluster = LsfCluster.of(
                LsfQueue.of("parent", 20)
                        .withFairshare(true)
                        .withFairshareQueues(List.of("child", "equal"))
                        .withDispatchOrderQueue(true),
                LsfQueue.of("child", 30),
                LsfQueue.of("equal", 30),
                LsfQueue.of("between", 25));

        assertThat(order(
                        cluster,
                        List.of("parent", "child", "equal", "child", "between"),
                        new double[] {9, 1, 2, 3, 0},
                        new double[5]))
                .containsExactly("3", "2", "1", "4", "0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueOrder.of("1", "gone", cluster, false, 0, 0, 0))
                .withMessageContaining("queue gone");
    }

    private static List<String> order(LsfCluster cluster, List<String> queues, double[] user, double[] job) {
        List<QueueOrder> order = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            order.add(QueueOrder.of("" + i, queues.get(i), cluster, i == 9, user[i], job[i], i));
        }
        Collections.sort(order);
        return order.stream().map(QueueOrder::job).toList();
    }
}
