package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEventType;
import io.fairway.core.stored.StateCodec;
import io.fairway.engine.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What one commit writes to the changelogs. Facts of the future are kept, and all fall due in the turn of one commit. So a
 * commit has several events, which the driver's commits have not otherwise.
 */
class WriteOncePerCommitTest {
    private static final List<String> STORES =
            List.of("jobs-active", "jobs-settled", "lines", "usage-hours", "usage-days", "priorities-sent");

    /** The records of each changelog since this was last asked: the values' lengths, -1 = deleted. */
    private static Map<String, List<Integer>> written(PipelineDriver pipeline) {
        Map<String, List<Integer>> all = new TreeMap<>();
        for (String store : STORES) {
            List<Integer> lengths = new ArrayList<>();
            pipeline.drain("pipeline-" + store + "-changelog")
                    .forEach(record -> lengths.add(record.value() == null ? -1 : record.value().length));
            if (!lengths.isEmpty()) {
                all.put(store, lengths);
            }
        }
        return all;
    }

    private static PipelineDriver site() {
        PipelineDriver pipeline = PipelineDriver.withChangelogs();
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.advance(1_000);
        written(pipeline);
        return pipeline;
    }

    /** A start, a smaller size and an end move the line five times and the rows three times. */
    @Test
    void eachEntryIsWrittenOnce() {
        try (PipelineDriver pipeline = site()) {
            pipeline.submit("1", "physics", "anna", T0);
            pipeline.advance(1_000);
            assertThat(written(pipeline)).containsOnlyKeys("jobs-active", "priorities-sent");

            pipeline.start("1", T0 + 10_000, 4);
            pipeline.job(pipeline.event("1", JobEventType.RESIZED, T0 + 11_000).setAllocatedTres(Map.of("cpu", 2.0)));
            pipeline.finish("1", T0 + 12_000, T0 + 10_000);
            assertThat(written(pipeline)).as("kept until then").isEmpty();
            pipeline.jump(T0 + 20_000);

            Map<String, List<Integer>> written = written(pipeline);
            assertThat(written.get("jobs-active")).containsExactly(-1);
            assertThat(written.get("priorities-sent")).containsExactly(-1);
            assertThat(written.get("jobs-settled")).hasSize(1);
            assertThat(written.get("lines")).hasSize(1);
            assertThat(written).as("the line holds them").doesNotContainKeys("usage-hours", "usage-days");
            // 4 processors for 1 s, and 2 for 1 s
            assertThat(pipeline.usage("physics", "anna")).isEqualTo(6);
        }
    }

    /** The record of the job is all that is left of it: nobody was told that it waited. */
    @Test
    void aJobThatComesAndGoesWithinACommitCostsOneRecord() {
        try (PipelineDriver pipeline = site()) {
            pipeline.submit("1", "physics", "anna", T0 + 10_000);
            pipeline.start("1", T0 + 10_000, 4);
            pipeline.finish("1", T0 + 12_000, T0 + 10_000);
            pipeline.jump(T0 + 20_000);

            Map<String, List<Integer>> written = written(pipeline);
            assertThat(written).doesNotContainKeys("jobs-active", "priorities-sent");
            assertThat(written.get("jobs-settled")).hasSize(1);
        }
    }

    /** What was sent is noted with the line: a start begins with a line that is sent. */
    @Test
    void theLineSaysThatItWasSent() {
        try (PipelineDriver pipeline = site()) {
            pipeline.start("1", "physics", "anna", T0 + 1_000, 4);
            byte[] unsent = line(pipeline);
            pipeline.advance(1_000);
            byte[] sent = line(pipeline);

            assertThat(StateCodec.isSent(unsent)).isFalse();
            assertThat(StateCodec.isSent(sent)).isTrue();
        }
    }

    private static byte[] line(PipelineDriver pipeline) {
        try (var lines = pipeline.stores().get(Stores.LINES).all()) {
            return Objects.requireNonNull(lines.next().value);
        }
    }
}
