package io.fairway.system.docs.extend;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UserActivities;
import io.fairway.policies.family.WaitingJob;
import io.fairway.policies.registry.PolicyFamilies;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every family keeps, whatever it computes. An algorithm of the contract is in here as soon as it has a family. */
class PolicyFamilyContractTest {
    private static final long AT = Instant.parse("2026-01-08T00:00:00Z").toEpochMilli();
    private static final NodeId ANNA = NodeId.ofUser("alps", "physics", "anna");
    private static final NodeId BERT = NodeId.ofUser("alps", "physics", "bert");
    private static final ShareTree TREE = ShareTree.build(
            "alps",
            List.of(
                    ShareNode.account("alps", "physics", null, 1, 0),
                    ShareNode.user("alps", "physics", "anna", 1, 0),
                    ShareNode.user("alps", "physics", "bert", 3, 1)));

    static Stream<PolicyFamily> families() {
        return Stream.concat(
                Arrays.stream(Algorithm.values())
                        .filter(algorithm -> algorithm != Algorithm.UNKNOWN)
                        .map(algorithm -> PolicyFamilies.of(policy(algorithm))),
                Stream.of(new PerShareFamily()));
    }

    /** LSF and Moab have parameters of their own for the decay. */
    private static Policy policy(Algorithm algorithm) {
        boolean isSlurms = algorithm != Algorithm.LSF_DYNAMIC && algorithm != Algorithm.MOAB_TARGETS;
        Decay decay = Decay.newBuilder()
                .setKind(isSlurms ? DecayKind.HALF_LIFE : DecayKind.NONE)
                .setMillis(isSlurms ? 604_800_000 : 0)
                .build();
        return Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(
                        Measure.newBuilder().setName("usage").setDecay(decay).build())
                .setProcessors(64)
                .setAlgorithm(algorithm)
                .setMoab(algorithm == Algorithm.MOAB_TARGETS ? targets() : null)
                .build();
    }

    private static MoabPolicy targets() {
        return MoabPolicy.newBuilder()
                .setParameters(Map.of(
                        "FSPOLICY",
                        "DEDICATEDPS",
                        "FSWEIGHT",
                        "1",
                        "FSUSERWEIGHT",
                        "1",
                        "USERCFG[anna]",
                        "FSTARGET=25"))
                .build();
    }

    private static Fairshare fairshare(PolicyFamily family, double annas, double berts) {
        return family.view(TREE, UsedHours.of(family, AT, Map.of(ANNA, annas, BERT, berts)), AT)
                .fairshare();
    }

    @ParameterizedTest
    @MethodSource("families")
    void equalArgumentsGiveEqualNumbers(PolicyFamily family) {
        UsedHours usage = UsedHours.of(family, AT, Map.of(ANNA, 5.0, BERT, 2.0));
        Fairshare once = family.view(TREE, usage, AT).fairshare();
        Fairshare again = family.view(TREE, usage, AT).fairshare();
        Fairshare kept = family.succession(TREE).next(usage, AT).fairshare();

        for (int node = 0; node < TREE.size(); node++) {
            assertThat(again.factor(node)).isEqualTo(Double.valueOf(once.factor(node)));
            assertThat(kept.factor(node)).isEqualTo(Double.valueOf(once.factor(node)));
            assertThat(again.rank(node)).isEqualTo(once.rank(node)).isEqualTo(kept.rank(node));
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void noFactorIsAboveTheLargest(PolicyFamily family) {
        for (double hours : new double[] {0, 1, 1e6}) {
            double factor = fairshare(family, hours, 1).factor(TREE.find(ANNA));
            assertThat(factor > family.mostFairshare())
                    .as("%s after %s h", factor, hours)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void whoUsesMoreHasNoGreaterFactor(PolicyFamily family) {
        int anna = TREE.find(ANNA);
        double little = fairshare(family, 1, 4).factor(anna);
        double much = fairshare(family, 9, 4).factor(anna);

        assertThat(much > little).as("%s after 9 h, %s after 1 h", much, little).isFalse();
    }

    @ParameterizedTest
    @MethodSource("families")
    void anExplanationBeginsWithTheFactor(PolicyFamily family) {
        Fairshare fairshare = fairshare(family, 5, 2);
        int anna = TREE.find(ANNA);

        assertThat(fairshare.explain(anna).get(0).value()).isEqualTo(Double.valueOf(fairshare.factor(anna)));
    }

    @ParameterizedTest
    @MethodSource("families")
    void theRecordOfAJobHoldsForAWhileAndGivesANumber(PolicyFamily family) {
        JobAttributes attributes =
                JobAttributes.of(Map.of(Attribute.ACCOUNT, "physics", Attribute.USER, "anna"), Tres.cpus(1));
        JobView view = new JobView(JobView.Status.PENDING, attributes, AT, JobFact.NO_RUN, JobFact.NO_RUN);
        JobFact submitted =
                JobFact.of(JobEventType.SUBMITTED, AT, JobFact.NO_RUN).withAttributes(attributes);
        WaitingJob job = new WaitingJob(
                new JobKey("alps", "alps", "1"),
                view,
                List.of(submitted),
                ANNA,
                0.5,
                UserActivities.OfUser.NONE,
                Map.of());

        family.view(TREE, UsedHours.of(family, AT, Map.of()), AT)
                .pricer()
                .priorities(job, AT)
                .values()
                .forEach(ranked -> {
                    assertThat(ranked.record().validUntil()).isGreaterThan(AT);
                    assertThat(ranked.record().evaluate(AT, 0.5)).isFinite();
                });
    }

    @ParameterizedTest
    @MethodSource("families")
    void itNamesItsMeasuresAndItsPrecision(PolicyFamily family) {
        assertThat(family.measures()).isNotEmpty();
        assertThat(family.measures()).extracting(MeasureDefinition::name).doesNotHaveDuplicates();
        assertThat(family.usualEpsilon()).isPositive().isLessThanOrEqualTo(PolicyFamily.THREE_DIGITS);
        assertThat(family.formulaOfJobs()).isNotBlank();
    }
}
