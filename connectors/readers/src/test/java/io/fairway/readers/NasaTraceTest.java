package io.fairway.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The counts come from awk, not from this reader; the archive's page states the first of them. */
class NasaTraceTest {
    @Test
    void hasTheJobsUsersGroupsAndProcessorSecondsOfTheFile() throws IOException {
        Set<String> users = new HashSet<>();
        Map<String, Integer> jobsOfGroup = new HashMap<>();
        long processorSeconds = 0;
        TraceSummary summary;
        try (Trace trace = nasa()) {
            List<JobEvent> events = trace.events().toList();
            for (int i = 0; i < events.size(); i += 3) {
                JobEvent started = events.get(i + 1);
                JobEvent finished = events.get(i + 2);
                users.add(started.getUser());
                jobsOfGroup.merge(started.getAccount(), 1, Integer::sum);
                processorSeconds +=
                        Objects.requireNonNull(started.getAllocatedTres().get("cpu"))
                                        .longValue()
                                * (finished.getTime().getEpochSecond()
                                        - started.getTime().getEpochSecond());
            }
            summary = trace.summary();
        }

        assertThat(summary.jobs() + summary.skippedJobs()).isEqualTo(18_239);
        assertThat(summary.skipped()).isEqualTo(Map.of(SkipReason.NO_RUN_TIME, 173L));
        assertThat(summary.firstSkipped().get(0).line()).isEqualTo(248);
        assertThat(summary.badLines()).isZero();
        assertThat(users).hasSize(69);
        assertThat(jobsOfGroup).isEqualTo(Map.of("1", 14_793, "2", 3_273));
        assertThat(processorSeconds).isEqualTo(474_238_015L);
        assertThat(summary.headerText("Acknowledge")).isEqualTo("Bill Nitzberg");
        assertThat(summary.headerText("MaxProcs")).isEqualTo("128");
    }

    @Test
    void endsWithItsLastJob() throws IOException {
        try (Trace trace = nasa()) {
            ReplayOrder order = ReplayOrder.of(trace.jobs());

            assertThat(order.size()).isEqualTo(3 * 18_066);
            assertThat(order.get(0).getTime()).isEqualTo(Instant.ofEpochSecond(749_458_803));
            JobEvent last = order.get(order.size() - 1);
            assertThat(last.getType()).isEqualTo(JobEventType.FINISHED);
            // 7,949,022 s after the start.
            assertThat(last.getTime()).isEqualTo(Instant.ofEpochSecond(757_407_825));
        }
    }

    private static Trace nasa() throws IOException {
        return BundledTrace.NASA_IPSC_1993.open(TraceOptions.ofCluster("nasa"));
    }
}
