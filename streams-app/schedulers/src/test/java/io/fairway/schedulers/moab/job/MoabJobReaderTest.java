package io.fairway.schedulers.moab.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of a job's facts on Moab's priorities. */
class MoabJobReaderTest {
    private static final long SUBMIT = 1_795_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final JobKey KEY = new JobKey("alps", "alps", "4711");
    private static final AccrualPolicy ACCRUE = AccrualPolicy.of(MoabDialect.MOAB);

    @Test
    void readsTheRequestsOfTheJob() {
        Tres tres = Tres.of(Map.of("cpu", BigDecimal.valueOf(32), "mem", BigDecimal.valueOf(32_768)));
        JobAttributes said = JobAttributes.of(
                Map.of(
                        Attribute.USER, "john",
                        Attribute.JOB_CLASS, "batch",
                        Attribute.TIME_LIMIT, "7200",
                        Attribute.NODES, "4",
                        Attribute.USER_PRIORITY, "-7",
                        Attribute.SYSTEM_PRIORITY, "5",
                        Attribute.SOFT_LIMIT_VIOLATIONS, "MAXJOB",
                        Attribute.ATTRIBUTES, "PREEMPTEE,gpfs",
                        Attribute.GENERIC_RESOURCES, "matlab=2,ansys",
                        Attribute.DEADLINE, String.valueOf(SUBMIT + MINUTE)),
                tres);

        MoabJob job = read(List.of(fact(JobEventType.SUBMITTED, 0).withAttributes(said)));

        assertThat(job.credentials().all().stream().map(Credential::toString))
                .containsExactly("USERCFG[john]", "CLASSCFG[batch]");
        assertThat(job.request().wallclock()).isEqualTo(7200);
        assertThat(job.request().nodes()).isEqualTo(4);
        assertThat(job.request().procs()).isEqualTo(32);
        assertThat(new SystemTotals(128, 65_536, 0, 0)
                        .equivalents(job.request().requirements().get(0)))
                .isEqualTo(64);
        assertThat(job.request().genericResources()).containsExactlyInAnyOrder("matlab", "ansys");
        assertThat(job.attributes()).containsExactlyInAnyOrder("PREEMPTEE", "gpfs");
        assertThat(job.userPriority()).isEqualTo(-7);
        assertThat(job.operator().system()).isEqualTo(5);
        assertThat(job.softViolation()).isTrue();
        assertThat(job.deadline()).isEqualTo(SUBMIT + MINUTE);
        assertThat(job.state()).isEqualTo("Idle");
        assertThat(job.queue()).isEqualTo(Accrual.since(SUBMIT));
        assertThat(job.held()).isFalse();
    }

