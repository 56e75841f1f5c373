package io.fairway.schedulers.slurm.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.multifactor.AgeFact;
import io.fairway.schedulers.slurm.multifactor.AgeFact.Kind;
import io.fairway.schedulers.slurm.multifactor.FifoPriority;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PendingJobBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class FifoTest {
    private static final long SUBMIT = 1_000_000_000_000L;

    @Test
    void usageHasNoEffectButIsReported() {
        ShareTree tree = ShareTree.build(
                "t", List.of(ShareNode.account("t", "a", null, 1, 0), ShareNode.user("t", "a", "u", 1, 0)));

        Fairshare fairshare = new Fifo().evaluate(tree, UsageSnapshot.of(new double[] {8, 6, 2}));

        for (int i = 0; i < tree.size(); i++) {
            assertThat(fairshare.factor(i)).isNaN();
            assertThat(fairshare.rank(i)).isZero();
        }
        assertThat(fairshare.raw(2)).isEqualTo(2);
        assertThat(fairshare.normUsage(2)).isEqualTo(0.25);
    }

    @Test
    void priorityFallsWithSubmission() {
        double first = priority(job(SUBMIT));

        assertThat(first).isEqualTo(4_294_967_295.0 - 1_000_000_000);
        assertThat(priority(job(SUBMIT + 1000))).isEqualTo(first - 1);
        assertThat(priority(job(SUBMIT).nice(5))).isEqualTo(first - 5);
        assertThat(priority(job(SUBMIT).directPriority(9L))).isEqualTo(9);
        assertThat(priority(job(SUBMIT)
                        .facts(List.of(new AgeFact(SUBMIT, Kind.SUBMITTED), new AgeFact(SUBMIT, Kind.HELD)))))
                .isZero();
    }

    private static PendingJobBuilder job(long submit) {
        return PendingJob.builder(NodeId.ofUser("t", "a", "u"), submit);
    }

    private static double priority(PendingJobBuilder job) {
        return FifoPriority.evaluate(job.build()).evaluate(SUBMIT, 1);
    }
}
