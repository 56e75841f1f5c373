package io.fairway.schedulers.moab.priority;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.CLASS;
import static io.fairway.schedulers.moab.credential.Fixture.GROUP;
import static io.fairway.schedulers.moab.credential.Fixture.HOUR;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.QOS;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static io.fairway.schedulers.moab.credential.Fixture.request;
import static io.fairway.schedulers.moab.credential.Fixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.model.Tres;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.JobPriorityFunction;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.MoabParametersBuilder;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.config.WeightParameter;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.ActiveRun;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.OperatorPriority;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Credentials, resources, usage, attributes, bounds, operators and names. */
class MoabJobPriorityTest {
    /** The sample of 5.1.2-A: CREDWEIGHT 1, USERWEIGHT 1, GROUPWEIGHT 1. */
    @ParameterizedTest
    @CsvSource({"john, staff, 12000", "paul, staff, 9000", "paul, other, 1"})
    void hasTheSampleOfCredentials(String user, String group, double expected) {
        Credential john = new Credential(CredentialType.USER, "john");
        Credential paul = new Credential(CredentialType.USER, "paul");
        Credential staff = new Credential(CredentialType.GROUP, "staff");
        MoabParametersBuilder parameters = parameters(
                        Map.of(Subfactor.USER, 1L, Subfactor.GROUP, 1L),
                        Map.of(
                                john, CredentialSettings.NONE.withPriority(2000L),
                                paul, CredentialSettings.NONE.withPriority(-1000L),
                                staff, CredentialSettings.NONE.withPriority(10_000L)))
                .enableNegative(false)
                .rejectNegative(true);
        JobCredentials names = JobCredentials.of(Map.of(CredentialType.USER, user, CredentialType.GROUP, group));

        assertThat(evaluate(MoabJob.builder("1", names, JobRequest.ofWallclock(60), NOW), parameters)
                        .priority())
                .isEqualTo(expected);
    }

    @Test
    void defaultsApplyToAllCredentialsButQos() {
        CredentialSettings seven = CredentialSettings.NONE.withPriority(7L);
        Map<Subfactor, Long> ones = Map.of(
                Subfactor.USER, 1L,
                Subfactor.GROUP, 10L,
                Subfactor.ACCOUNT, 100L,
                Subfactor.QOS, 1000L,
                Subfactor.CLASS, 10_000L);
        MoabParametersBuilder parameters = parameters(
                ones,
                Map.of(
                        USER.template(), seven,
                        GROUP.template(), seven,
                        ACCOUNT.template(), seven,
                        QOS.template(), seven,
                        CLASS.template(), seven));

        assertThat(evaluate(job(0), parameters).unbounded()).isEqualTo(70_777);
        // A job without the credential has no default either.
        assertThat(evaluate(MoabJob.builder("1", JobCredentials.NONE, JobRequest.ofWallclock(60), NOW), parameters)
                        .unbounded())
                .isEqualTo(0);
    }

    @Test
    void aClassFallsBackToTheResourceManagersQueue() {
        Map<Subfactor, Long> weights = Map.of(Subfactor.CLASS, 2L);
        assertThat(evaluate(job(0).queuePriority(30), parameters(weights, Map.of()))
                        .unbounded())
                .isEqualTo(60);
        Map<Credential, CredentialSettings> set = Map.of(CLASS, CredentialSettings.NONE.withPriority(5L));
        assertThat(evaluate(job(0).queuePriority(30), parameters(weights, set)).unbounded())
                .isEqualTo(10);
        // 0 is a priority of its own, too.
        assertThat(evaluate(
                                job(0).queuePriority(30),
                                parameters(weights, Map.of(CLASS, CredentialSettings.NONE.withPriority(0L))))
                        .unbounded())
                .isEqualTo(0);
        assertThat(evaluate(job(0).queuePriority(30), parameters(weights, Map.of(CLASS, Fixture.target("5"))))
                        .unbounded())
                .isEqualTo(60);
        Map<Credential, CredentialSettings> ofGroup = Map.of(
                CLASS, CredentialSettings.NONE.withPriority(5L), GROUP, CredentialSettings.NONE.withClassWeight(9));
        assertThat(evaluate(job(0), parameters(weights, ofGroup)).unbounded()).isEqualTo(45);
    }

