package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.MoabJobReader;
import io.fairway.schedulers.moab.priority.QueueLimits;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** What decides about a job. */
    private record Candidate(Standing standing, JobCredentials credentials, double processors, long begin) {}

    private enum Standing {
        IDLE,
        /** It waits, and a source says that it may not start. */
        BLOCKED,
        ACTIVE,
        SUSPENDED
    }

    private record Price(JobPriorityRecord record, @Nullable NodeId node) {}

    private final DomainState state;
    private final Map<JobKey, Candidate> jobs = new HashMap<>();
    /** By policy and job. */
    private final Map<String, Map<JobKey, Price>> prices = new HashMap<>();

    /** What was last decided, by policy and job; none = nothing is in the way. */
    private final Map<String, Map<JobKey, LimitVerdict>> verdicts = new HashMap<>();

    private final Set<JobKey> undecided = new HashSet<>();
    private boolean needed;
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
        needed = state.policies().inForce().stream().anyMatch(LimitDecisions::limits);
        prices.keySet().removeIf(policy -> !state.policies().isInForce(policy));
        jobs.clear();
        verdicts.clear();
        undecided.clear();
        if (needed) {
            for (JobKey job : state.jobs().active().keySet()) {
                CurrentJob current = state.current(job);
                if (current != null) {
                    jobs.put(job, candidate(current));
                    read(current);
                }
            }
            due(state.clock());
        }
    }

    private static boolean limits(ActivePolicy policy) {
        return policy.family().queueLimits() != null;
    }

    /** Whether a policy has limits: then each report about a job counts by itself, and in its turn. */
    boolean areNeeded() {
        return needed;
    }

    /** Takes a job in. */
    void changed(CurrentJob current) {
        if (!needed) {
            return;
        }
        JobKey job = current.key();
        JobView view = current.view();
        Candidate now = view.status() == JobView.Status.ENDED ? null : candidate(current);
        Candidate before = now == null ? jobs.remove(job) : jobs.put(job, now);
        if (now == null) {
            forget(job);
        } else {
            read(current);
        }
        if (!java.util.Objects.equals(before, now)) {
            due(Math.min(state.clock(), lastReport(current)));
            if (now != null && now.standing() == Standing.IDLE) {
                undecided.add(job);
            }
        }
    }

    /** A begin time has come. */
    void begun(JobKey job) {
        Candidate known = jobs.get(job);
        if (known != null && known.standing() == Standing.IDLE && known.begin() > 0 && known.begin() <= state.clock()) {
            due(known.begin());
        }
    }

    /** The job is no longer known. */
    void forget(JobKey job) {
        if (jobs.remove(job) != null) {
            due(state.clock());
        }
        undecided.remove(job);
        prices.values().forEach(priced -> priced.remove(job));
        verdicts.values().forEach(known -> known.remove(job));
    }

    /** The record of a waiting job, for the order. */
    void priced(ActivePolicy policy, JobKey job, JobPriorityRecord record, @Nullable NodeId node) {
        if (needed && limits(policy)) {
            prices.computeIfAbsent(policy.name(), name -> new HashMap<>()).put(job, new Price(record, node));
        }
    }

    /** Whether limits have to be asked about the job before it may start. */
    boolean isUndecided(ActivePolicy policy, JobKey job) {
        return undecided.contains(job) && limits(policy);
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
            QueueLimits limits = policy.family().queueLimits();
            if (limits != null) {
                decide(policy, limits, factors, decided);
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

    private void decide(
            ActivePolicy policy,
            QueueLimits limits,
            ToDoubleBiFunction<ActivePolicy, NodeId> factors,
            List<Decided> decided) {
        List<QueueLimits.Active> active = new ArrayList<>();
        Map<JobKey, Double> idle = new HashMap<>();
        Map<JobKey, Price> priced = prices.getOrDefault(policy.name(), Map.of());
        jobs.forEach((key, job) -> {
            if (job.standing() == Standing.ACTIVE) {
                active.add(new QueueLimits.Active(job.credentials(), job.processors()));
            } else if (job.standing() == Standing.IDLE && job.begin() <= at) {
                Price price = priced.get(key);
                NodeId node = price == null ? null : price.node();
                double factor = node == null ? Double.NaN : factors.applyAsDouble(policy, node);
                idle.put(key, price == null ? 0 : price.record().evaluate(at, factor));
            }
        });
        List<JobKey> order = new ArrayList<>(idle.keySet());
        order.sort(Comparator.comparingDouble((JobKey key) -> -idle.getOrDefault(key, 0.0))
                .thenComparingLong(this::submitted)
                .thenComparing(JobKey::job)
                .thenComparing(JobKey::cluster));
        Map<JobKey, LimitVerdict> verdicts = limits.decide(
                active,
                order.stream()
                        .map(key -> {
                            Candidate job = jobs.get(key);
                            return new QueueLimits.Idle<>(
                                    key,
                                    job == null ? JobCredentials.NONE : job.credentials(),
                                    job == null ? 0 : job.processors());
                        })
                        .toList());
        jobs.forEach((key, job) -> {
            if (job.standing() == Standing.IDLE || job.standing() == Standing.BLOCKED) {
                add(policy, limits, key, verdicts.getOrDefault(key, LimitVerdict.NONE), decided);
            }
        });
    }

    private void add(ActivePolicy policy, QueueLimits limits, JobKey key, LimitVerdict verdict, List<Decided> decided) {
        CurrentJob job = verdict.equals(verdict(policy, key)) ? null : state.current(key);
        if (job != null) {
            LimitMark before = LimitMark.of(job.life(), policy.name());
            long accrued = MoabJobReader.read(key, job.view(), job.life(), limits.accrual(), before)
                    .build()
                    .queue()
                    .at(at);
            decided.add(new Decided(key, new LimitMark(at, ++sequence, accrued, verdict).fact(policy.name())));
        }
    }

    private LimitVerdict verdict(ActivePolicy policy, JobKey job) {
        return verdicts.getOrDefault(policy.name(), Map.of()).getOrDefault(job, LimitVerdict.NONE);
    }

    private void read(CurrentJob job) {
        for (CurrentJob.Membership membership : job.memberships()) {
            String policy = membership.policy().name();
            LimitMark mark = LimitMark.of(job.life(), policy);
            if (mark != null && limits(membership.policy())) {
                sequence = Math.max(sequence, mark.sequence());
                verdicts.computeIfAbsent(policy, p -> new HashMap<>()).put(job.key(), mark.verdict());
            }
        }
    }

    private long submitted(JobKey key) {
        JobView view = state.jobs().active().get(key);
        return view == null ? Long.MAX_VALUE : view.submitted();
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

    private static Candidate candidate(CurrentJob job) {
        JobView view = job.view();
        JobCredentials credentials = JobCredentials.of(view.attributes());
        if (view.status() == JobView.Status.PENDING) {
            return new Candidate(
                    MoabJobReader.isBlocked(view, job.life()) ? Standing.BLOCKED : Standing.IDLE,
                    credentials,
                    MoabJobReader.processors(view),
                    view.attributes().number(Attribute.BEGIN_TIME, 0));
        }
        var active = MoabJobReader.active(view, job.life());
        return new Candidate(
                active.elapsed().since() == null ? Standing.SUSPENDED : Standing.ACTIVE,
                credentials,
                active.procs(),
                0);
    }
}
