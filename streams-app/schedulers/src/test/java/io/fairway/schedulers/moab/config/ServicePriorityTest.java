package io.fairway.schedulers.moab.config;

import static io.fairway.schedulers.moab.credential.Fixture.HOUR;
import static io.fairway.schedulers.moab.credential.Fixture.MINUTE;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.QOS;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queue time, expansion factor, targets, deadline and the counts, as published in Moab 5.1.2-D and E. */
class ServicePriorityTest {
    private static final MoabContext NOTHING = MoabContext.of(SystemTotals.NONE, FairshareUsage.NONE);

    /** The table of the XFACTOR subcomponent. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 2.00", "1, 2, 3.00", "1, 4, 5.00", "1, 8, 9.00", "1, 16, 17.0",
        "4, 1, 1.25", "4, 2, 1.50", "4, 4, 2.00", "4, 8, 3.00", "4, 16, 5.0"
    })
    void hasTheTableOfExpansionFactors(long wallclockHours, long queuedHours, double expected) {
        MoabJobPriority priority = evaluate(
                job(queuedHours * 3600, wallclockHours * 3600), parameters(Map.of(Subfactor.XFACTOR, 1L), Map.of()));

        assertThat(priority.unbounded()).isEqualTo(expected);
    }

    /** QOSCFG[special] QTWEIGHT=5000 adds 5000 to the weight of queue time. */
    @Test
    void qosRaisesTheWeightOfQueueTime() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.QUEUETIME, 1L), Map.of(QOS, CredentialSettings.NONE.withQueueTimeWeight(5000)));

        assertThat(evaluate(job(600), parameters).unbounded()).isEqualTo(5001 * 10);
    }

    /** QOSCFG[special] XFWEIGHT=5000 does the same for the expansion factor. */
    @Test
    void qosRaisesTheWeightOfTheExpansionFactor() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.XFACTOR, 10L), Map.of(QOS, CredentialSettings.NONE.withXfactorWeight(5000)));

        assertThat(evaluate(job(1800), parameters).unbounded()).isEqualTo(5010 * 1.5);
    }

    @Test
    void shortJobsAreNotShorterThanTheMinimum() {
        MoabParametersBuilder parameters =
                parameters(Map.of(Subfactor.XFACTOR, 1L), Map.of()).minimumWallclock(120);
        assertThat(evaluate(job(1800, 60), parameters).unbounded()).isEqualTo(16);
        assertThat(evaluate(job(1800, 180), parameters).unbounded()).isEqualTo(11);

        parameters.readings(Readings.of(MoabDialect.MAUI));
        assertThat(evaluate(job(1800, 60), parameters).unbounded()).isEqualTo(15.5);
        // Maui ignores the minimum for a job without QOS.
        MoabJobBuilder noQos =
                MoabJob.builder("1", Fixture.credentials(Fixture.USER), JobRequest.ofWallclock(60), NOW - 1_800_000);
        assertThat(evaluate(noQos, parameters).unbounded()).isEqualTo(31);
    }

    @Test
    void aJobWithoutLimitDoesNotExpand() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.XFACTOR, 1L, Subfactor.TARGETXFACTOR, 1L, Subfactor.WALLTIME, 1L),
                Map.of(QOS, CredentialSettings.NONE.withXfactorTarget(1.5)));

        assertThat(evaluate(job(1_000_000, JobRequest.NO_LIMIT), parameters).unbounded())
                .isEqualTo(1 + 4);
    }

    /** Ten minutes before the target 0.01, one minute 1, six seconds 100; then 10^8 and one more per minute. */
    @ParameterizedTest
    @CsvSource({"1200, 0.01", "1740, 1", "1794, 100", "1800, 1e8", "1860, 100000001", "5400, 100000060"})
    void queueTimeTargetIsAnInverseSquare(long queued, double expected) {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.TARGETQUEUETIME, 1L), Map.of(QOS, CredentialSettings.NONE.withQueueTimeTarget(1800)));

        assertThat(evaluate(job(queued), parameters).unbounded())
                .isCloseTo(expected, Offset.offset(Math.max(1e-9, expected * 1e-12)));
    }

    @Test
    void aMissedExpansionFactorTargetGrowsExceptUnderMaui() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.TARGETXFACTOR, 1L),
                Map.of(QOS, CredentialSettings.NONE.withQueueTimeTarget(1800).withXfactorTarget(2)));
        assertThat(evaluate(job(1800), parameters).unbounded()).isEqualTo(4);
        assertThat(evaluate(job(5 * 3600), parameters).unbounded()).isCloseTo(1e8 + 4, Offset.offset(1e-6));

        parameters.readings(Readings.of(MoabDialect.MAUI));
        assertThat(evaluate(job(5 * 3600), parameters).unbounded()).isCloseTo(1e8, Offset.offset(1e-6));
        // Its queue time target is missed from the start.
        assertThat(evaluate(job(1), parameters).value(Subfactor.TARGETQUEUETIME))
                .isCloseTo(1e8, Offset.offset(1e-6));
    }

    @Test
    void aDeadlineCountsLinearly() {
        MoabParametersBuilder parameters = parameters(Map.of(Subfactor.DEADLINE, 1000L), Map.of());
        JobPriorityRecord record =
                evaluate(job(0).deadline(NOW + 10 * HOUR), parameters).record();

        assertThat(record.sum(NOW, 0)).isEqualTo(0);
        assertThat(record.sum(NOW + HOUR, 0)).isEqualTo(100);
        assertThat(record.sum(NOW + 10 * HOUR, 0)).isEqualTo(1000);
        assertThat(record.sum(NOW + 100 * HOUR, 0)).isEqualTo(1000);
        assertThat(evaluate(job(60).deadline(NOW - 90_000), parameters).unbounded())
                .isEqualTo(1000);
        assertThat(evaluate(job(60), parameters).unbounded()).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({
        "-100, false, -100",
        "-5000, false, -1024",
        "100, false, 0",
        "-5000, true, -1024",
        "1023, true, 1023",
        "1024, true, 1023"
    })
    void userPriorityHasItsRange(long asked, boolean positive, double expected) {
        MoabParametersBuilder parameters =
                parameters(Map.of(Subfactor.USERPRIO, 1L), Map.of()).enablePositiveUser(positive);

        assertThat(evaluate(job(0).userPriority(asked), parameters).unbounded()).isEqualTo(expected);
    }

    @Test
    void countsBypassesAndStartsAndSoftViolations() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.BYPASS, 5000L, Subfactor.STARTCOUNT, 10L, Subfactor.SPVIOLATION, -100L), Map.of());

        assertThat(evaluate(job(0).bypass(3).starts(2).softViolation(true), parameters)
                        .unbounded())
                .isEqualTo(15_000 + 20 - 100);
    }

    /** A frozen queue time affects every subfactor that reads it. */
    @Test
    void effectiveQueueTimeMayFreeze() {
        MoabParametersBuilder parameters = parameters(
                Map.of(
                        Subfactor.QUEUETIME, 1L,
                        Subfactor.XFACTOR, 1L,
                        Subfactor.TARGETQUEUETIME, 1L,
                        Subfactor.TARGETXFACTOR, 1L),
                Map.of(QOS, CredentialSettings.NONE.withQueueTimeTarget(1800).withXfactorTarget(2)));
        JobPriorityRecord record = evaluate(job(99_999).queue(Accrual.stopped(1200 * 1000)), parameters)
                .record();

        double expected = 20 + (1 + 1.0 / 3) + 0.01 + Math.pow(2.0 / 3, -2);
        assertThat(record.sum(NOW, 0)).isCloseTo(expected, Offset.offset(1e-9));
        assertThat(record.sum(NOW + 1000 * HOUR, 0)).isEqualTo(record.sum(NOW, 0));
    }

    @Test
    void theRecordIsValidUntilALaterBegin() {
        MoabParametersBuilder parameters = parameters(Map.of(Subfactor.QUEUETIME, 1L), Map.of());
        MoabJob job = job(0).queue(new Accrual(5 * MINUTE, NOW + MINUTE)).build();

        MoabJobPriority before = MoabJobPriority.evaluate(job, NOTHING, parameters.build(), NOW);
        MoabJobPriority after = MoabJobPriority.evaluate(job, NOTHING, parameters.build(), NOW + MINUTE);

        assertThat(before.record().validUntil()).isEqualTo(NOW + MINUTE);
        assertThat(before.unbounded()).isEqualTo(5);
        assertThat(after.record().validUntil()).isEqualTo(JobPriorityRecord.FOREVER);
        assertThat(after.record().sum(NOW + 2 * MINUTE, 0)).isEqualTo(6);
    }

    /** The formula that was applied, and its seconds. */
    @Test
    void explanationsHaveTheRuleAndTheInputs() {
        MoabParametersBuilder moab = parameters(Map.of(Subfactor.XFACTOR, 1L, Subfactor.USERPRIO, 1L), Map.of());
        MoabJobPriority priority = evaluate(job(1800), moab);

        assertThat(Fixture.rule(priority, Subfactor.XFACTOR.label())).startsWith("1 + effective queue time");
        assertThat(Fixture.rule(priority, Subfactor.USERPRIO.label())).endsWith("-1024 to 0");
        assertThat(priority.explain())
                .filteredOn(term -> term.name().equals(Subfactor.XFACTOR.label()))
                .singleElement()
                .satisfies(term -> assertThat(term.inputs()).contains(Term.in("effectiveQueueSeconds", 1800.0)));
        assertThat(Fixture.rule(evaluate(job(1800, JobRequest.NO_LIMIT), moab), Subfactor.XFACTOR.label()))
                .startsWith("1: ");
        assertThat(Fixture.rule(
                        evaluate(job(1800), moab.readings(Readings.of(MoabDialect.MAUI))), Subfactor.XFACTOR.label()))
                .startsWith("(effective queue time + ");
        assertThat(Fixture.rule(evaluate(job(1800), moab.enablePositiveUser(true)), Subfactor.USERPRIO.label()))
                .isNotEqualTo("user priority, -1024 to 0");
    }
}