    /** A quarter of the processors and half of the memory of 128 processors are 64 processor equivalents. */
    @Test
    void hasTheExampleOfProcessorEquivalents() {
        SystemTotals system = new SystemTotals(128, 65_536, 0, 0);
        MoabJobBuilder job = MoabJob.builder("1", JobCredentials.NONE, request(3600, 32, 1, 1024), NOW);

        assertThat(evaluate(
                                job,
                                MoabContext.of(system, FairshareUsage.NONE),
                                parameters(Map.of(Subfactor.PE, 1L), Map.of()))
                        .unbounded())
                .isEqualTo(64);
        Tres held = Tres.of(Map.of("cpu", BigDecimal.valueOf(32), "mem", BigDecimal.valueOf(32_768)));
        assertThat(system.equivalents(held)).isEqualByComparingTo("64");
        assertThat(SystemTotals.NONE.equivalents(held)).isEqualByComparingTo("0");
    }

    @Test
    void idealSizesMakeDistances() {
        MoabJobBuilder job = MoabJob.builder("1", JobCredentials.NONE, request(7200, 16, 1, 0), NOW);
        MoabParametersBuilder parameters = parameters(Map.of(Subfactor.PROC, -1L, Subfactor.WALLTIME, -10L), Map.of());
        assertThat(evaluate(job, parameters).unbounded()).isEqualTo(-16 - 72_000);
        assertThat(evaluate(job, parameters.targetProcs(20).targetDuration(3600))
                        .unbounded())
                .isEqualTo(-4 - 36_000);
    }

    @Test
    void anActiveJobConsumes() {
        MoabParametersBuilder parameters = parameters(
                Map.of(
                        Subfactor.USAGECONSUMED, 1L,
                        Subfactor.USAGEHUNGER, 1000L,
                        Subfactor.USAGEREMAINING, 1L,
                        Subfactor.USAGEEXECUTIONTIME, 1L,
                        Subfactor.USAGEPERCENT, 1L),
                Map.of());
        MoabJobBuilder job = MoabJob.builder("1", JobCredentials.NONE, request(14_400, 16, 1, 0), NOW - 9 * HOUR);
        assertThat(evaluate(job, parameters).unbounded()).isEqualTo(0);

        job.run(new ActiveRun(Accrual.since(NOW - HOUR), 2)).state("Running");
        JobPriorityRecord record = evaluate(job, parameters).record();
        assertThat(record.sum(NOW, 0)).isEqualTo(57_600 + 2000 + 172_800 + 3600 + 25);
        // Past its limit the rest is 0, and percent ends at 100.
        assertThat(record.sum(NOW + 5 * HOUR, 0)).isEqualTo(16 * 21_600 + 2000 + 0 + 21_600 + 100);
        // A suspended job stands still.
        job.run(new ActiveRun(Accrual.stopped(HOUR), 2)).state("Suspended");
        assertThat(evaluate(job, parameters).record().sum(NOW + 5 * HOUR, 0))
                .isEqualTo(57_600 + 2000 + 172_800 + 3600 + 25);
    }

    /** Example 5-1, with JOBPRIOF and NODETOJOBATTRMAP gpfs,pvfs. */
    @ParameterizedTest
    @CsvSource({
        "Running, '', gpfs, '', 13000",
        "Idle, PREEMPTEE, '', '', -20000",
        "Suspended, PREEMPTEE, '', matlab, 280000",
        "Suspended, '', '', '', 100000",
        "Running, PREEMPTEE, gpfs, matlab, 193000",
        "Idle, '', other, ansys, 0"
    })
    void hasTheExampleOfAttributes(String state, String attribute, String feature, String gres, double expected) {
        JobPriorityFunction function = new JobPriorityFunction(
                Map.of("Running", 100L, "Suspended", 1000L),
                Map.of("PREEMPTEE", -200L, "gpfs", 30L),
                Map.of("matlab", 400L),
                Set.of("gpfs", "pvfs"));
        MoabParametersBuilder parameters = parameters(Map.of(), Map.of())
                .weights(weights(Map.of(Subfactor.ATTRATTR, 1L, Subfactor.ATTRSTATE, 1L, Subfactor.ATTRGRES, 5L))
                        .weight(PriorityComponent.ATTR, 100)
                        .build())
                .function(function);
        JobRequest request = new JobRequest(60, 0, List.of(), Set.of(feature), Set.of(gres));
        MoabJobBuilder job = MoabJob.builder("1", JobCredentials.NONE, request, NOW)
                .state(state)
                .attributes(Set.of(attribute));

        assertThat(evaluate(job, parameters).unbounded()).isEqualTo(expected);
    }

