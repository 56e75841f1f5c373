package io.fairway.core.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.policy.slurm.AgeFact.Kind;
import io.fairway.core.policy.slurm.MultifactorParameters.Weights;
import io.fairway.core.policy.slurm.PriorityContext.Partition;
import io.fairway.core.priority.JobPriorityRecord;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules that the golden files do not reach: the other flags, dialect 2.0, direct priorities, bounds. */
class MultifactorPriorityTest {
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    private static final long SUBMIT = 1_000_000_000_000L;
    private static final PriorityContext CLUSTER = PriorityContext.of(
            4,
            64,
            List.of(
                    new Partition(
                            "low",
                            50,
                            Map.of("cpu", BigDecimal.valueOf(64), "mem", BigDecimal.valueOf(256_000)),
                            PriorityContext.UNLIMITED),
                    new Partition("high", 200, Map.of("cpu", BigDecimal.valueOf(32)), 100)),
            Map.of("normal", 0.0, "q", 25.0, "top", 100.0),
            200);

    @Test
    void jobSizeFavoursLargeJobsByNodesAndCpus() {
        assertThat(jobSize(job().nodes(1).cpus(16))).isEqualTo((1 / 4.0 + 16 / 64.0) / 2);
        assertThat(jobSize(job().nodes(4).cpus(64))).isEqualTo(1);
        assertThat(jobSize(job().nodes(2))).isEqualTo(0.5);
        assertThat(jobSize(job().nodes(9).cpus(64))).isEqualTo(1);
    }

    @Test
    void aSingleNodeJobNeverHasTheFullFactorWhenSmallJobsAreFavoured() {
        assertThat(jobSize(small(), job().nodes(1).cpus(1))).isEqualTo((3 / 4.0 + 63 / 64.0) / 2);
        assertThat(jobSize(small(), job().nodes(1))).isEqualTo(0.75);
        assertThat(jobSize(small(), job().nodes(4).cpus(64))).isZero();
    }

    @Test
    void jobSizeRelativeToTimeTakesThePartitionsLimitWithoutOne() {
        MultifactorParameters relative = slurm22(Set.of(PriorityFlag.SMALL_RELATIVE_TO_TIME));
        PendingJob.Builder job = job().nodes(1).cpus(2);

        assertThat(jobSize(relative, job.timeLimitMinutes(10L))).isEqualTo(16 / 10.0 / 64);
        assertThat(jobSize(relative.withFavorSmall(true), job)).isEqualTo(1 - 16 / 10.0 / 64);
        assertThat(jobSize(relative, job.timeLimitMinutes(null).partitions(List.of("high"))))
                .isEqualTo(16 / 100.0 / 64);
        assertThat(jobSize(relative, job.partitions(List.of("low")))).isEqualTo(16 / 4294967295.0 / 64);
        assertThat(jobSize(relative, job.partitions(List.of("nowhere")))).isEqualTo(16 / 4294967295.0 / 64);
        assertThat(jobSize(relative, job.timeLimitMinutes(0L))).isEqualTo(1);
        assertThat(jobSize(relative, job().timeLimitMinutes(0L))).isZero();
    }

    @Test
    void jobSizeOfSlurm20IsByNodesAsDocumentedOrAsReleased() {
        MultifactorParameters documented = MultifactorParameters.slurm20(false);
        MultifactorParameters compatible = MultifactorParameters.slurm20(true);

        assertThat(jobSize(documented, job().nodes(1))).isEqualTo(1 / 4.0);
        assertThat(jobSize(documented.withFavorSmall(true), job().nodes(1))).isEqualTo(1);
        assertThat(jobSize(documented.withFavorSmall(true), job().nodes(4))).isEqualTo(1 / 4.0);
        assertThat(jobSize(compatible.withFavorSmall(true), job().nodes(1))).isEqualTo(3 / 4.0);
        assertThat(jobSize(compatible.withFavorSmall(true), job().nodes(4))).isZero();
    }

    @Test
    void factorsAreNormalisedByTheLargestUnlessAFlagSaysOtherwise() {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(0, 1000, 0, 0, 1000, 1000));
        PendingJob job = job().associationPriority(50)
                .partitions(List.of("low"))
                .qos("q")
                .build();

