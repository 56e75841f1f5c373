package io.fairway.schedulers.moab.config;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.GROUP;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.QOS;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static io.fairway.schedulers.moab.credential.Fixture.rule;
import static io.fairway.schedulers.moab.credential.Fixture.target;
import static io.fairway.schedulers.moab.credential.Fixture.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.job.UserActivity;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets, floors, ceilings, the three readings of their violation, and the effect of more usage on priority. */
class FairsharePriorityTest {
    private static final Map<Subfactor, Long> USER_AND_ACCOUNT =
            Map.of(Subfactor.FSUSER, 100L, Subfactor.FSACCOUNT, 100L);

    /** User and account (target 50, usage 45: +5), under each reading: ceiling 10 with 25 and 4, floor 10 with 4 and 25. */
    @ParameterizedTest
    @CsvSource({
        "10-, 25, ZERO_COMPONENT, 0",
        "10-, 25, ZERO_CREDENTIAL, 500",
        "10-, 25, CLAMP, -1000",
        "10+, 4, ZERO_COMPONENT, 0",
        "10+, 4, ZERO_CREDENTIAL, 500",
        "10+, 4, CLAMP, 1100",
        // Neither is violated, and equality violates nothing.
        "10-, 4, ZERO_COMPONENT, 500",
        "10+, 25, ZERO_COMPONENT, 500",
        "10-, 10, ZERO_COMPONENT, 500",
        "10+, 10, ZERO_CREDENTIAL, 500",
        // A plain target cannot be violated.
        "10, 25, ZERO_COMPONENT, -1000"
    })
    void violatedCeilingsAndFloors(String user, double used, Readings.Violation reading, double expected) {
        MoabJobPriority priority = evaluate(
                job(0),
                usage(Map.of(USER, used, ACCOUNT, 45.0)),
                parameters(USER_AND_ACCOUNT, Map.of(USER, target(user), ACCOUNT, target("50")))
                        .readings(Readings.of(MoabDialect.MOAB).withViolation(reading)));

        assertThat(priority.unbounded()).isEqualTo(expected);
        if (!user.equals("10") && used != 10 && expected != 500) {
            assertThat(rule(priority, "fs")).contains("USERCFG[u]").contains(reading.name());
        }
    }

    @Test
    void theDialectChoosesTheReading() {
        assertThat(Readings.of(MoabDialect.MOAB).violation()).isEqualTo(Readings.Violation.ZERO_COMPONENT);
        assertThat(Readings.of(MoabDialect.MAUI).violation()).isEqualTo(Readings.Violation.CLAMP);
    }

    /**
     * "Violation takes the priority to 0", which the lower bound raises to 1. The user's current activity has no effect
     * any more.
     */
    @Test
    void aViolationZeroesTheWholeComponent() {
        MoabParametersBuilder parameters =
                parameters(Map.of(Subfactor.FSUSER, 100L, Subfactor.FSJPU, -5L), Map.of(USER, target("10-")));
        MoabJobBuilder job = job(0).activity(UserActivity.fixed(4, 0, 0, 0, 0));

        assertThat(evaluate(job, usage(Map.of(USER, 25.0)), parameters).priority())
                .isEqualTo(0);
        assertThat(evaluate(
                                job,
                                usage(Map.of(USER, 25.0)),
                                parameters.enableNegative(false).rejectNegative(false))
                        .priority())
                .isEqualTo(1);
    }

    @Test
    void aSubfactorWithoutWeightViolatesNothing() {
        Map<Credential, CredentialSettings> credentials = Map.of(USER, target("10-"), ACCOUNT, target("50"));
        MoabContext used = usage(Map.of(USER, 25.0, ACCOUNT, 45.0));

        assertThat(evaluate(job(0), used, parameters(Map.of(Subfactor.FSACCOUNT, 100L), credentials))
                        .unbounded())
                .isEqualTo(500);
    }

