package io.fairway.dispatcher.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.cluster.Starts;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.MockPublisher;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Chunk jobs of IBM's page "Job priority behavior": the first job goes by its priority, the others by theirs among those
 * that are alike. They start one after the other in the slots of the first.
 */
class ChunkStartsTest {
    private static final long NOW = 1_000;

    private final MockPublisher topic = new MockPublisher();
    private final RunningJobs running = new RunningJobs();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY, running, 0);
    private final Starts starts = new Starts("me", new SlotCluster(1, (job, time) -> {}));

    ChunkStartsTest() {
        starts.begin(running, () -> false);
    }

    private void put(String job, double priority, long size, String... keys) {
        PriorityRecord record = Records.job(job, priority)
                .setChunkSize(size)
                .setChunkKeys(List.of(keys))
                .build();
        queue.priority(Records.key(job), record);
    }

    private void cycle(long now) {
        starts.cycle("alps", queue, now, topic.publisher());
    }

    private void event(String job, JobEventType type, long time) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .build();
        running.observe(event);
        queue.observed(new JobKey("alps", "alps", job));
    }

    private List<String> started() {
        return topic.events().stream()
                .filter(event -> event.getType() == JobEventType.STARTED)
                .map(event -> event.getJob() + " " + chunk(event))
                .toList();
    }

    private List<String> joined() {
        return topic.events().stream()
                .filter(event -> event.getType() == JobEventType.MODIFIED)
                .map(event -> event.getJob() + " " + chunk(event))
                .toList();
    }

    private static @Nullable String chunk(JobEvent event) {
        JobAttributes said = event.getAttributes();
        return said == null ? null : said.getChunk();
    }

    /** Of five alike, the three of the highest priority; a job that is not alike stays out, whatever its priority. */
    @Test
    void theFirstTakesTheNextOfThoseThatAreAlikeAlong() {
        put("first", 10, 3, "x");
        put("other", 9, 3, "y");
        put("third", 6, 3, "y", "x");
        put("second", 7, 3, "x");
        put("fourth", 5, 3, "x");
        cycle(NOW);

        assertThat(started()).containsExactly("first first");
        assertThat(joined()).containsExactly("second first", "third first");
        assertThat(topic.dispatches())
                .extracting(each -> each.getJob() + " " + each.getAction())
                .containsExactly("first STARTED", "other WAITING");
    }

    /** There is one slot. The members have it one after the other, and only then the job that has a higher priority. */
    @Test
    void theOthersFollowInTheSlotsOfTheFirst() {
        put("first", 10, 3, "x");
        put("other", 9, 0);
        put("third", 6, 3, "x");
        put("second", 7, 3, "x");
        cycle(NOW);
        cycle(NOW + 100);
        assertThat(started()).containsExactly("first first");

        event("first", JobEventType.FINISHED, NOW + 200);
        cycle(NOW + 300);
        assertThat(started()).containsExactly("first first", "second first");

        event("second", JobEventType.FINISHED, NOW + 400);
        cycle(NOW + 500);
        event("third", JobEventType.FINISHED, NOW + 600);
        cycle(NOW + 700);
        assertThat(started()).containsExactly("first first", "second first", "third first", "other null");
        assertThat(joined()).hasSize(2);
    }

    /** Free slots are for others: a member waits for its chunk. */
    @Test
    void aMemberWaitsForItsChunkAlthoughThereIsRoom() {
        Starts wide = new Starts("me", new SlotCluster(8, (job, time) -> {}));
        wide.begin(running, () -> false);
        put("first", 10, 2, "x");
        put("second", 7, 2, "x");
        put("other", 5, 0);
        wide.cycle("alps", queue, NOW, topic.publisher());
        wide.cycle("alps", queue, NOW + 100, topic.publisher());

        assertThat(started()).containsExactly("first first", "other null");
    }

    /** What a dispatcher that leads later reads of the chunk: the events, from the topic or as they are stored. */
    @Test
    void aRestartKnowsTheChunk() {
        put("first", 10, 2, "x");
        put("second", 7, 2, "x");
        put("other", 8, 0);
        cycle(NOW);
        StoredJobs stored = new StoredJobs();
        stored.written(stored.changes("alps", running.observed().getOrDefault("alps", Map.of())));

        RunningJobs again = new RunningJobs();
        stored.restore(again);
        JobKey second = new JobKey("alps", "alps", "second");
        assertThat(again.waitsForItsChunk(second)).isTrue();
        assertThat(again.waitsForItsChunk(new JobKey("alps", "alps", "other"))).isFalse();

        event("first", JobEventType.FINISHED, NOW + 200);
        assertThat(running.waitsForItsChunk(second)).isFalse();
        assertThat(running.chunkOf(second)).isEqualTo("first");
    }

    /** A job of a chunk that is put back is an ordinary job again. */
    @Test
    void aRequeuedMemberIsInNoChunk() {
        put("first", 10, 2, "x");
        put("second", 7, 2, "x");
        cycle(NOW);
        event("first", JobEventType.REQUEUED, NOW + 200);
        put("first", 11, 0);
        cycle(NOW + 300);

        assertThat(started()).containsExactly("first first", "second first");
        event("second", JobEventType.FINISHED, NOW + 400);
        cycle(NOW + 500);
        assertThat(started()).containsExactly("first first", "second first", "first null");
    }

    /** A transaction that failed leaves no trace: neither the start nor the members are known. */
    @Test
    void aChunkThatIsNotOnRecordDoesNotExist() {
        put("first", 10, 2, "x");
        put("second", 7, 2, "x");
        topic.fail();
        assertThatThrownBy(() -> cycle(NOW)).hasMessageContaining("the broker is away");

        assertThat(running.chunkOf(new JobKey("alps", "alps", "second"))).isNull();
        assertThat(running.chunkOf(new JobKey("alps", "alps", "first"))).isNull();
    }

    /** Nor does such a start take a member out of its chunk. */
    @Test
    void aMemberWhoseStartIsNotOnRecordStaysInItsChunk() {
        put("first", 10, 2, "x");
        put("second", 7, 2, "x");
        cycle(NOW);
        event("first", JobEventType.FINISHED, NOW + 200);
        topic.fail();
        assertThatThrownBy(() -> cycle(NOW + 300)).hasMessageContaining("the broker is away");

        JobKey second = new JobKey("alps", "alps", "second");
        assertThat(running.chunkOf(second)).isEqualTo("first");
        assertThat(running.waitsForItsChunk(second)).isFalse();
    }
}
