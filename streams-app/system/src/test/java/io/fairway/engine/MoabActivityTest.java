package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Factor;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Ramp;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's active and finished jobs change the priority of the user's waiting jobs. They count by their number,
 * processors and processor-seconds, and by the accuracy of their limits. The numbers are worked out beside each case.
 */
class MoabActivityTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final Map<String, String> WEIGHTS = Map.of(
            "QUEUETIMEWEIGHT", "0",
            "FSJPUWEIGHT", "-5",
            "FSPPUWEIGHT", "-1",
            "FSPSPUWEIGHT", "1",
            "WCACCURACYWEIGHT", "100",
            "ENABLENEGJOBPRIORITY", "TRUE",
            "REJECTNEGPRIOJOBS", "FALSE");

    private final Map<String, PriorityRecord> last = new HashMap<>();
    private PipelineDriver pipeline = PipelineDriver.replay();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    @Rule(document = Document.MOAB, rows = "17-19")
    void waitingJobsKnowWhatTheirUserRuns() {
        pipeline.policy(moab(WEIGHTS));
        history();
        pipeline.tick(T0 + HOUR);

        // 2 jobs, 6 processors, 2 * 3600 + 4 * 1800 seconds left; half of a requested hour was used
        assertThat(priority("wait", HOUR)).isEqualTo(-10 - 6 + 14_400 + 50);
        // a minute later: 6 processor-minutes less, without any event
        assertThat(priority("wait", HOUR + MINUTE)).isEqualTo(-10 - 6 + 14_040 + 50);
        // he runs nothing, and never ran anything
        assertThat(priority("other", HOUR)).isEqualTo(100);

        // The second job has reached its limit and runs on: it has nothing left to use.
        pipeline.tick(T0 + 100 * MINUTE);
        assertThat(priority("wait", 100 * MINUTE)).isEqualTo(-10 - 6 + 2 * 20 * 60 + 50);

        // The first is suspended with 20 minutes left, which stand still. A resize gives the second one processor.
        pipeline.job(told("1", JobEventType.SUSPENDED, 100 * MINUTE, 0));
        pipeline.job(told("2", JobEventType.RESIZED, 100 * MINUTE, 30 * MINUTE).setAllocatedTres(Map.of("cpu", 1.0)));
        pipeline.tick(T0 + 2 * HOUR);
        assertThat(priority("wait", 2 * HOUR)).isEqualTo(-10 - 3 + 2 * 20 * 60 + 50);

        // The end of the second: 4 * 70 + 1 * 20 minutes of the requested 4 * 60, and 30 of 60 before.
        pipeline.job(told("2", JobEventType.FINISHED, 2 * HOUR, 30 * MINUTE));
        pipeline.tick(T0 + 2 * HOUR + 5 * MINUTE);
        assertThat(priority("wait", 2 * HOUR)).isEqualTo(-5 - 2 + 2 * 20 * 60 + 100);
    }

    /** FSPSPU with the whole limits: 2 * 7200 + 4 * 3600, and no less a minute later. */
    @Test
    @Rule(document = Document.MOAB, rows = "19")
    void theOtherReadingCountsWholeLimits() {
        Policy.Builder policy = moab(WEIGHTS);
        policy.getMoab().setReadings(Map.of("active-seconds", "allocated"));
        pipeline.policy(policy);
        history();
        pipeline.tick(T0 + HOUR);

        assertThat(priority("wait", HOUR)).isEqualTo(-10 - 6 + 28_800 + 50);
        assertThat(priority("wait", HOUR + MINUTE)).isEqualTo(-10 - 6 + 28_800 + 50);
    }

    @Test
    @Rule(document = Document.MOAB, rows = "20")
    void nothingIsForgottenOverARestart() {
        pipeline.policy(moab(WEIGHTS));
        history();
        pipeline.tick(T0 + HOUR);
        pipeline = pipeline.restarted();
        pipeline.job(told("2", JobEventType.CANCELLED, HOUR, 30 * MINUTE));
        pipeline.tick(T0 + HOUR + 5 * MINUTE);

        // 30 minutes of 1 processor and 30 of 4, of the requested hours
        assertThat(priority("wait", HOUR)).isEqualTo(-5 - 2 + 7200 + 50);
    }

    /** The policy comes after the jobs, and only the number of jobs has a weight. */
    @Test
    @Rule(document = Document.MOAB, rows = "17")
    void aPolicyThatComesLaterCountsWhatRuns() {
        history();
        pipeline.tick(T0 + HOUR);
        pipeline.policy(moab(Map.of("QUEUETIMEWEIGHT", "0", "FSJPUWEIGHT", "10")));
        pipeline.tick(T0 + HOUR + 5 * MINUTE);

        assertThat(priority("wait", HOUR)).isEqualTo(20);
    }

    /** The same jobs in a scenario file. */
    @Test
    void evaluateHasTheSameNumbers(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("scenario.yaml"), """
                at: 2026-01-01T12:00:00Z
                policy:
                  algorithm: moab-targets
                  moab:
                    parameters:
                      QUEUETIMEWEIGHT: 0
                      FSJPUWEIGHT: -5
                      FSPPUWEIGHT: -1
                      FSPSPUWEIGHT: 1
                      WCACCURACYWEIGHT: 100
                      ENABLENEGJOBPRIORITY: TRUE
                      REJECTNEGPRIOJOBS: FALSE
                runs:
                  - {user: anna, allocatedTres: {cpu: 1}, attributes: {timeLimitSeconds: 3600}, started: 2026-01-01T11:00:00Z, ended: 2026-01-01T11:30:00Z}
                  - {user: anna, allocatedTres: {cpu: 2}, attributes: {timeLimitSeconds: 7200}, started: 2026-01-01T11:00:00Z}
                  - {user: anna, allocatedTres: {cpu: 4}, attributes: {timeLimitSeconds: 3600}, started: 2026-01-01T11:30:00Z}
                jobs:
                  wait: {user: anna, submitted: 2026-01-01T11:00:00Z, attributes: {timeLimitSeconds: 3600}}
                """);

        Report report = Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
        Report.Section rows = Objects.requireNonNull(report.sections().get("priorities"));
        assertThat(Objects.requireNonNull(rows.rows().get("wait")).values()).containsEntry("priority", 14_434.0);
    }

    /** Job 1 holds 2 processors for 2 hours from the start. Job 2 holds 4 for an hour from half past. Job 0 is over. */
    private void history() {
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        start("0", 0, 1, 3600);
        start("1", 0, 2, 7200);
        for (String waiting : List.of("wait", "other")) {
            pipeline.job(pipeline.event(waiting, JobEventType.SUBMITTED, T0)
                    .setAccount("physics")
                    .setUser(waiting.equals("wait") ? "anna" : "ben")
                    .setAttributes(JobAttributes.newBuilder()
                            .setRequestedTres(Map.of("cpu", 8.0))
                            .build()));
        }
        pipeline.job(told("0", JobEventType.FINISHED, 30 * MINUTE, 0));
        start("2", 30 * MINUTE, 4, 3600);
    }

    private void start(String job, long offset, double cpus, long limitSeconds) {
        pipeline.job(pipeline.event(job, JobEventType.STARTED, T0 + offset)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setTimeLimitSeconds(limitSeconds)
                        .build())
                .setAllocatedTres(Map.of("cpu", cpus)));
    }

    private io.fairway.avro.JobEvent.Builder told(String job, JobEventType type, long offset, long started) {
        return pipeline.event(job, type, T0 + offset).setRun(Instant.ofEpochMilli(T0 + started));
    }

    private static Policy.Builder moab(Map<String, String> parameters) {
        return PipelineDriver.policyOf("moab", 0, 0)
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(48)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build());
    }

    /** The value of a record, read as its schema says. */
    private double priority(String job, long offset) {
        for (Sent<PriorityRecord> sent : pipeline.read(Topic.PRIORITIES, PriorityRecord.class)) {
            last.put(sent.key(), sent.value());
        }
        PriorityRecord record = Objects.requireNonNull(last.get("alps|moab|alps|" + job + "|"), job);
        double sum = 0;
        for (Component component : record.getComponents()) {
            for (Factor factor : component.getFactors()) {
                double value = factor.getForm() instanceof Constant constant
                        ? constant.getValue()
                        : at((Ramp) factor.getForm(), T0 + offset);
                sum += component.getWeight() * factor.getWeight() * value;
            }
        }
        return sum;
    }

    private static double at(Ramp ramp, long time) {
        double units = Math.floorDiv(time, ramp.getUnit())
                - Math.floorDiv(ramp.getStart().toEpochMilli(), ramp.getUnit());
        return Math.clamp(ramp.getBase() + units / ramp.getDivisor(), ramp.getFloor(), ramp.getCap());
    }
}
