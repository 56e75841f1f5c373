package io.fairway.schedulers.moab.credential;

import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.MoabParametersBuilder;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.Requirement;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.job.TaskResources;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Short builders of jobs, credentials and usage. */
public final class Fixture {
    public static final long NOW = 1_795_000_000_000L;
    public static final long MINUTE = 60_000;
    public static final long HOUR = 3_600_000;
    public static final long DAY = 24 * HOUR;
    public static final Credential USER = new Credential(CredentialType.USER, "u");
    public static final Credential GROUP = new Credential(CredentialType.GROUP, "g");
    public static final Credential ACCOUNT = new Credential(CredentialType.ACCOUNT, "a");
    public static final Credential QOS = new Credential(CredentialType.QOS, "q");
    public static final Credential CLASS = new Credential(CredentialType.CLASS, "c");
    public static final JobCredentials ALL = credentials(USER, GROUP, ACCOUNT, QOS, CLASS);
    public static final FairshareSettings DEDICATED =
            new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, new Windowing(DAY, 7), 1);

    private Fixture() {}

    public static JobCredentials credentials(Credential... credentials) {
        Map<CredentialType, String> names = new EnumMap<>(CredentialType.class);
        for (Credential credential : credentials) {
            names.put(credential.type(), credential.name());
        }
        return JobCredentials.of(names);
    }

    /** A job of one hour with all credentials, queued for {@code queuedSeconds}. */
    public static MoabJobBuilder job(long queuedSeconds) {
        return job(queuedSeconds, 3600);
    }

    public static MoabJobBuilder job(long queuedSeconds, long wallclock) {
        return MoabJob.builder("4711.server", ALL, JobRequest.ofWallclock(wallclock), NOW - queuedSeconds * 1000);
    }

    public static JobRequest request(long wallclock, long tasks, double procs, double mem) {
        return new JobRequest(
                wallclock, 0, List.of(new Requirement(tasks, new TaskResources(procs, mem, 0, 0))), Set.of(), Set.of());
    }

    /** Only these subfactors, without QUEUETIME unless it is one of them. */
    public static Weights.Builder weights(Map<Subfactor, Long> weights) {
        Weights.Builder builder = Weights.builder().weight(Subfactor.QUEUETIME, 0);
        weights.forEach(builder::weight);
        return builder;
    }

    /** Negative priorities allowed, these weights, and these settings of credentials. */
    public static MoabParametersBuilder parameters(
            Map<Subfactor, Long> weights, Map<Credential, CredentialSettings> credentials) {
        return MoabParameters.builder(MoabDialect.MOAB)
                .weights(weights(weights).build())
                .credentials(credentials)
                .fairshare(DEDICATED)
                .enableNegative(true)
                .rejectNegative(false);
    }

    /** Usage in percent of 100 processor-seconds delivered. */
    public static MoabContext usage(Map<Credential, Double> percent) {
        return MoabContext.of(SystemTotals.NONE, new FairshareUsage(new HashMap<>(percent), 100, 0));
    }

    public static CredentialSettings target(String text) {
        return CredentialSettings.NONE.withTarget(FairshareTarget.parse(text));
    }

    public static MoabJobPriority evaluate(MoabJobBuilder job, MoabParametersBuilder parameters) {
        return evaluate(job, MoabContext.of(SystemTotals.NONE, FairshareUsage.NONE), parameters);
    }

    public static MoabJobPriority evaluate(MoabJobBuilder job, MoabContext context, MoabParametersBuilder parameters) {
        return MoabJobPriority.evaluate(job.build(), context, parameters.build(), NOW);
    }

    public static String rule(MoabJobPriority priority, String term) {
        String rule = null;
        for (io.fairway.core.policy.Term candidate : priority.explain()) {
            rule = candidate.name().equals(term) ? candidate.rule() : rule;
        }
        if (rule == null) {
            throw new AssertionError("no term " + term);
        }
        return rule;
    }
}