    @Test
    void jobIdsAndNamesAreNumbers() {
        MoabParametersBuilder parameters =
                parameters(Map.of(Subfactor.JOBID, 1L, Subfactor.JOBNAME, 10_000L), Map.of());
        assertThat(evaluate(job(0).name("run42b7"), parameters).unbounded()).isEqualTo(424_711);
        assertThat(evaluate(job(0).name("run"), parameters).unbounded()).isEqualTo(4711);
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, ENABLENEG, REJECTNEG, sum, priority, rejected
        "MOAB, false, true, -1000, 1, false",
        "MOAB, true, true, -1000, -1000, true",
        "MOAB, true, false, -1000, -1000, false",
        "MAUI, false, true, -1000, -1000, true",
        "MAUI, false, false, -1000, 1, false",
        "MOAB, false, false, 0, 1, false",
        "MOAB, true, true, 2000000000, 1000000000, false"
    })
    void bounds(MoabDialect dialect, boolean enable, boolean reject, long sum, double priority, boolean rejected) {
        MoabParametersBuilder parameters = parameters(
                        Map.of(Subfactor.USER, 1L), Map.of(USER, CredentialSettings.NONE.withPriority(sum)))
                .readings(Readings.of(dialect))
                .enableNegative(enable)
                .rejectNegative(reject);
        MoabJobPriority evaluated = evaluate(job(0), parameters);

        assertThat(evaluated.priority()).isEqualTo(priority);
        assertThat(evaluated.unbounded()).isEqualTo((double) sum);
        assertThat(evaluated.isRejected()).isEqualTo(rejected);
    }

    @Test
    void operatorsOverrideThePriority() {
        MoabParametersBuilder parameters = parameters(Map.of(Subfactor.QUEUETIME, 1L), Map.of())
                .enableNegative(false)
                .rejectNegative(true);
        assertThat(evaluate(job(600).operator(new OperatorPriority(5, 0)), parameters)
                        .priority())
                .isEqualTo(1_000_000_005);
        assertThat(evaluate(job(600).operator(new OperatorPriority(1000, 0)), parameters)
                        .priority())
                .isEqualTo(1_000_001_000);
        assertThat(evaluate(job(600).operator(new OperatorPriority(0, 70)), parameters)
                        .priority())
                .isEqualTo(80);
        // The relative priority is added to the priority, which is 1 here, rather than to the sum.
        assertThat(evaluate(job(0).operator(new OperatorPriority(0, 70)), parameters)
                        .priority())
                .isEqualTo(71);
        assertThat(evaluate(job(600).held(true), parameters).priority()).isEqualTo(0);
        assertThatThrownBy(() -> new OperatorPriority(-1, 0)).hasMessageContaining("system priority -1");
        assertThatThrownBy(() -> new OperatorPriority(0, 1_000_000_001)).hasMessageContaining("relative priority");
    }

    @Test
    void partitionsHaveTheirOwnWeights() {
        MoabParametersBuilder parameters = parameters(Map.of(), Map.of())
                .weights(weights(Map.of(Subfactor.QUEUETIME, 3L, Subfactor.BYPASS, 100L))
                        .build())
                .partitionWeights(Map.of(
                        "fast",
                        Weights.builder()
                                .weight(Subfactor.QUEUETIME, 7)
                                .cap(Subfactor.QUEUETIME, 5)
                                .build()));
        assertThat(evaluate(job(600).bypass(1), parameters).unbounded()).isEqualTo(130);
        assertThat(evaluate(job(600).bypass(1).partition("slow"), parameters).unbounded())
                .isEqualTo(130);
        assertThat(evaluate(job(600).bypass(1).partition("fast"), parameters).unbounded())
                .isEqualTo(135);
    }

    /** With default settings only queue time counts. */
    @Test
    void defaultsAreFirstComeFirstServed() {
        assertThat(evaluate(job(3660), MoabParameters.builder(MoabDialect.MOAB)).priority())
                .isEqualTo(61);
        assertThat(MoabParameters.builder(MoabDialect.MAUI).build().minimumWallclock())
                .isEqualTo(120);
        assertThat(MoabParameters.builder(MoabDialect.MAUI).build().rejectNegative())
                .isFalse();
        assertThat(MoabParameters.builder(MoabDialect.MOAB).build().rejectNegative())
                .isTrue();
    }

    @Test
    void explainsEveryNumber() {
        MoabJobPriority priority = evaluate(job(600), parameters(Map.of(Subfactor.QUEUETIME, 2L), Map.of()));

        assertThat(priority.explain()).hasSize(1 + PriorityComponent.values().length + Subfactor.values().length);
        assertThat(priority.explain().get(0).name()).isEqualTo("priority");
        assertThat(priority.explain().get(0).value()).isEqualTo(20);
        assertThat(priority.explain())
                .allSatisfy(term -> assertThat(term.rule()).isNotBlank());
    }

    @Test
    void theRuleOfThePriorityNamesTheBounds() {
        MoabParametersBuilder bounded = parameters(Map.of(Subfactor.QUEUETIME, 2L), Map.of())
                .enableNegative(false)
                .rejectNegative(true);
        MoabJobBuilder system = job(600).operator(new OperatorPriority(5, 0));
        MoabJobBuilder relative = job(600).operator(new OperatorPriority(0, 7));

        assertThat(Fixture.rule(evaluate(job(600), bounded), "priority")).isEqualTo("sum, 1 to 1000000000");
        assertThat(Fixture.rule(evaluate(system, bounded), "priority")).contains("system priority");
        assertThat(Fixture.rule(evaluate(relative, bounded), "priority"))
                .startsWith("sum, 1 to")
                .contains("relative priority");
        bounded.enableNegative(true).rejectNegative(false);
        assertThat(Fixture.rule(evaluate(job(600), bounded), "priority")).isEqualTo("sum, at most 1000000000");
        // The largest value that a relative priority gives, and no rejection at exactly 0.
        assertThat(evaluate(relative, bounded).record().maximum()).isEqualTo(1e9 + 7);
        assertThat(evaluate(job(0), bounded.enableNegative(true).rejectNegative(true))
                        .isRejected())
                .isFalse();
    }

    @Test
    void knowsTheNamesOfWeightsAndCaps() {
        Weights.Builder builder = Weights.builder();
        WeightParameter.set(builder, "servweight", 3);
        WeightParameter.set(builder, "UFSWEIGHT", 4);
        WeightParameter.set(builder, "USAGEPERCENTWEIGHT", 5);
        WeightParameter.set(builder, "SERVICEWCAP", 6);
        WeightParameter.set(builder, "QUEUETIMECAP", 7);
        Weights weights = builder.build();

        assertThat(weights.weight(PriorityComponent.SERV)).isEqualTo(3);
        assertThat(weights.weight(Subfactor.FSUSER)).isEqualTo(4);
        assertThat(weights.weight(Subfactor.USAGEPERCENT)).isEqualTo(5);
        assertThat(weights.cap(PriorityComponent.SERV)).isEqualTo(6);
        assertThat(weights.cap(Subfactor.QUEUETIME)).isEqualTo(7);
        assertThat(WeightParameter.isKnown("JOBIDWEIGHT")).isTrue();
        assertThat(WeightParameter.isKnown("FAIRSHAREWEIGHT")).isFalse();
        assertThatThrownBy(() -> WeightParameter.set(builder, "FAIRSHAREWEIGHT", 1))
                .hasMessageContaining("FAIRSHAREWEIGHT");
    }
}
