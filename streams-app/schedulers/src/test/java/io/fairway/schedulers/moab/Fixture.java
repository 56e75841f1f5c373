package io.fairway.schedulers.moab;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Short builders of jobs, credentials and usage. */
final class Fixture {
    static final long NOW = 1_795_000_000_000L;
    static final long MINUTE = 60_000;
    static final long HOUR = 3_600_000;
    static final long DAY = 24 * HOUR;
    static final Credential USER = new Credential(CredentialType.USER, "u");
    static final Credential GROUP = new Credential(CredentialType.GROUP, "g");
    static final Credential ACCOUNT = new Credential(CredentialType.ACCOUNT, "a");
    static final Credential QOS = new Credential(CredentialType.QOS, "q");
    static final Credential CLASS = new Credential(CredentialType.CLASS, "c");
    static final JobCredentials ALL = credentials(USER, GROUP, ACCOUNT, QOS, CLASS);
    static final FairshareSettings DEDICATED =
            new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, new Windowing(DAY, 7), 1);

    private Fixture() {}

    static JobCredentials credentials(Credential... credentials) {
        Map<CredentialType, String> names = new EnumMap<>(CredentialType.class);
        for (Credential credential : credentials) {
            names.put(credential.type(), credential.name());
        }
        return JobCredentials.of(names);
    }

    /** A job of one hour with all credentials, queued for {@code queuedSeconds}. */
    static MoabJob.Builder job(long queuedSeconds) {
        return job(queuedSeconds, 3600);
    }

    static MoabJob.Builder job(long queuedSeconds, long wallclock) {
        return MoabJob.builder("4711.server", ALL, JobRequest.ofWallclock(wallclock), NOW - queuedSeconds * 1000);
    }

    static JobRequest request(long wallclock, long tasks, double procs, double mem) {
        return new JobRequest(
                wallclock, 0, List.of(new Requirement(tasks, new TaskResources(procs, mem, 0, 0))), Set.of(), Set.of());
    }

    /** Only these subfactors, without QUEUETIME unless it is one of them. */
    static Weights.Builder weights(Map<Subfactor, Long> weights) {
        Weights.Builder builder = Weights.builder().weight(Subfactor.QUEUETIME, 0);
        weights.forEach(builder::weight);
        return builder;
    }

    /** Negative priorities allowed, these weights, and these settings of credentials. */
    static MoabParameters.Builder parameters(
            Map<Subfactor, Long> weights, Map<Credential, CredentialSettings> credentials) {
        return MoabParameters.builder(MoabDialect.MOAB)
                .weights(weights(weights).build())
                .credentials(credentials)
                .fairshare(DEDICATED)
                .negative(true, false);
    }

    /** Usage in percent of 100 processor-seconds delivered. */
    static MoabContext usage(Map<Credential, Double> percent) {
        return MoabContext.of(SystemTotals.NONE, new FairshareUsage(new HashMap<>(percent), 100, 0));
    }

    static CredentialSettings target(String text) {
        return CredentialSettings.NONE.withTarget(FairshareTarget.parse(text));
    }

    static MoabJobPriority evaluate(MoabJob.Builder job, MoabParameters.Builder parameters) {
        return evaluate(job, MoabContext.of(SystemTotals.NONE, FairshareUsage.NONE), parameters);
    }

    static MoabJobPriority evaluate(MoabJob.Builder job, MoabContext context, MoabParameters.Builder parameters) {
        return MoabJobPriority.evaluate(job.build(), context, parameters.build(), NOW);
    }

    static String rule(MoabJobPriority priority, String term) {
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
