package io.fairway.policies.moab;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.policies.family.JobLimits;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.MoabJobReader;
import io.fairway.schedulers.moab.priority.QueueLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** MAXJOB, MAXPROC and MAXIJOB over the jobs of a domain. The rules are in {@link QueueLimits}. */
final class MoabJobLimits implements JobLimits {
    /** What decides about a job. */
    private record Candidate(Standing standing, JobCredentials credentials, double processors, long begin) {}

    private enum Standing {
        IDLE,
        /** It waits, and a source says that it may not start. */
        BLOCKED,
        ACTIVE,
        SUSPENDED
    }

    private final String policy;
    private final QueueLimits limits;
    private final Map<JobKey, Candidate> jobs = new HashMap<>();
    /** What was last decided; none = nothing is in the way. */
    private final Map<JobKey, LimitVerdict> verdicts = new HashMap<>();

    private long lastSequence;

    /** @param policy its name, which its decisions carry */
    MoabJobLimits(String policy, QueueLimits limits) {
        this.policy = policy;
        this.limits = limits;
    }

    @Override
    public boolean take(JobKey job, JobView view, List<JobFact> life) {
        if (view.status() == JobView.Status.ENDED) {
            return forget(job);
        }
        Candidate now = candidate(view, life);
        Candidate before = jobs.put(job, now);
        LimitMark mark = LimitMark.of(life, policy);
        if (mark != null) {
            lastSequence = Math.max(lastSequence, mark.sequence());
            verdicts.put(job, mark.verdict());
        }
        return !Objects.equals(before, now);
    }

    @Override
    public boolean forget(JobKey job) {
        verdicts.remove(job);
        return jobs.remove(job) != null;
    }

    @Override
    public boolean isIdle(JobKey job) {
        Candidate candidate = jobs.get(job);
        return candidate != null && candidate.standing() == Standing.IDLE;
    }

    @Override
    public long beginOf(JobKey job) {
        Candidate candidate = jobs.get(job);
        return candidate != null && candidate.standing() == Standing.IDLE ? candidate.begin() : 0;
    }

    @Override
    public long lastSequence() {
        return lastSequence;
    }

    @Override
    public Map<JobKey, JobFact> decide(long at, Jobs domain) {
        List<QueueLimits.Active> active = new ArrayList<>();
        Map<JobKey, Double> idle = new HashMap<>();
        jobs.forEach((key, job) -> {
            if (job.standing() == Standing.ACTIVE) {
                active.add(new QueueLimits.Active(job.credentials(), job.processors()));
            } else if (job.standing() == Standing.IDLE && job.begin() <= at) {
                idle.put(key, domain.priority(key, at));
            }
        });
        Map<JobKey, LimitVerdict> now = limits.decide(active, inOrder(idle, domain));
        Map<JobKey, JobFact> decided = new LinkedHashMap<>();
        jobs.forEach((key, job) -> {
            if (job.standing() == Standing.IDLE || job.standing() == Standing.BLOCKED) {
                LimitVerdict verdict = now.getOrDefault(key, LimitVerdict.NONE);
                Reported reported = verdict.equals(last(key)) ? null : domain.reported(key);
                if (reported != null) {
                    decided.put(key, fact(at, key, reported, verdict));
                }
            }
        });
        return decided;
    }

    private List<QueueLimits.Idle<JobKey>> inOrder(Map<JobKey, Double> idle, Jobs domain) {
        List<JobKey> order = new ArrayList<>(idle.keySet());
        order.sort(Comparator.comparingDouble((JobKey key) -> -idle.getOrDefault(key, 0.0))
                .thenComparingLong(domain::submitted)
                .thenComparing(JobKey::job)
                .thenComparing(JobKey::cluster));
        return order.stream()
                .map(key -> {
                    Candidate job = jobs.get(key);
                    return new QueueLimits.Idle<>(
                            key,
                            job == null ? JobCredentials.NONE : job.credentials(),
                            job == null ? 0 : job.processors());
                })
                .toList();
    }

    private LimitVerdict last(JobKey job) {
        return verdicts.getOrDefault(job, LimitVerdict.NONE);
    }

    /** The decision, with the queue time that the job has accrued until then. */
    private JobFact fact(long at, JobKey key, Reported job, LimitVerdict verdict) {
        LimitMark before = LimitMark.of(job.life(), policy);
        long accrued = MoabJobReader.read(key, job.view(), job.life(), limits.accrual(), before)
                .build()
                .queue()
                .at(at);
        return new LimitMark(at, 0, accrued, verdict).fact(policy);
    }

    private static Candidate candidate(JobView view, List<JobFact> life) {
        JobCredentials credentials = JobCredentials.of(view.attributes());
        if (view.status() == JobView.Status.PENDING) {
            return new Candidate(
                    MoabJobReader.isBlocked(view, life) ? Standing.BLOCKED : Standing.IDLE,
                    credentials,
                    MoabJobReader.processors(view),
                    view.attributes().number(Attribute.BEGIN_TIME, 0));
        }
        var active = MoabJobReader.active(view, life);
        return new Candidate(
                active.elapsed().since() == null ? Standing.SUSPENDED : Standing.ACTIVE,
                credentials,
                active.procs(),
                0);
    }
}