    @Test
    void theTargetOfDefaultAppliesToCredentialsWithoutTheirOwn() {
        Credential template = USER.template();
        assertThat(template.name()).isEqualTo("DEFAULT");
        MoabContext used = usage(Map.of(USER, 25.0));
        Map<Subfactor, Long> weights = Map.of(Subfactor.FSUSER, 1L);

        assertThat(evaluate(job(0), used, parameters(weights, Map.of(template, target("20"))))
                        .unbounded())
                .isEqualTo(-5);
        assertThat(evaluate(job(0), used, parameters(weights, Map.of(template, target("20"), USER, target("0"))))
                        .unbounded())
                .isEqualTo(-5);
        assertThat(evaluate(job(0), used, parameters(weights, Map.of(template, target("20"), USER, target("30"))))
                        .unbounded())
                .isEqualTo(5);
        assertThat(evaluate(job(0), used, parameters(weights, Map.of())).unbounded())
                .isEqualTo(0);
    }

    @Test
    void withoutPolicyOrUsageTargetsDoNotCount() {
        Map<Subfactor, Long> weights = Map.of(Subfactor.FSUSER, 1L, Subfactor.FSJPU, -5L);
        MoabParametersBuilder parameters = parameters(weights, Map.of(USER, target("20")));
        MoabJobBuilder job = job(0).activity(UserActivity.fixed(4, 0, 0, 0, 0));
        assertThat(evaluate(job, parameters).unbounded()).isEqualTo(-20);
        assertThat(rule(evaluate(job, parameters), "fsuser")).isEqualTo("0: no usage yet");

        parameters.fairshare(FairshareSettings.of(MoabDialect.MOAB));
        MoabJobPriority off = evaluate(job, usage(Map.of(USER, 5.0)), parameters);
        assertThat(off.unbounded()).isEqualTo(-20);
        assertThat(rule(off, "fsuser")).isEqualTo("0: FSPOLICY is NONE");
    }

