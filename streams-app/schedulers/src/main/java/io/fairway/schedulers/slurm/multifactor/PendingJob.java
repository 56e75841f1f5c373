package io.fairway.schedulers.slurm.multifactor;

import io.fairway.core.model.NodeId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a waiting job's priority, apart from its association's fairshare. Built with {@link #builder}.
 *
 * @param association the job's user and account
 * @param associationPriority priority of that association, at least 0
 * @param submit time of submission, epoch milliseconds
 * @param facts the events of the wait; {@link AgeClock} reads age and hold from them
 * @param nodes minimum number of nodes
 * @param cpus processors: allocated if known, else the largest requested number, else the smallest; 0 = unknown
 * @param timeLimitMinutes {@code null} = none, so the partition's applies
 * @param partitions names, in the order of the request
 * @param qos name; empty = none
 * @param tres counts by resource, allocated if any, else requested; memory in MB
 * @param nice subtracted from the priority, -2147483645..2147483645
 * @param siteFactor added to the priority, -2147483645..2147483645
 * @param directPriority an operator's, of after the last hold and release; 0 = held; {@code null} = none
 * @param lastPriority the last published priority; read with INCR_ONLY only
 */
@RecordBuilder
public record PendingJob(
        NodeId association,
        long associationPriority,
        long submit,
        List<AgeFact> facts,
        long nodes,
        long cpus,
        @Nullable Long timeLimitMinutes,
        List<String> partitions,
        String qos,
        Map<String, BigDecimal> tres,
        long nice,
        long siteFactor,
        @Nullable Long directPriority,
        long lastPriority) {
    private static final long ADJUSTMENT_MAX = 2_147_483_645L;
    private static final long DIRECT_MAX = 4_294_967_295L;

    public PendingJob {
        facts = List.copyOf(facts);
        partitions = List.copyOf(partitions);
        tres = Map.copyOf(tres);
        range("association priority", associationPriority, 0, Long.MAX_VALUE);
        range("nodes", nodes, 0, Long.MAX_VALUE);
        range("cpus", cpus, 0, Long.MAX_VALUE);
        range("nice", nice, -ADJUSTMENT_MAX, ADJUSTMENT_MAX);
        range("site factor", siteFactor, -ADJUSTMENT_MAX, ADJUSTMENT_MAX);
        range("last priority", lastPriority, 0, DIRECT_MAX);
        if (timeLimitMinutes != null) {
            range("time limit", timeLimitMinutes, 0, Long.MAX_VALUE);
        }
        if (directPriority != null) {
            range("direct priority", directPriority, 0, DIRECT_MAX);
        }
    }

    private static void range(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + " " + value + " of a job: must be " + from + " to " + to);
        }
    }

    /** Whether the job must not start: it is on hold, or an operator set its priority to 0. */
    public boolean held() {
        return (directPriority != null && directPriority == 0) || AgeClock.isHeld(facts);
    }

    /** A job submitted at {@code submit} without requests. */
    public static PendingJobBuilder builder(NodeId association, long submit) {
        return PendingJobBuilder.builder()
                .association(association)
                .submit(submit)
                .facts(List.of(new AgeFact(submit, AgeFact.Kind.SUBMITTED)))
                .partitions(List.of())
                .qos("")
                .tres(Map.of());
    }
}
