package io.fairway.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of docs/trust.md that moved usage, as they look in the topics. */
class SiteAuditTest {
    private static final Duration HORIZON = Duration.ofDays(7);
    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant END = START.plus(Duration.ofHours(6));

    private final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://audit"));
    private final Serializer<JobEvent> events = serdes.serializer(JobEvent.class);
    private final SiteAudit audit = new SiteAudit(
            Topics.standard(), serdes, HORIZON.toMillis(), Duration.ofMinutes(2).toMillis());
    private long offset;

    @Test
    void aDuplicateOfAnEndThatWasCorrectedToAnEarlierOneIsFoundOnceTheCorrectedOneIsAHorizonOld() {
        append(finished(END, 0), END);
        append(finished(END.minus(Duration.ofHours(2)), 1), END.plusSeconds(60));
        append(finished(END, 0), END.plus(HORIZON).minus(Duration.ofHours(1)));

        assertThat(found("ends of runs that came after")).isOne();
        assertThat(audit.findings().get(0).examples().get(0))
                .contains("hpc/hpc/17, run from " + START + " to " + END)
                .contains("fairway.job-events-0@2");
    }

    @Test
    void aDuplicateWithinTheHorizonOfTheEndIsNoTrace() {
        append(finished(END, 0), END);
        append(finished(END.minus(Duration.ofHours(2)), 1), END.plusSeconds(60));
        append(finished(END, 0), END.plus(HORIZON).minus(Duration.ofHours(3)));

        assertThat(found("ends of runs that came after")).isZero();
    }

    @Test
    void anEndThatIsCorrectedToALaterOneAfterAHorizonIsFound() {
        append(finished(END, 0), END);
        append(finished(END.plus(Duration.ofHours(3)), 1), END.plus(HORIZON).plus(Duration.ofHours(1)));

        assertThat(found("ends of runs that came after")).isOne();
    }

    @Test
    void anEndThatIsTooOldWasRefusedAlways() {
        append(finished(END, 0), END);
        append(finished(END.plus(Duration.ofHours(3)), 1), END.plus(HORIZON).plus(Duration.ofHours(4)));

        assertThat(found("ends of runs that came after")).isZero();
    }

    @Test
    void anotherRunOfTheJobIsNoTrace() {
        append(finished(END, 0), END);
        JobEvent next = JobEvent.newBuilder(finished(END.plus(HORIZON.multipliedBy(2)), 0))
                .setRun(END.plus(HORIZON))
                .build();
        append(next, END.plus(HORIZON.multipliedBy(2)));

        assertThat(found("ends of runs that came after")).isZero();
    }

    @Test
    void copiesThatKeepTheirStampAreFound() {
        append(finished(END, 0), END);
        append(started("anna", "cms"), END.plus(HORIZON.multipliedBy(3)));
        take(Topic.JOB_EVENTS, event(finished(END, 0)), END, TimestampType.CREATE_TIME, new RecordHeaders());

        assertThat(found("ends of runs that came again with the time of their writer"))
                .isOne();
        assertThat(found("append times that contradict")).isZero();
    }

    @Test
    void aBrokerThatIsAheadForAMomentIsOneTrace() {
        append(started("anna", "cms"), START.plus(Duration.ofDays(8)));
        append(started("anna", "cms"), START);
        append(started("anna", "cms"), START.plusSeconds(1));

        assertThat(found("append times that contradict")).isOne();
    }

    @Test
    void twoMinutesBackAreNone() {
        append(started("anna", "cms"), START.plusSeconds(120));
        append(started("anna", "cms"), START);

        assertThat(found("append times that contradict")).isZero();
    }

    @Test
    void aDeadLetterOfALostSchemaIsFoundIfItCanBeReadToday() {
        letter("undecodable", event(started("anna", "cms")));
        letter("undecodable", new byte[] {7, 7, 7});
        letter("time", event(started("anna", "cms")));

        assertThat(found("dead letters that can be read today")).isOne();
    }

    @Test
    void aTombstoneOfAShareNodeIsFoundAndAnEmptyName() {
        audit.take(record(Topic.SHARES, null, START, TimestampType.LOG_APPEND_TIME, new RecordHeaders()));
        append(started("", "cms"), START);
        append(started("anna", ""), START);

        assertThat(found("share nodes that a tombstone removed")).isOne();
        assertThat(found("starts of jobs without user or account")).isEqualTo(2);
    }

    @Test
    void soundRecordsHaveNoTrace() {
        append(started("anna", "cms"), START);
        append(finished(END, 0), END);
        append(finished(END, 0), END.plusSeconds(1));

        assertThat(audit.findings())
                .allSatisfy(finding ->
                        assertThat(finding.count()).as(finding.what()).isZero());
    }

