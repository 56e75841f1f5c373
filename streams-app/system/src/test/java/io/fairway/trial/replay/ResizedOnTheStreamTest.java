package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.ClockTick;
import io.fairway.avro.JobEvent;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of Slurm's jobcomp/kafka about runs whose size changed, from the bridge's reader to the ledger. */
class ResizedOnTheStreamTest {
    private static final String HEAD = "{\"jobid\":38,\"cluster\":\"" + PipelineDriver.DOMAIN
            + "\",\"username\":\"anna\",\"account\":\"physics\",\"@submit\":\"2026-11-25T18:33:01\",";

    private static final String START = HEAD + "\"@start\":\"2026-11-25T18:33:01\",\"state\":null,"
            + "\"tres_req\":\"cpu=3,mem=6000M,node=3\",\"tres_alloc\":\"cpu=3,node=3\"}";

    /** Slurm 26.05.5 has the time limit as elapsed time. */
    private static final String RESIZING =
            HEAD + "\"@start\":\"2026-11-25T18:33:11\",\"@end\":\"2026-11-25T18:33:11\",\"elapsed\":604800,"
                    + "\"state\":\"RESIZING\",\"tres_req\":\"cpu=3,mem=6000M,node=3\",\"tres_alloc\":\"cpu=3,node=3\"}";

    private static final String END =
            HEAD + "\"@start\":\"2026-11-25T18:33:11\",\"@end\":\"2026-11-25T18:33:31\",\"elapsed\":30,"
                    + "\"state\":\"COMPLETED\",\"tres_req\":\"cpu=1,node=1\",\"tres_alloc\":\"cpu=1,node=1\"}";

    /** As a Slurm 26.05.5 sent it: 3 CPUs for 10 s, and 1 for 20 s. */
    @Test
    void bothSizesAreChargedInAnyOrder() {
        anyOrder(List.of(START, RESIZING, END), 50);
    }

    @Test
    void bothSizesAreChargedWithoutAMessageOfTheStart() {
        anyOrder(List.of(RESIZING, END), 50);
    }

    /** 3 CPUs for 10 s, 2 for 10 s, and 1 for 10 s. */
    @Test
    void everySizeOfSeveralIsCharged() {
        String second = RESIZING.replace("18:33:11", "18:33:21").replace("cpu=3,node=3\"}", "cpu=2,node=2\"}");
        String end = END.replace("18:33:11", "18:33:21");
        anyOrder(List.of(RESIZING, second, end), 60);
        anyOrder(List.of(START, RESIZING, second, end), 60);
    }

    /** The message of a resize is lost: what the start says holds until the last size begins. */
    @Test
    void theStartAloneTellsTheFirstSize() {
        anyOrder(List.of(START, END), 50);
    }

    @Test
    void aRunOfOneSizeIsCharged() {
        anyOrder(
                List.of(
                        START,
                        END.replace("\"@start\":\"2026-11-25T18:33:11\"", "\"@start\":\"2026-11-25T18:33:01\"")
                                .replace("cpu=1,", "cpu=3,")),
                90);
    }

    private static void anyOrder(List<String> messages, double seconds) {
        Random random = new Random(7);
        for (int i = 0; i < 3; i++) {
            List<String> order = new ArrayList<>(messages);
            Collections.shuffle(order, random);
            assertThat(usage(order)).as("%s", order).isCloseTo(seconds, within(1e-9));
        }
    }

    private static double usage(List<String> messages) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(Duration.ZERO.toMillis());
            for (String message : messages) {
                LineParser parser = TraceFormat.JOBCOMP_KAFKA.parser(
                        TraceOptions.ofRecords().withScope(TraceOptions.Scope.LIVE));
                TraceJob job = ((ParsedLine.Job) parser.parse(message)).job();
                for (int i = 0; i < job.events(); i++) {
                    JobEvent event = job.event(i);
                    pipeline.send(
                            Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event);
                }
            }
            pipeline.send(
                    Topic.CLOCK,
                    Keys.domain(PipelineDriver.DOMAIN),
                    new ClockTick(PipelineDriver.DOMAIN, Instant.parse("2026-11-25T19:00:00Z"), true));
            assertThat(pipeline.deadLetterReasons()).isEmpty();
            List<UsageRecord> lines = pipeline.read(Topic.USAGE, UsageRecord.class).stream()
                    .map(sent -> sent.value())
                    .toList();
            assertThat(lines).isNotEmpty();
            return lines.getLast().getValue();
        }
    }
}