    /** Ineligible from minute 10 to minute 30, for each reason that an event may give. */
    @ParameterizedTest
    @CsvSource({
        "DEPENDENCY, DEPENDS",
        "HOLD, USERHOLD",
        "USER_HOLD, USERHOLD",
        "BATCH_HOLD, BATCHHOLD",
        "SYSTEM_HOLD, SYSTEMHOLD",
        "LIMITS, HARDPOLICY",
        "POLICY_VIOLATION, HARDPOLICY",
        "HARD_LIMIT, HARDPOLICY",
        "SOFT_LIMIT, SOFTPOLICY",
        "IDLE_LIMIT, IDLEPOLICY",
        "DEFERRED, DEFER",
        "UNKNOWN, DEFER"
    })
    void aBlockerStopsTheQueueTime(String reason, QueueBlocker blocker) {
        boolean hold = blocker.name().endsWith("HOLD");
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0),
                because(fact(JobEventType.INELIGIBLE, 10), reason),
                fact(hold ? JobEventType.RELEASED : JobEventType.ELIGIBLE, 30));

        assertThat(read(facts).queue()).isEqualTo(new Accrual(10 * MINUTE, SUBMIT + 30 * MINUTE));
        assertThat(read(facts.subList(0, 2)).queue()).isEqualTo(Accrual.stopped(10 * MINUTE));
        assertThat(read(facts.subList(0, 2)).held()).isEqualTo(hold);
        AccrualPolicy excepted = AccrualPolicy.parse("ACCRUE", blocker.name(), MoabDialect.MOAB);
        assertThat(read(facts, excepted).queue()).isEqualTo(Accrual.since(SUBMIT));
    }

    @Test
    void aBeginTimeBlocksNothing() {
        assertThat(read(List.of(
                                fact(JobEventType.SUBMITTED, 0),
                                because(fact(JobEventType.INELIGIBLE, 1), "BEGIN_TIME")))
                        .queue())
                .isEqualTo(Accrual.since(SUBMIT));
    }

    @Test
    void beingEligibleDoesNotEndAHold() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0),
                because(fact(JobEventType.HELD, 5), "SYSTEM_HOLD"),
                because(fact(JobEventType.INELIGIBLE, 6), "DEPENDENCY"),
                fact(JobEventType.ELIGIBLE, 7),
                fact(JobEventType.RELEASED, 20));

        assertThat(read(facts.subList(0, 4)).held()).isTrue();
        assertThat(read(facts.subList(0, 4)).state()).isEqualTo("Hold");
        assertThat(read(facts.subList(0, 4)).queue()).isEqualTo(Accrual.stopped(5 * MINUTE));
        assertThat(read(facts).queue()).isEqualTo(new Accrual(5 * MINUTE, SUBMIT + 20 * MINUTE));
    }

    @Test
    void countsStartsAndBypassesAndTheTimeOfARun() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0),
                fact(JobEventType.BYPASSED, 2).withSequence(1),
                fact(JobEventType.BYPASSED, 2).withSequence(2),
                fact(JobEventType.BYPASSED, 3)
                        .withAttributes(JobAttributes.of(Map.of(Attribute.BYPASSES, "5"), Tres.NONE)),
                run(JobEventType.STARTED, 10, 10),
                run(JobEventType.REQUEUED, 20, 10),
                run(JobEventType.STARTED, 25, 25),
                run(JobEventType.SUSPENDED, 40, 25),
                run(JobEventType.RESUMED, 50, 25));

        MoabJob waiting = read(facts.subList(0, 6));
        assertThat(waiting.state()).isEqualTo("Idle");
        assertThat(waiting.starts()).isEqualTo(1);
        assertThat(waiting.bypass()).isEqualTo(1 + 1 + 5);
        assertThat(waiting.queue()).isEqualTo(new Accrual(10 * MINUTE, SUBMIT + 20 * MINUTE));
        assertThat(waiting.run()).isNull();

        MoabJob suspended = read(facts.subList(0, 8));
        assertThat(suspended.state()).isEqualTo("Suspended");
        assertThat(suspended.run()).isEqualTo(new ActiveRun(Accrual.stopped(15 * MINUTE), 0));
        MoabJob running = read(facts);
        assertThat(running.state()).isEqualTo("Running");
        assertThat(running.starts()).isEqualTo(2);
        assertThat(running.run()).isEqualTo(new ActiveRun(new Accrual(15 * MINUTE, SUBMIT + 50 * MINUTE), 0));
        assertThat(running.queue()).isEqualTo(Accrual.stopped(15 * MINUTE));
    }

    private static MoabJob read(List<JobFact> facts) {
        return read(facts, ACCRUE);
    }

    private static MoabJob read(List<JobFact> facts, AccrualPolicy accrual) {
        List<JobFact> sorted = new ArrayList<>(facts);
        Collections.sort(sorted);
        return MoabJobReader.read(KEY, JobView.of(new JobState(sorted, SUBMIT), List.of()), sorted, accrual, null)
                .build();
    }

    private static JobFact fact(JobEventType type, long minute) {
        return JobFact.of(type, SUBMIT + minute * MINUTE, JobFact.NO_RUN);
    }

    private static JobFact run(JobEventType type, long minute, long start) {
        return JobFact.of(type, SUBMIT + minute * MINUTE, SUBMIT + start * MINUTE);
    }

    private static JobFact because(JobFact fact, String reason) {
        return fact.withAttributes(JobAttributes.of(Map.of(Attribute.REASON, reason), Tres.NONE));
    }
}