    /** Of a run that Slurm resized after an hour: the message of the resize, and that of the end, as 'collect topic' read them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResizeThatWasTakenForARequeueIsFoundOnce(boolean endFirst) {
        JobEvent resize = told("38", "jobcomp.kafka", JobEventType.REQUEUED, START);
        JobEvent end = told("38", "jobcomp.kafka", JobEventType.FINISHED, END);
        append(endFirst ? end : resize, END);
        append(endFirst ? resize : end, END);
        // slurmctld sends what it knows again.
        append(resize, END.plusSeconds(60));
        append(end, END.plusSeconds(60));

        assertThat(found("runs that were resized")).isOne();
        assertThat(audit.findings())
                .anySatisfy(finding -> assertThat(finding.examples())
                        .containsExactly("hpc/hpc/38, run from " + START + " (fairway.job-events-0@1 of " + END + ")"));
    }

    /** As it is read today, and a job that was requeued in its first second and ran again. */
    @Test
    void aResizeAsItIsReadTodayIsNoTraceAndARequeueIsNone() {
        append(
                JobEvent.newBuilder(told("38", "jobcomp.kafka", JobEventType.REQUEUED, START))
                        .setRun(null)
                        .build(),
                END);
        append(told("38", "jobcomp.kafka", JobEventType.FINISHED, END), END);
        append(told("39", "jobcomp.kafka", JobEventType.REQUEUED, START), END);
        append(
                JobEvent.newBuilder(told("39", "jobcomp.kafka", JobEventType.FINISHED, END))
                        .setRun(START.plusSeconds(1))
                        .build(),
                END);

        assertThat(found("runs that were resized")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "17[].head1, pbs, 1",
        "17[], pbs, 1",
        "17[1].head1, pbs, 0",
        "17.head1, pbs, 0",
        "17[].head1, site, 0",
    })
    void theRecordOfAWholeArrayIsFoundOnce(String job, String source, long count) {
        append(told(job, source, JobEventType.STARTED, START), END);
        append(told(job, source, JobEventType.FINISHED, END), END);
        append(told(job, source, JobEventType.FINISHED, END), END.plusSeconds(60));

        assertThat(found("records of whole arrays of PBS")).isEqualTo(count);
    }

    private static JobEvent told(String job, String source, JobEventType type, Instant time) {
        return JobEvent.newBuilder()
                .setDomain("hpc")
                .setCluster("hpc")
                .setJob(job)
                .setSource(source)
                .setSourceRank(10)
                .setType(type)
                .setTime(time)
                .setRun(START)
                .setUser("anna")
                .setAccount("cms")
                .build();
    }

    private long found(String what) {
        return audit.findings().stream()
                .filter(finding -> finding.what().startsWith(what))
                .findFirst()
                .orElseThrow()
                .count();
    }

    private static JobEvent started(String user, String account) {
        return JobEvent.newBuilder()
                .setDomain("hpc")
                .setCluster("hpc")
                .setJob("1")
                .setType(JobEventType.STARTED)
                .setTime(START)
                .setUser(user)
                .setAccount(account)
                .build();
    }

    private static JobEvent finished(Instant time, int revision) {
        return JobEvent.newBuilder()
                .setDomain("hpc")
                .setCluster("hpc")
                .setJob("17")
                .setType(JobEventType.FINISHED)
                .setTime(time)
                .setRun(START)
                .setRevision(revision)
                .build();
    }

    private byte[] event(JobEvent event) {
        return events.serialize("fairway.job-events", event);
    }

    private void append(JobEvent event, Instant appended) {
        take(Topic.JOB_EVENTS, event(event), appended, TimestampType.LOG_APPEND_TIME, new RecordHeaders());
    }

    private void letter(String kind, byte[] value) {
        Headers headers = new RecordHeaders()
                .add(DeadLetterHeaders.TOPIC, "fairway.job-events".getBytes(StandardCharsets.UTF_8))
                .add(DeadLetterHeaders.KIND, kind.getBytes(StandardCharsets.UTF_8));
        take(Topic.DEAD_LETTERS, value, START, TimestampType.LOG_APPEND_TIME, headers);
    }

    private void take(Topic topic, byte[] value, Instant stamp, TimestampType type, Headers headers) {
        audit.take(record(topic, value, stamp, type, headers));
    }

    private ConsumerRecord<byte[], byte[]> record(
            Topic topic, byte @Nullable [] value, Instant stamp, TimestampType type, Headers headers) {
        return new ConsumerRecord<>(
                Topics.standard().name(topic),
                0,
                offset++,
                stamp.toEpochMilli(),
                type,
                0,
                0,
                "hpc|hpc|cms|anna".getBytes(StandardCharsets.UTF_8),
                value,
                headers,
                Optional.empty());
    }
}
