package io.fairway.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.MockPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts that are on record, and did not happen after all. */
class StartsTest {
    private static final long NOW = 1_000;

    private final MockPublisher topic = new MockPublisher();
    private final RunningJobs running = new RunningJobs();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY, running, 0);
    private final Undoing cluster = new Undoing();
    private final Starts starts = new Starts("me", cluster);

    /** A cluster that takes back its first start, and refuses the job until it is told otherwise. */
    private static final class Undoing implements Cluster {
        final List<JobEvent> undone = new ArrayList<>();
        final List<JobKey> again = new ArrayList<>();
        boolean refuses;
        boolean ends;

        @Override
        public boolean fits(ChosenJob job) {
            return true;
        }

        @Override
        public @Nullable JobEvent start(ChosenJob job, long now) {
            return refuses ? null : SlotCluster.startedEvent(job, now);
        }

        @Override
        public void carryOut(ChosenJob job, JobEvent event) {
            if (undone.isEmpty() && !refuses) {
                refuses = true;
                undone.add(JobEvent.newBuilder(event)
                        .setType(JobEventType.REQUEUED)
                        .setTime(event.getTime().plusMillis(1))
                        .setAllocatedTres(null)
                        .build());
            }
        }

        @Override
        public List<JobEvent> reports(String domain, long now) {
            return List.copyOf(undone);
        }

        @Override
        public void reported(List<JobEvent> events) {
            undone.clear();
        }

        @Override
        public List<JobKey> again(long now) {
            return List.copyOf(again);
        }

        @Override
        public void end(long now) {
            ends = true;
        }

        @Override
        public boolean isSettled() {
            return undone.isEmpty();
        }
    }

    @Test
    void aStartThatDidNotHappenIsTakenBackAndTheJobOfferedAgain() {
        starts.begin(running, () -> false);
        queue.priority(Records.key("1"), Records.job("1", 10).build());

        starts.cycle("alps", queue, NOW, topic.publisher());
        starts.cycle("alps", queue, NOW + 500, topic.publisher());
        assertThat(topic.events())
                .extracting(JobEvent::getType)
                .containsExactly(JobEventType.STARTED, JobEventType.REQUEUED);
        assertThat(topic.events().get(1).getSource()).isEqualTo("me");
        assertThat(starts.counts().refused()).isEqualTo(1);

        cluster.refuses = false;
        starts.cycle("alps", queue, NOW + 1_000, topic.publisher());
        assertThat(topic.events()).hasSize(2);
        cluster.again.add(new JobKey("alps", "alps", "1"));
        cluster.undone.clear();
        starts.cycle("alps", queue, NOW + 1_500, topic.publisher());

        assertThat(topic.events())
                .extracting(JobEvent::getTime)
                .containsExactly(
                        Instant.ofEpochMilli(NOW), Instant.ofEpochMilli(NOW + 1), Instant.ofEpochMilli(NOW + 1_500));
    }

    /** After one cycle (--once) the program is still to be asked; a dispatcher that is told to stop asks no more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theClusterIsToldOfTheEndIfItIsOrdered(boolean stopping) {
        starts.begin(running, () -> stopping);

        starts.leave("alps", queue, NOW, topic.publisher());

        assertThat(cluster.ends).isEqualTo(stopping);
    }

    @Test
    void atTheEndItWaitsForTheCluster() {
        starts.begin(running, () -> false);
        queue.priority(Records.key("1"), Records.job("1", 10).build());
        starts.cycle("alps", queue, NOW, topic.publisher());
        assertThat(cluster.isSettled()).isFalse();

        assertThat(starts.leave("alps", queue, NOW + 1, topic.publisher())).isTrue();

        assertThat(topic.events()).last().extracting(JobEvent::getType).isEqualTo(JobEventType.REQUEUED);
    }
}
