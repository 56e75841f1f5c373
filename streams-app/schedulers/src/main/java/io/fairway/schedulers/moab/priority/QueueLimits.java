package io.fairway.schedulers.moab.priority;

import io.fairway.schedulers.moab.config.CredentialLimits;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.UsageLimit;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.LimitVerdict.Broken;
import io.fairway.schedulers.moab.job.LimitVerdict.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * MAXJOB, MAXPROC and MAXIJOB of credentials: decides which waiting jobs are eligible, as of one instant.
 *
 * <ol>
 *   <li>The jobs are read in the order of their priorities. A job that something else blocks is not read.
 *   <li>Idle limit: a credential's eligible jobs before this one, and this one, must not be more than MAXIJOB. A job beyond
 *       it is no eligible job of its other credentials.
 *   <li>Active limits: a credential's active jobs and this one must not be more than MAXJOB, nor have more processors than
 *       MAXPROC. Above the soft limit the job may start; above the hard one it may not.
 *   <li>The jobs that may start fit below the hard limits together, so that a dispatcher may start all of them at once. A job
 *       that has to wait for those before it keeps accruing: it violates no limit.
 *   <li>A limit of a credential's own replaces that of DEFAULT. To be eligible, a job must meet those of all its credentials.
 * </ol>
 *
 * <p>Source: Moab administrator's guide, Usage Limits/Throttling Policies: active and idle job limits, soft and hard; Moab
 * 5.1.2, Queue Time Subcomponent: queue stuffers. The order and the fourth rule are ours (docs/decisions).
 */
public final class QueueLimits {
    private final MoabParameters parameters;

    /** An active job. */
    public record Active(JobCredentials credentials, double processors) {}

    /** A waiting job that nothing but limits blocks. */
    public record Idle<K>(K key, JobCredentials credentials, double processors) {}

    private static final class Tally {
        private long jobs;
        private double processors;
        private long eligible;
        private long turns;
        private double turnProcessors;
    }

    public QueueLimits(MoabParameters parameters) {
        this.parameters = parameters;
    }

    /** The rules of the queue time that a blocked job does not accrue. */
    public AccrualPolicy accrual() {
        return parameters.accrual();
    }

    /**
     * Decides.
     *
     * @param idle in the order of their priorities, the highest first
     */
    public <K> Map<K, LimitVerdict> decide(Collection<Active> active, List<Idle<K>> idle) {
        Map<Credential, Tally> tallies = new HashMap<>();
        for (Active job : active) {
            for (Credential credential : job.credentials().all()) {
                Tally tally = tallies.computeIfAbsent(credential, c -> new Tally());
                tally.jobs++;
                tally.processors += job.processors();
            }
        }
        Map<K, LimitVerdict> verdicts = new LinkedHashMap<>();
        for (Idle<K> job : idle) {
            verdicts.put(job.key(), decide(job, tallies));
        }
        return verdicts;
    }

    private LimitVerdict decide(Idle<?> job, Map<Credential, Tally> tallies) {
        List<Broken> broken = new ArrayList<>();
        for (Credential credential : job.credentials().all()) {
            CredentialLimits limits = parameters.limits(credential);
            if (limits.isSet()) {
                Tally tally = tallies.computeIfAbsent(credential, c -> new Tally());
                check("MAXIJOB", limits.idleJobs(), (double) (tally.eligible + 1), Kind.IDLEPOLICY, credential, broken);
                check("MAXJOB", limits.activeJobs(), (double) (tally.jobs + 1), Kind.HARDPOLICY, credential, broken);
                double processors = tally.processors + job.processors();
                check("MAXPROC", limits.activeProcessors(), processors, Kind.HARDPOLICY, credential, broken);
            }
        }
        if (broken.stream().noneMatch(limit -> limit.kind() == Kind.IDLEPOLICY)) {
            job.credentials().all().forEach(credential -> tally(credential, tallies).eligible++);
        }
        if (broken.stream().allMatch(limit -> limit.kind() == Kind.SOFTPOLICY)) {
            turn(job, tallies, broken);
        }
        return broken.isEmpty() ? LimitVerdict.NONE : new LimitVerdict(broken);
    }

    /** Whether it may start together with those before it. */
    private void turn(Idle<?> job, Map<Credential, Tally> tallies, List<Broken> broken) {
        List<Broken> turn = new ArrayList<>();
        for (Credential credential : job.credentials().all()) {
            CredentialLimits limits = parameters.limits(credential);
            Tally tally = tally(credential, tallies);
            long jobs = limits.activeJobs().hard();
            long processors = limits.activeProcessors().hard();
            if (tally.jobs + tally.turns + 1 > jobs) {
                turn.add(Broken.of(Kind.TURN, "MAXJOB", jobs, credential));
            }
            if (tally.processors + tally.turnProcessors + job.processors() > processors) {
                turn.add(Broken.of(Kind.TURN, "MAXPROC", processors, credential));
            }
        }
        broken.addAll(turn);
        if (turn.isEmpty()) {
            for (Credential credential : job.credentials().all()) {
                Tally tally = tally(credential, tallies);
                tally.turns++;
                tally.turnProcessors += job.processors();
            }
        }
    }

    private static Tally tally(Credential credential, Map<Credential, Tally> tallies) {
        return tallies.computeIfAbsent(credential, c -> new Tally());
    }

    private static void check(
            String name, UsageLimit limit, double with, Kind hard, Credential credential, List<Broken> broken) {
        if (with > limit.hard()) {
            broken.add(Broken.of(hard, name, limit.hard(), credential));
        } else if (with > limit.soft()) {
            broken.add(Broken.of(Kind.SOFTPOLICY, name, limit.soft(), credential));
        }
    }
}
