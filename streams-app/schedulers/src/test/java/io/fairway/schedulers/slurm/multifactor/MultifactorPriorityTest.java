package io.fairway.schedulers.slurm.multifactor;

import static io.fairway.schedulers.slurm.MultifactorJobs.CLUSTER;
import static io.fairway.schedulers.slurm.MultifactorJobs.SUBMIT;
import static io.fairway.schedulers.slurm.MultifactorJobs.job;
import static io.fairway.schedulers.slurm.MultifactorJobs.priority;
import static io.fairway.schedulers.slurm.MultifactorJobs.slurm22;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.slurm.MultifactorJobs;
import io.fairway.schedulers.slurm.multifactor.AgeFact.Kind;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters.Weights;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules that the golden files do not cover: the other flags, dialect 2.0, direct priorities, bounds. */
class MultifactorPriorityTest {

    @Test
    void aHeldJobHasPriorityZeroAndKeepsItsTerms() {
        MultifactorParameters aged = slurm22(Set.of()).withWeights(new Weights(1000, 0, 0, 0, 0, 0));
        PendingJob held = job().facts(List.of(new AgeFact(SUBMIT, Kind.SUBMITTED), new AgeFact(SUBMIT, Kind.HELD)))
                .build();

        JobPriorityRecord record = MultifactorJobs.record(held, CLUSTER, aged, SUBMIT);

        assertThat(record.held()).isTrue();
        assertThat(record.evaluate(SUBMIT + 86_400_000, 1)).isZero();
        assertThat(record.terms(SUBMIT, 1)).hasSize(1);
    }

    @Test
    void nothingChangesADirectPriority() {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(1000, 1000, 1000, 1000, 1000, 1000));
        PendingJobBuilder job =
                job().nodes(4).cpus(64).nice(500).siteFactor(700).directPriority(4711L);

        JobPriorityRecord direct = MultifactorJobs.record(job.build(), CLUSTER, each, SUBMIT);
        JobPriorityRecord zero = MultifactorJobs.record(job.directPriority(0L).build(), CLUSTER, each, SUBMIT);

        assertThat(direct.evaluate(SUBMIT + 86_400_000, 1)).isEqualTo(4711);
        assertThat(direct.fairshareNode()).isNull();
        assertThat(zero.held()).isTrue();
        assertThat(zero.evaluate(SUBMIT, 1)).isZero();
        assertThat(MultifactorPriority.explain(job.directPriority(4711L).build(), "low", CLUSTER, each, SUBMIT))
                .extracting(Term::name)
                .containsExactly("direct");
    }

    @Test
    void theLowestPriorityFollowsTheDialect() {
        PendingJob nice = job().nice(1_000_000).build();

        assertThat(priority(nice, slurm22(Set.of()))).isEqualTo(1);
        assertThat(priority(nice, MultifactorParameters.slurm20(false))).isZero();
        assertThat(priority(nice, MultifactorParameters.slurm20(true))).isEqualTo(2);
        assertThat(MultifactorJobs.record(nice, CLUSTER, MultifactorParameters.slurm20(false), SUBMIT)
                        .held())
                .isFalse();
    }

    @Test
    void highestPriorityIsThirtyTwoBits() {
        MultifactorParameters most = slurm22(Set.of())
                .withWeights(new Weights(0xFFFF_FFFFL, 0, 0xFFFF_FFFFL, 0, 0, 0))
                .withMaxAgeSeconds(0);

        assertThat(MultifactorJobs.record(job().build(), CLUSTER, most, SUBMIT).evaluate(SUBMIT, 1))
                .isEqualTo(4_294_967_295.0);
    }

    @Test
    void incrOnlyNeverLowersAPriority() {
        MultifactorParameters only =
                slurm22(Set.of(PriorityFlag.INCR_ONLY)).withWeights(new Weights(0, 0, 1000, 0, 0, 0));
        JobPriorityRecord record =
                MultifactorJobs.record(job().lastPriority(700).build(), CLUSTER, only, SUBMIT);

        assertThat(record.evaluate(SUBMIT, 0.2)).isEqualTo(700);
        assertThat(record.evaluate(SUBMIT, 0.9)).isEqualTo(900);
        assertThat(MultifactorJobs.record(job().lastPriority(700).build(), CLUSTER, only.withFlags(Set.of()), SUBMIT)
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
    void factorsCloserThanTheWeightResolvesGiveEqualPriorities() {
        MultifactorParameters ten = MultifactorParameters.slurm20(false).withWeights(new Weights(0, 0, 10, 0, 0, 0));
        JobPriorityRecord record = MultifactorJobs.record(job().build(), CLUSTER, ten, SUBMIT);

        assertThat(record.evaluate(SUBMIT, .59534)).isEqualTo(5);
        assertThat(record.evaluate(SUBMIT, .50002)).isEqualTo(5);
    }

    @Test
    void slurm20DoesNotNormalisePartitionAndQosFactors() {
        PriorityContext given = PriorityContext.of(
                4,
                64,
                List.of(
                        new Partition("half", 0.5, Map.of(), 60, null),
                        new Partition("quarter", 0.25, Map.of(), 60, null)),
                Map.of("q", 0.75),
                0);
        MultifactorParameters thousand =
                MultifactorParameters.slurm20(false).withWeights(new Weights(0, 0, 0, 0, 1000, 1000));
        PendingJob job = job().partitions(List.of("quarter")).qos("q").build();

        assertThat(MultifactorJobs.record(job, given, thousand, SUBMIT).evaluate(SUBMIT, 0))
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

        JobPriorityRecord before = MultifactorJobs.record(job, CLUSTER, released, SUBMIT);
        JobPriorityRecord after = MultifactorJobs.record(job, CLUSTER, released, begin);

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

        assertThat(MultifactorJobs.record(job, CLUSTER, all, SUBMIT).terms(SUBMIT, 1))
                .extracting(io.fairway.core.priority.PriorityTerm::name)
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
}
