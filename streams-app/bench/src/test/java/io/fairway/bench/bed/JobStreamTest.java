package io.fairway.bench.bed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class JobStreamTest {
    private static final long NOW = 1_795_000_000_000L;
    private static final BenchTree TREE = BenchTree.of(20);

    private final List<SpecificRecord> sent = new ArrayList<>();
    private final JobRecords records = new JobRecords((topic, domain, key, record) -> sent.add(record), TREE, "j");

    @Test
    void everyJobWaitsRunsAndEndsInThisOrder() {
        JobStream stream = new JobStream(records, TREE.associations(), 0, 0, new Random(1));
        Map<String, List<JobEvent>> jobs = new HashMap<>();
        int waiting = 0;
        int running = 0;
        for (int i = 0; i < 20_000; i++) {
            stream.send(NOW + i, job -> {});
            JobEvent event = (JobEvent) sent.get(i);
            jobs.computeIfAbsent(event.getJob(), job -> new ArrayList<>()).add(event);
            waiting += event.getType() == JobEventType.SUBMITTED ? 1 : event.getType() == JobEventType.STARTED ? -1 : 0;
            running += event.getType() == JobEventType.STARTED ? 1 : event.getType() == JobEventType.FINISHED ? -1 : 0;
        }

        assertThat(sent).hasSize(20_000);
        assertThat(waiting).isBetween(499, 500);
        assertThat(running).isBetween(999, 1_000);
        assertThat(jobs.values()).allSatisfy(events -> {
            assertThat(events.stream().map(JobEvent::getType).toList())
                    .isEqualTo(List.of(JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.FINISHED)
                            .subList(0, events.size()));
            if (events.size() == 3) {
                assertThat(events.get(2).getRun()).isEqualTo(events.get(1).getTime());
            }
            assertThat(events.stream().map(JobEvent::getUser).distinct()).hasSize(1);
        });
    }

    @Test
    void eachJobHasItsSamplesInOrderAndIsToldBeforeItsSubmission() {
        JobStream stream = new JobStream(records, TREE.associations(), 2, 7, new Random(1));
        List<Integer> submitted = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int before = submitted.size();
            stream.send(NOW + i, job -> {
                submitted.add(job);
                seen.add(sent.size());
            });
            boolean submits = sent.get(i) instanceof JobEvent event && event.getType() == JobEventType.SUBMITTED;
            assertThat(submitted).hasSize(before + (submits ? 1 : 0));
            if (submits) {
                assertThat(job(sent.get(i))).isEqualTo("j" + submitted.get(before));
                assertThat(seen.get(before))
                        .as("records sent before it was told")
                        .isEqualTo(i);
            }
        }

        assertThat(submitted.get(0)).isEqualTo(7);
        Map<String, List<Integer>> samples = new HashMap<>();
        int finished = 0;
        for (SpecificRecord record : sent) {
            if (record instanceof ResourceSample sample) {
                samples.computeIfAbsent(sample.getJob(), job -> new ArrayList<>())
                        .add((int) sample.getSequence());
            } else if (((JobEvent) record).getType() == JobEventType.FINISHED
                    // Those that ran first have less samples, so that they end one by one.
                    && Integer.parseInt(job(record).substring(1)) >= 7 + 1_000) {
                finished++;
                assertThat(samples.get(job(record))).as(job(record)).containsExactly(1, 2);
            }
        }
        assertThat(finished).isGreaterThan(1_000);
    }

    private static String job(SpecificRecord record) {
        return record instanceof ResourceSample sample ? sample.getJob() : ((JobEvent) record).getJob();
    }
}
