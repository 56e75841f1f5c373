package io.fairway.schedulers.slurm.multifactor;

import io.fairway.core.model.NodeId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param directPriority a fixed priority set by an operator; 0 = held; {@code null} = none
 * @param lastPriority the last published priority; read with INCR_ONLY only
 */
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
        return directPriority != null ? directPriority == 0 : AgeClock.isHeld(facts);
    }

    /** A job submitted at {@code submit} without requests. */
    public static Builder builder(NodeId association, long submit) {
        return new Builder(association, submit);
    }

    /** Collects the properties of a job. */
    public static final class Builder {
        private final NodeId association;
        private final long submit;
        private long associationPriority;
        private List<AgeFact> facts;
        private long nodes;
        private long cpus;
        private @Nullable Long timeLimitMinutes;
        private List<String> partitions = List.of();
        private String qos = "";
        private Map<String, BigDecimal> tres = Map.of();
        private long nice;
        private long siteFactor;
        private @Nullable Long directPriority;
        private long lastPriority;

        private Builder(NodeId association, long submit) {
            this.association = Objects.requireNonNull(association, "association");
            this.submit = submit;
            this.facts = List.of(new AgeFact(submit, AgeFact.Kind.SUBMITTED));
        }

        public Builder associationPriority(long value) {
            associationPriority = value;
            return this;
        }

        /** All facts, the submission included; the default is the submission alone. */
        public Builder facts(List<AgeFact> value) {
            facts = value;
            return this;
        }

        public Builder nodes(long value) {
            nodes = value;
            return this;
        }

        public Builder cpus(long value) {
            cpus = value;
            return this;
        }

        public Builder timeLimitMinutes(@Nullable Long value) {
            timeLimitMinutes = value;
            return this;
        }

        public Builder partitions(List<String> value) {
            partitions = value;
            return this;
        }

        public Builder qos(String value) {
            qos = value;
            return this;
        }

        public Builder tres(Map<String, BigDecimal> value) {
            tres = value;
            return this;
        }

        public Builder nice(long value) {
            nice = value;
            return this;
        }

        public Builder siteFactor(long value) {
            siteFactor = value;
            return this;
        }

        public Builder directPriority(@Nullable Long value) {
            directPriority = value;
            return this;
        }

        public Builder lastPriority(long value) {
            lastPriority = value;
            return this;
        }

        public PendingJob build() {
            return new PendingJob(
                    association,
                    associationPriority,
                    submit,
                    facts,
                    nodes,
                    cpus,
                    timeLimitMinutes,
                    partitions,
                    qos,
                    tres,
                    nice,
                    siteFactor,
                    directPriority,
                    lastPriority);
        }
    }
}
