package io.fairway.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplayOrderTest {
    @Test
    void eventsOfOneInstantSortByJobAndThenWithinIt() {
        ReplayOrder order = ReplayOrder.of(Stream.of(job(9, 5, 5, 8), job(2, 1, 5, 5), job(3, 5, 6, 8)));

        assertThat(order.stream().map(ReplayOrderTest::text))
                .containsExactly(
                        "2 SUBMITTED 1",
                        "9 SUBMITTED 5",
                        "9 STARTED 5",
                        "2 STARTED 5",
                        "2 FINISHED 5",
                        "3 SUBMITTED 5",
                        "3 STARTED 6",
                        "9 FINISHED 8",
                        "3 FINISHED 8");
    }

    @Test
    void isTheSortedTrace() {
        SplittableRandom random = new SplittableRandom(7);
        List<TraceJob> jobs = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            long submitted = random.nextLong(500);
            long started = submitted + random.nextLong(50);
            jobs.add(job(i, submitted, started, started + 1 + random.nextLong(300)));
        }

        ReplayOrder order = ReplayOrder.of(jobs.stream());

        // Numbers rise with the position in the trace, and a job's sequence with its events.
        List<JobEvent> sorted = jobs.stream()
                .flatMap(job -> IntStream.range(0, 3).mapToObj(job::event))
                .sorted(Comparator.comparing(JobEvent::getTime)
                        .thenComparing(event -> Integer.parseInt(event.getJob()))
                        .thenComparing(JobEvent::getSequence))
                .toList();
        assertThat(order).isEqualTo(sorted);
        assertThat(IntStream.range(0, order.size())
                        .allMatch(i -> order.time(i) == order.get(i).getTime().toEpochMilli()))
                .isTrue();
    }

    @Test
    void isEmptyWithoutJobs() {
        assertThat(ReplayOrder.of(Stream.of())).isEmpty();
    }

    private static String text(JobEvent event) {
        return event.getJob() + " " + event.getType() + " " + event.getTime().getEpochSecond();
    }

    private static TraceJob job(long number, long submitted, long started, long ended) {
        JobRecord record = new JobRecord("test");
        record.job = Long.toString(number);
        record.account = "a";
        record.user = "u";
        record.submitted = submitted * 1000;
        record.started = started * 1000;
        record.ended = ended * 1000;
        TraceOptions all = TraceOptions.ofCluster("c").withScope(TraceOptions.Scope.LIVE);
        return ((ParsedLine.Job) record.line(all, new Interned<>())).job();
    }
}
