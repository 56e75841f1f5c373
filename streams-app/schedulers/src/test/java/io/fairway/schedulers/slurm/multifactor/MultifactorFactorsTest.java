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
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters.Weights;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Factors that the golden files do not cover: job size, and the normalisation of each factor. */
class MultifactorFactorsTest {
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
    void jobSizeRelativeToTimeDefaultsToThePartitionsLimit() {
        MultifactorParameters relative = slurm22(Set.of(PriorityFlag.SMALL_RELATIVE_TO_TIME));
        PendingJobBuilder job = job().nodes(1).cpus(2);

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
    void factorsAreNormalisedByTheLargestUnlessAFlagMakesThemRaw() {
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

    /** Of several QOS the highest counts, in any order; sbatch(1) of Slurm 24.11. q is 25 of 100. */
    @ParameterizedTest
    @CsvSource({"'normal,q', 250", "'q,normal', 250", "'normal,top,q', 1000", "'none,q', 250", "'none,nil', 1", "q, 250"
    })
    void ofSeveralQosTheHighestCounts(String qos, double expected) {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(0, 0, 0, 0, 0, 1000));

        assertThat(priority(job().qos(qos).build(), each)).isEqualTo(expected);
    }

    @Test
    void tresAreNormalisedByThePartitionUnlessAFlagMakesThemRaw() {
        MultifactorParameters tres = slurm22(Set.of())
                .withWeights(new Weights(0, 0, 0, 0, 0, 0))
                .withTresWeights(TresWeights.parse("PriorityWeightTRES", "Mem=2000,CPU=1000"));
        PendingJob job = job().partitions(List.of("low", "high"))
                .tres(Map.of("cpu", BigDecimal.valueOf(16), "mem", BigDecimal.valueOf(64_000)))
                .build();

        Map<String, JobPriorityRecord> records = MultifactorJobs.records(job, CLUSTER, tres, SUBMIT);

        assertThat(records.get("low"))
                .isNotNull()
                .satisfies(low -> assertThat(low.evaluate(SUBMIT, 0)).isEqualTo(250 + 500));
        // Partition high has no configured memory, so the factor has no divisor.
        assertThat(records.get("high"))
                .isNotNull()
                .satisfies(high -> assertThat(high.evaluate(SUBMIT, 0)).isEqualTo(500));
        assertThat(priority(job, tres.withFlags(Set.of(PriorityFlag.NO_NORMAL_TRES))))
                .isEqualTo(16_000 + 128_000_000);
    }

    @Test
    void unknownPartitionsAndQosCountZeroAndAreReported() {
        MultifactorParameters each = slurm22(Set.of()).withWeights(new Weights(0, 0, 0, 0, 1000, 1000));
        PendingJob job = job().partitions(List.of("nowhere")).qos("none").build();

        assertThat(priority(job, each)).isEqualTo(1);
        assertThat(MultifactorPriority.explain(job, "nowhere", CLUSTER, each, SUBMIT))
                .extracting(Term::rule)
                .contains("0: partition \"nowhere\" is unknown", "0: QOS \"none\" is unknown");
    }

    private static MultifactorParameters small() {
        return MultifactorParameters.slurm22().withFavorSmall(true);
    }

    private static double jobSize(PendingJobBuilder job) {
        return jobSize(MultifactorParameters.slurm22(), job);
    }

    private static double jobSize(MultifactorParameters parameters, PendingJobBuilder builder) {
        PendingJob job = builder.build();
        String partition = job.partitions().isEmpty() ? "" : job.partitions().get(0);
        return MultifactorPriority.explain(job, partition, CLUSTER, parameters, SUBMIT).stream()
                .filter(term -> term.name().equals("jobsize"))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
