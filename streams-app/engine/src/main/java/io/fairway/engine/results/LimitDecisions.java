package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.policies.family.JobLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the limits of policies which waiting jobs are eligible: once for all that was reported since the last time, as of
 * the latest of these reports. A decision that differs from a job's last one becomes a fact of the job. A job without a decision
 * may not start yet. If no policy has limits, nothing is kept.
 */
public final class LimitDecisions {
    /** A fact that a decision makes of a job. */
    public record Decided(JobKey job, JobFact fact) {}

    private record Price(JobPriorityRecord record, @Nullable NodeId node) {}

    private final DomainState state;
    /** Of the policies in force that have limits, by name. */
    private final Map<String, JobLimits> limits = new HashMap<>();
    /** By policy and job. */
    private final Map<String, Map<JobKey, Price>> prices = new HashMap<>();

    private final Set<JobKey> undecided = new HashSet<>();
    private boolean due;
    private long at = Long.MIN_VALUE;
    /** Orders two decisions of one instant. */
    private long sequence;

    LimitDecisions(DomainState state) {
        this.state = state;
    }

    /** Takes over the jobs of a restart: what was decided of them holds. */
    void restore() {
        policiesChanged();
        undecided.clear();
    }

    /** Begins to decide when a policy needs it, and stops when none does. */
    void policiesChanged() {
        limits.clear();
        for (ActivePolicy policy : state.policies().inForce()) {
            JobLimits own = policy.family().jobLimits();
            if (own != null) {
                limits.put(policy.name(), own);
            }
        }
        prices.keySet().removeIf(policy -> !state.policies().isInForce(policy));
        undecided.clear();
        if (areNeeded()) {
            for (JobKey job : state.jobs().active().keySet()) {
                CurrentJob current = state.current(job);
                if (current != null) {
                    take(current);
                }
            }
            due(state.clock());
        }
    }

    /** Whether a policy has limits: then each report about a job counts by itself, and in its turn. */
    boolean areNeeded() {
        return !limits.isEmpty();
    }

    /** Takes a job in. */
    void changed(CurrentJob current) {
        if (!areNeeded()) {
            return;
        }
        JobKey job = current.key();
        if (current.view().status() == JobView.Status.ENDED) {
            undecided.remove(job);
            prices.values().forEach(priced -> priced.remove(job));
        }
        if (take(current)) {
            due(Math.min(state.clock(), lastReport(current)));
            if (limits.values().stream().anyMatch(own -> own.isIdle(job))) {
                undecided.add(job);
            }
        }
    }

    /** Whether decisions may depend on what changed of the job. */
    private boolean take(CurrentJob current) {
        boolean counts = false;
        for (JobLimits own : limits.values()) {
            counts |= own.take(current.key(), current.view(), current.life());
            sequence = Math.max(sequence, own.lastSequence());
        }
        return counts;
    }

    /** A begin time has come. */
    void begun(JobKey job) {
        for (JobLimits own : limits.values()) {
            long begin = own.beginOf(job);
            if (begin > 0 && begin <= state.clock()) {
                due(begin);
            }
        }
    }

    /** The job is no longer known. */
    void forget(JobKey job) {
        boolean counts = false;
        for (JobLimits own : limits.values()) {
            counts |= own.forget(job);
        }
        if (counts) {
            due(state.clock());
        }
        undecided.remove(job);
        prices.values().forEach(priced -> priced.remove(job));
    }

    /** The record of a waiting job, for the order. */
    void priced(ActivePolicy policy, JobKey job, JobPriorityRecord record, @Nullable NodeId node) {
        if (limits.containsKey(policy.name())) {
            prices.computeIfAbsent(policy.name(), name -> new HashMap<>()).put(job, new Price(record, node));
        }
    }

    /** Whether limits have to be asked about the job before it may start. */
    boolean isUndecided(ActivePolicy policy, JobKey job) {
        return undecided.contains(job) && limits.containsKey(policy.name());
    }

    /**
     * Decides, if anything changed.
     *
     * @param factors the fairshare factor of a node under a policy, as it was last sent
     * @return the decisions that are new, and the jobs that are decided for the first time
     */
    Decisions decide(ToDoubleBiFunction<ActivePolicy, NodeId> factors) {
        if (!due) {
            return Decisions.NONE;
        }
        due = false;
        List<Decided> decided = new ArrayList<>();
        for (ActivePolicy policy : state.policies().inForce()) {
            JobLimits own = limits.get(policy.name());
            if (own != null) {
                own.decide(at, jobs(policy, factors))
                        .forEach((job, fact) -> decided.add(new Decided(job, fact.withSequence(++sequence))));
            }
        }
        Set<JobKey> first = new HashSet<>(undecided);
        undecided.clear();
        return new Decisions(decided, first);
    }

    /** What was decided. */
    record Decisions(List<Decided> facts, Set<JobKey> first) {
        static final Decisions NONE = new Decisions(List.of(), Set.of());
    }

    /** The jobs of the domain, for the limits of a policy. */
    private JobLimits.Jobs jobs(ActivePolicy policy, ToDoubleBiFunction<ActivePolicy, NodeId> factors) {
        Map<JobKey, Price> priced = prices.getOrDefault(policy.name(), Map.of());
        return new JobLimits.Jobs() {
            @Override
            public double priority(JobKey job, long at) {
                Price price = priced.get(job);
                if (price == null) {
                    return 0;
                }
                double factor = price.node() == null ? Double.NaN : factors.applyAsDouble(policy, price.node());
                return price.record().evaluate(at, factor);
            }

            @Override
            public long submitted(JobKey job) {
                JobView view = state.jobs().active().get(job);
                return view == null ? Long.MAX_VALUE : view.submitted();
            }

            @Override
            public JobLimits.@Nullable Reported reported(JobKey job) {
                CurrentJob current = state.current(job);
                return current == null ? null : new JobLimits.Reported(current.view(), current.life());
            }
        };
    }

    private void due(long time) {
        due = true;
        at = Math.max(at, time);
    }

    private static long lastReport(CurrentJob job) {
        if (job.view().status() == JobView.Status.ENDED) {
            return job.view().settled();
        }
        long last = Long.MIN_VALUE;
        for (JobFact fact : job.life()) {
            if (fact.type() != JobEventType.LIMITED && fact.type() != JobEventType.SAMPLE) {
                last = Math.max(last, fact.time());
            }
        }
        return last;
    }
}