        assertThat(priority(job, each)).isEqualTo(250 + 250 + 250);
        assertThat(priority(job, each.withFlags(Set.of(PriorityFlag.NO_NORMAL_ASSOC))))
                .isEqualTo(50_000 + 250 + 250);
        assertThat(priority(job, each.withFlags(Set.of(PriorityFlag.NO_NORMAL_PART))))
                .isEqualTo(250 + 50_000 + 250);
        assertThat(priority(job, each.withFlags(Set.of(PriorityFlag.NO_NORMAL_QOS))))
                .isEqualTo(250 + 250 + 25_000);
    }

    @Test
    void tresAreNormalisedByThePartitionUnlessAFlagSaysOtherwise() {
        MultifactorParameters tres = slurm22(Set.of())
                .withWeights(new Weights(0, 0, 0, 0, 0, 0))
                .withTresWeights(TresWeights.parse("PriorityWeightTRES", "Mem=2000,CPU=1000"));
        PendingJob job = job().partitions(List.of("low", "high"))
                .tres(Map.of("cpu", BigDecimal.valueOf(16), "mem", BigDecimal.valueOf(64_000)))
                .build();

        Map<String, JobPriorityRecord> records = MultifactorPriority.evaluateEach(job, CLUSTER, tres, SUBMIT);

        assertThat(records.get("low"))
                .isNotNull()
                .satisfies(low -> assertThat(low.evaluate(SUBMIT, 0)).isEqualTo(250 + 500));
        // Partition high has no memory configured: nothing to be a share of.
        assertThat(records.get("high"))
                .isNotNull()
                .satisfies(high -> assertThat(high.evaluate(SUBMIT, 0)).isEqualTo(500));
        assertThat(priority(job, tres.withFlags(Set.of(PriorityFlag.NO_NORMAL_TRES))))
                .isEqualTo(16_000 + 128_000_000);
    }

    @Test
    void unknownPartitionsAndQosAreWorthNothingAndSaidSo() {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(0, 0, 0, 0, 1000, 1000));
        PendingJob job = job().partitions(List.of("nowhere")).qos("none").build();

        assertThat(priority(job, each)).isEqualTo(1);
        assertThat(MultifactorPriority.explain(job, "nowhere", CLUSTER, each, SUBMIT))
                .extracting(Term::rule)
                .contains("0: partition \"nowhere\" is not known", "0: QOS \"none\" is not known");
    }

    @Test
    void aHeldJobHasPriorityZeroAndKeepsItsTerms() {
        MultifactorParameters aged = slurm22(Set.of()).withWeights(new Weights(1000, 0, 0, 0, 0, 0));
        PendingJob held = job().facts(List.of(new AgeFact(SUBMIT, Kind.SUBMITTED), new AgeFact(SUBMIT, Kind.HELD)))
                .build();

        JobPriorityRecord record = MultifactorPriority.evaluate(held, CLUSTER, aged, SUBMIT);

        assertThat(record.held()).isTrue();
        assertThat(record.evaluate(SUBMIT + 86_400_000, 1)).isZero();
        assertThat(record.terms(SUBMIT, 1)).hasSize(1);
    }

    @Test
    void nothingTouchesADirectPriority() {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(1000, 1000, 1000, 1000, 1000, 1000));
        PendingJob.Builder job =
                job().nodes(4).cpus(64).nice(500).siteFactor(700).directPriority(4711L);

        JobPriorityRecord direct = MultifactorPriority.evaluate(job.build(), CLUSTER, each, SUBMIT);
        JobPriorityRecord zero =
                MultifactorPriority.evaluate(job.directPriority(0L).build(), CLUSTER, each, SUBMIT);

        assertThat(direct.evaluate(SUBMIT + 86_400_000, 1)).isEqualTo(4711);
        assertThat(direct.fairshareNode()).isNull();
        assertThat(zero.held()).isTrue();
        assertThat(zero.evaluate(SUBMIT, 1)).isZero();
        assertThat(MultifactorPriority.explain(job.directPriority(4711L).build(), "low", CLUSTER, each, SUBMIT))
                .extracting(Term::name)
                .containsExactly("direct");
    }

    @Test
    void lowestPriorityIsThatOfTheDialect() {
        PendingJob nice = job().nice(1_000_000).build();

        assertThat(priority(nice, slurm22(Set.of()))).isEqualTo(1);
        assertThat(priority(nice, MultifactorParameters.slurm20(false))).isZero();
        assertThat(priority(nice, MultifactorParameters.slurm20(true))).isEqualTo(2);
        assertThat(MultifactorPriority.evaluate(nice, CLUSTER, MultifactorParameters.slurm20(false), SUBMIT)
                        .held())
                .isFalse();
    }

    @Test
    void highestPriorityIsThirtyTwoBits() {
        MultifactorParameters most = slurm22(Set.of())
                .withWeights(new Weights(0xFFFF_FFFFL, 0, 0xFFFF_FFFFL, 0, 0, 0))
                .withMaxAgeSeconds(0);

        assertThat(MultifactorPriority.evaluate(job().build(), CLUSTER, most, SUBMIT)
                        .evaluate(SUBMIT, 1))
                .isEqualTo(4_294_967_295.0);
        assertThat(most.warnings()).singleElement().asString().contains("8589934590");
        assertThat(slurm22(Set.of()).warnings()).isEmpty();
    }

    @Test
    void incrOnlyNeverLowersAPriority() {
        MultifactorParameters only =
                slurm22(Set.of(PriorityFlag.INCR_ONLY)).withWeights(new Weights(0, 0, 1000, 0, 0, 0));
        JobPriorityRecord record =
                MultifactorPriority.evaluate(job().lastPriority(700).build(), CLUSTER, only, SUBMIT);

        assertThat(record.evaluate(SUBMIT, 0.2)).isEqualTo(700);
        assertThat(record.evaluate(SUBMIT, 0.9)).isEqualTo(900);
        assertThat(MultifactorPriority.evaluate(
                                job().lastPriority(700).build(), CLUSTER, only.withFlags(Set.of()), SUBMIT)
                        .evaluate(SUBMIT, 0.2))
                .isEqualTo(200);
    }

    @Test
    void accrueAlwaysAgesHeldAndDependentJobs() {
        List<AgeFact> dependent =
                List.of(new AgeFact(SUBMIT, Kind.SUBMITTED), new AgeFact(SUBMIT, Kind.WAITS_FOR_DEPENDENCY));
        MultifactorParameters aged =
                slurm22(Set.of()).withWeights(new Weights(1000, 0, 0, 0, 0, 0)).withMaxAgeSeconds(600);
        PendingJob job = job().facts(dependent).build();

        assertThat(priority(job, aged, SUBMIT + 300_000)).isEqualTo(1);
        assertThat(priority(job, aged.withFlags(Set.of(PriorityFlag.ACCRUE_ALWAYS)), SUBMIT + 300_000))
                .isEqualTo(500);
    }

    /** The page's own numbers: .59534 and .50002 at weight 10 are both 5. */
    @Test
    void factorsThatDifferByLessThanTheWeightResolvesGiveEqualPriorities() {
        MultifactorParameters ten = MultifactorParameters.slurm20(false).withWeights(new Weights(0, 0, 10, 0, 0, 0));
        JobPriorityRecord record = MultifactorPriority.evaluate(job().build(), CLUSTER, ten, SUBMIT);

        assertThat(record.evaluate(SUBMIT, .59534)).isEqualTo(5);
        assertThat(record.evaluate(SUBMIT, .50002)).isEqualTo(5);
    }

    @Test
    void slurm20TakesPartitionAndQosFactorsAsTheyAre() {
        PriorityContext given = PriorityContext.of(
                4,
                64,
                List.of(new Partition("half", 0.5, Map.of(), 60), new Partition("quarter", 0.25, Map.of(), 60)),
                Map.of("q", 0.75),
                0);
        MultifactorParameters thousand =
                MultifactorParameters.slurm20(false).withWeights(new Weights(0, 0, 0, 0, 1000, 1000));
        PendingJob job = job().partitions(List.of("quarter")).qos("q").build();

        assertThat(MultifactorPriority.evaluate(job, given, thousand, SUBMIT).evaluate(SUBMIT, 0))
                .isEqualTo(250 + 750);
        assertThat(given.problems(thousand)).isEmpty();
        assertThat(CLUSTER.problems(thousand))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("200.0 of partition high"));
        assertThat(CLUSTER.problems(slurm22(Set.of()))).isEmpty();
    }

    @Test
    void slurm20FreezesTheAgeOfADependentJob() {
        MultifactorParameters aged = MultifactorParameters.slurm20(false)
                .withWeights(new Weights(1000, 0, 0, 0, 0, 0))
                .withMaxAgeSeconds(600);
        PendingJob job = job().facts(List.of(
                        new AgeFact(SUBMIT, Kind.SUBMITTED), new AgeFact(SUBMIT + 60_000, Kind.WAITS_FOR_DEPENDENCY)))
                .build();

        assertThat(priority(job, aged, SUBMIT + 60_000)).isEqualTo(100);
        assertThat(priority(job, aged, SUBMIT + 500_000)).isEqualTo(100);
    }

    @Test
    void release205GivesPriorityOneBeforeTheBeginTime() {
        long begin = SUBMIT + 3_600_000;
        PendingJob job = job().facts(List.of(
                        new AgeFact(SUBMIT, Kind.SUBMITTED),
                        new AgeFact(SUBMIT, Kind.WAITS_FOR_BEGIN),
                        new AgeFact(begin, Kind.ELIGIBLE)))
                .nodes(4)
                .build();
        MultifactorParameters released =
                MultifactorParameters.slurm20(true).withWeights(new Weights(0, 0, 0, 1000, 0, 0));

        JobPriorityRecord before = MultifactorPriority.evaluate(job, CLUSTER, released, SUBMIT);
        JobPriorityRecord after = MultifactorPriority.evaluate(job, CLUSTER, released, begin);

        assertThat(before.evaluate(SUBMIT, 1)).isEqualTo(1);
        assertThat(before.validUntil()).isEqualTo(begin);
        assertThat(after.evaluate(begin, 1)).isEqualTo(1000);
        assertThat(after.validUntil()).isEqualTo(JobPriorityRecord.FOREVER);
        assertThat(priority(job, MultifactorParameters.slurm20(false).withWeights(released.weights())))
                .isEqualTo(1000);
    }

    /** Doubles are added in the order of the released code; another order can change the last digit. */
    @Test
    void summandsAreInSlurmsOrder() {
        MultifactorParameters all = slurm22(Set.of())
                .withWeights(new Weights(1, 1, 1, 1, 1, 1))
                .withTresWeights(TresWeights.parse("PriorityWeightTRES", "CPU=1"));
        PendingJob job = job().nice(1).siteFactor(1).build();

        assertThat(MultifactorPriority.evaluate(job, CLUSTER, all, SUBMIT).terms(SUBMIT, 1))
                .extracting(io.fairway.core.priority.Term::name)
                .containsExactly("age", "assoc", "fairshare", "jobsize", "partition", "qos", "tres", "site", "nice");
    }

    @Test
    void explanationsHaveTheInputs() {
        MultifactorParameters each = slurm22(Set.of())
                .withTresWeights(TresWeights.parse("PriorityWeightTRES", "CPU=1000"))
                .withMaxAgeSeconds(600);
        PendingJob job = job().associationPriority(50)
                .nodes(1)
                .cpus(16)
                .partitions(List.of("low"))
                .qos("q")
                .tres(Map.of("cpu", BigDecimal.valueOf(16)))
                .build();

        List<Term> terms = MultifactorPriority.explain(job, "low", CLUSTER, each, SUBMIT + 60_000);

        assertThat(terms)
                .extracting(Term::name)
                .containsExactly("age", "assoc", "jobsize", "partition", "qos", "cpu", "site", "nice");
        assertThat(terms.get(0).value()).isEqualTo(0.1);
        assertThat(terms.get(0).inputs())
                .containsExactly(
                        Term.in("accruedSeconds", 0.0), Term.in("runningSeconds", 60.0), Term.in("maxAgeSeconds", 600));
        assertThat(terms.get(1).inputs()).containsExactly(Term.in("priority", 50), Term.in("largest", 200));
        assertThat(terms.get(5).inputs()).containsExactly(Term.in("count", 16), Term.in("partitionCount", 64));
    }

    @Test
    void defaultsAreThoseOfTheDialect() {
        assertThat(MultifactorParameters.slurm22().weights()).isEqualTo(new Weights(0, 0, 0, 0, 0, 0));
        assertThat(MultifactorParameters.slurm20(false).weights()).isEqualTo(new Weights(1, 0, 1, 1, 1, 1));
        for (MultifactorParameters parameters :
                List.of(MultifactorParameters.slurm22(), MultifactorParameters.slurm20(false))) {
            assertThat(parameters.maxAgeSeconds()).isEqualTo(7 * 86_400);
            assertThat(parameters.favorSmall()).isFalse();
            assertThat(parameters.flags()).isEmpty();
            assertThat(parameters.tresWeights().isEmpty()).isTrue();
            assertThat(parameters.enforceLimits()).isFalse();
        }
        assertThat(MultifactorParameters.slurm22().ageRule()).isEqualTo(AgeRule.WITHOUT_LIMITS);
        assertThat(MultifactorParameters.slurm22().withEnforceLimits(true).ageRule())
                .isEqualTo(AgeRule.WITH_LIMITS);
        assertThat(MultifactorParameters.slurm20(false).ageRule()).isEqualTo(AgeRule.FREEZING);
        assertThat(slurm22(Set.of(PriorityFlag.ACCRUE_ALWAYS))
                        .withEnforceLimits(true)
                        .ageRule())
                .isEqualTo(AgeRule.ALWAYS);
        assertThat(MultifactorParameters.slurm22().evaluates(true)).isFalse();
        assertThat(MultifactorParameters.slurm22().evaluates(false)).isTrue();
        assertThat(slurm22(Set.of(PriorityFlag.CALCULATE_RUNNING)).evaluates(true))
                .isTrue();
    }

    @Test
    void refusesWhatNoSchedulerAccepts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Weights(0, 0, 4_294_967_296L, 0, 0, 0))
                .withMessage("PriorityWeightFairshare 4294967296: must be 0 to 4294967295");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm22().withMaxAgeSeconds(-1))
                .withMessageContaining("PriorityMaxAge -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm20(false).withWeights(new Weights(0, 5, 0, 0, 0, 0)))
                .withMessageContaining("PriorityWeightAssoc 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm20(false).withFlags(Set.of(PriorityFlag.MAX_TRES)))
                .withMessageContaining("MAX_TRES");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().nice(2_147_483_646L).build())
                .withMessageContaining("nice 2147483646");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().directPriority(4_294_967_296L).build())
                .withMessageContaining("direct priority");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Partition("p", Double.NaN, Map.of(), 1))
                .withMessageContaining("partition p");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriorityContext.of(-1, 1, List.of(), Map.of(), 0))
                .withMessageContaining("nodes of the cluster -1");
    }

    @Test
    void flagsAreReadInAnyCaseAndUnknownOnesRefused() {
        assertThat(PriorityFlag.parse("")).isEmpty();
        assertThat(PriorityFlag.parse("accrue_always, MAX_TRES"))
                .isEqualTo(EnumSet.of(PriorityFlag.ACCRUE_ALWAYS, PriorityFlag.MAX_TRES));
        assertThat(PriorityFlag.parse("NO_NORMAL_ALL")).hasSize(4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriorityFlag.parse("MAX_TRES,FASTER"))
                .withMessage("PriorityFlags: \"FASTER\" is unknown");
    }

    @Test
    void flagsSelectTheFairshareAlgorithm() {
        assertThat(SlurmAlgorithm.ofFlags(Set.of(), FairTree.Ties.DOCUMENTED))
                .isEqualTo(SlurmAlgorithm.FAIR_TREE_DOCUMENTED);
        assertThat(SlurmAlgorithm.ofFlags(PriorityFlag.parse("FAIR_TREE"), FairTree.Ties.SLURM))
                .isEqualTo(SlurmAlgorithm.FAIR_TREE_SLURM);
        assertThat(SlurmAlgorithm.ofFlags(PriorityFlag.parse("NO_FAIR_TREE"), FairTree.Ties.SLURM))
                .isEqualTo(SlurmAlgorithm.CLASSIC);
        assertThat(SlurmAlgorithm.ofFlags(PriorityFlag.parse("DEPTH_OBLIVIOUS"), FairTree.Ties.SLURM))
                .isEqualTo(SlurmAlgorithm.DEPTH_OBLIVIOUS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmAlgorithm.CLASSIC.create(0, 0))
                .withMessage("FairShareDampeningFactor 0: must be 1 to 65535");
    }

    private static PendingJob.Builder job() {
        return PendingJob.builder(ANNA, SUBMIT);
    }

    private static MultifactorParameters slurm22(Set<PriorityFlag> flags) {
        return MultifactorParameters.slurm22().withFlags(flags);
    }

    private static MultifactorParameters small() {
        return MultifactorParameters.slurm22().withFavorSmall(true);
    }

    private static double jobSize(PendingJob.Builder job) {
        return jobSize(MultifactorParameters.slurm22(), job);
    }

    private static double jobSize(MultifactorParameters parameters, PendingJob.Builder builder) {
        PendingJob job = builder.build();
        String partition = job.partitions().isEmpty() ? "" : job.partitions().get(0);
        return MultifactorPriority.explain(job, partition, CLUSTER, parameters, SUBMIT).stream()
                .filter(term -> term.name().equals("jobsize"))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static double priority(PendingJob job, MultifactorParameters parameters) {
        return priority(job, parameters, SUBMIT);
    }

    private static double priority(PendingJob job, MultifactorParameters parameters, long time) {
        return MultifactorPriority.evaluate(job, CLUSTER, parameters, time).evaluate(time, 0);
    }
}