    /** ACCOUNTCFG FSWEIGHT and the like add to FSWEIGHT; Maui has none. */
    @Test
    void credentialsAddToTheWeightOfTheComponent() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.FSUSER, 1L),
                Map.of(
                        USER, target("50").withFairshareWeight(1_000_000),
                        ACCOUNT, CredentialSettings.NONE.withFairshareWeight(200),
                        GROUP, CredentialSettings.NONE.withFairshareWeight(10),
                        QOS, CredentialSettings.NONE.withFairshareWeight(-1)));

        assertThat(evaluate(job(0), usage(Map.of(USER, 45.0)), parameters).unbounded())
                .isEqualTo(5 * (1 + 200 + 10 - 1));
        parameters.readings(Readings.of(MoabDialect.MAUI));
        assertThat(evaluate(job(0), usage(Map.of(USER, 45.0)), parameters).unbounded())
                .isEqualTo(5);
    }

    /** The percent sign of FSPOLICY: 30 of 100 delivered are 25 % of 120 available, or the ratio 1 - 30/40. */
    @Test
    void thePercentSignHasTwoMeanings() {
        FairshareUsage used = new FairshareUsage(Map.of(USER, 30.0), 100, 30);
        MoabContext context = MoabContext.of(new SystemTotals(4, 0, 0, 0), used);
        MoabParametersBuilder parameters = parameters(Map.of(Subfactor.FSUSER, 100L), Map.of(USER, target("40")));
        assertThat(evaluate(job(0), context, parameters).unbounded()).isEqualTo(1000);

        parameters.fairshare(
                new FairshareSettings(FairsharePolicy.DEDICATED_PS, true, Fixture.DEDICATED.windowing(), 1));
        assertThat(evaluate(job(0), context, parameters).unbounded()).isEqualTo(1500);
        parameters.readings(Readings.of(MoabDialect.MAUI));
        assertThat(evaluate(job(0), context, parameters).unbounded()).isEqualTo(25);
    }

    @Test
    void importedUsageCountsAgainstTheSameTargets() {
        FairshareUsage imported = new FairshareUsage(Map.of(USER, 25.0, ACCOUNT, 30.0), 100, 0);
        MoabContext context = new MoabContext(SystemTotals.NONE, FairshareUsage.NONE, imported);
        Map<Subfactor, Long> weights = Map.of(Subfactor.FSGUSER, 1L, Subfactor.FSGACCOUNT, 10L, Subfactor.FSGGROUP, 1L);
        MoabParametersBuilder parameters = parameters(weights, Map.of(USER, target("20"), ACCOUNT, target("31")));

        assertThat(evaluate(job(0), context, parameters).unbounded()).isEqualTo(-5 + 10);
        assertThat(evaluate(job(0), parameters).unbounded()).isEqualTo(0);
    }

    @Test
    void fairshareCanBePublishedOnItsOwn() {
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.FSUSER, 10L, Subfactor.QUEUETIME, 1L, Subfactor.USER, 1L),
                Map.of(USER, target("50").withPriority(7L)));
        MoabJobPriority priority = evaluate(job(600), usage(Map.of(USER, 45.0)), parameters);
        NodeId node = NodeId.ofUser("alps", "a", "u");

        JobPriorityRecord apart = priority.recordApart(node);

        assertThat(priority.value(PriorityComponent.FS)).isEqualTo(50);
        assertThat(apart.fairshareNode()).isEqualTo(node);
        assertThat(apart.sum(NOW, 50)).isEqualTo(7 + 50 + 10).isEqualTo(priority.unbounded());
        assertThat(apart.terms(NOW, 50).stream().map(io.fairway.core.priority.PriorityTerm::name))
                .containsExactly("cred", "fairshare", "serv");
        assertThat(apart.sum(NOW, -1000)).isEqualTo(7 - 1000 + 10);
    }

    @Test
    void readsTargetsAndCaps() {
        assertThat(FairshareTarget.parse("20")).isEqualTo(new FairshareTarget(20, FairshareTarget.Kind.TARGET));
        assertThat(FairshareTarget.parse("35.5+x").kind()).isEqualTo(FairshareTarget.Kind.FLOOR);
        assertThatThrownBy(() -> FairshareTarget.parse("ten")).hasMessageContaining("FSTARGET \"ten\"");
        assertThatThrownBy(() -> FairshareTarget.parse("10*")).hasMessageContaining("ceiling");
        assertThatThrownBy(() -> FairshareCap.parse("10+")).hasMessageContaining("FSCAP \"10+\"");
        // A cap among the targets has no effect on priority.
        assertThat(FairshareTarget.parse("5%").delta(90, false)).isEqualTo(0);
        assertThat(FairshareCap.of(FairshareTarget.parse("5%")).allows(5, 100, 1))
                .isFalse();
        assertThat(FairshareCap.of(FairshareTarget.parse("5")).allows(50, 100, 1))
                .isTrue();
    }

    @Test
    void capsAreInclusiveInBothUnits() {
        FairshareCap absolute = FairshareCap.parse("7200^");
        assertThat(absolute.allows(3600, 1e9, 3600)).isTrue();
        assertThat(absolute.allows(3600, 1e9, 3601)).isFalse();
        FairshareCap relative = FairshareCap.parse("50");
        assertThat(relative.allows(40, 100, 10)).isTrue();
        assertThat(relative.allows(40, 100, 10.1)).isFalse();
        assertThat(relative.allows(0, 0, 10)).isTrue();

        assertThat(FairshareCap.request(FairsharePolicy.DEDICATED_PS, 4, 9.6, 100, false))
                .isEqualTo(400);
        assertThat(FairshareCap.request(FairsharePolicy.DEDICATED_PES, 4, 9.6, 100, false))
                .isEqualTo(960);
        assertThat(FairshareCap.request(FairsharePolicy.DEDICATED_PES, 4, 9.6, 100, true))
                .isEqualTo(9);
    }

    @Test
    void readsThePercentSignOfThePolicy() {
        assertThat(Fixture.DEDICATED.withPolicy("DEDICATEDPES%").percent()).isTrue();
        assertThat(Fixture.DEDICATED.withPolicy("DEDICATEDPES%").policy()).isEqualTo(FairsharePolicy.DEDICATED_PES);
        assertThat(Fixture.DEDICATED.withPolicy("UTILIZEDPS").percent()).isFalse();
    }
}
