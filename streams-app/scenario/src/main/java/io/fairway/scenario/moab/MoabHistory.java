package io.fairway.scenario.moab;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.policies.moab.MoabCredentials;
import io.fairway.policies.moab.MoabWords;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.section.HistorySection;
import io.fairway.scenario.section.TreeSection;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.fairshare.FairshareHistory;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.ActiveJob;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The jobs before a scenario's instant, charged to the windows of their credentials:
 *
 * <pre>{@code
 * history:
 *   - {user: john, group: staff, cpus: 4, wallclock: 2:00:00, start: 2026-11-21T10:00:00Z, end: 2026-11-21T11:00:00Z}
 *   - {user: john, cpus: 8, cpu-seconds: 900, start: 2026-11-21T11:30:00Z}     # still running
 * }</pre>
 */
final class MoabHistory {
    /** The ledger charges only jobs with account and user. This class charges the credentials. */
    private static final JobAttributes SOMEBODY = JobAttributes.of(
            new EnumMap<>(Map.of(Attribute.ACCOUNT, "scenario", Attribute.USER, "scenario")), Tres.NONE);

    private MoabHistory() {}

    /** Charges the history to credentials and associations; returns the running and past jobs of users. */
    static Map<String, MoabUsage.Activity> charge(
            YamlMap scenario,
            MoabParameters parameters,
            SystemTotals system,
            FairshareHistory history,
            Map<NodeId, WindowRing> associations,
            long at) {
        FairsharePolicy policy = parameters.fairshare().policy();
        Windowing windowing = parameters.fairshare().windowing();
        ChargingRules rules = new ChargingRules(policy.rate(system), true, true, true, 0);
        Measure measure =
                new Measure("usage", DecayLaw.none(), policy.kind(), new TreeMap<>(Map.of(Long.MIN_VALUE, rules)));
        Map<String, MoabUsage.Activity> users = new HashMap<>();
        int number = 0;
        for (YamlValue element : scenario.list("history")) {
            YamlMap job = element.map();
            JobCredentials credentials = MoabCredentials.of(job);
            Tres allocated = HistorySection.tres(job);
            WindowRing association =
                    associations.computeIfAbsent(association(credentials), id -> new WindowRing(windowing));
            JobKey key = new JobKey("scenario", TreeSection.NAME, "history-" + number++);
            JobState state = JobState.EMPTY;
            for (JobFact fact : facts(job, allocated, policy, at)) {
                JobLedger.Step step = JobLedger.step(key, state, fact, List.of(measure), at);
                step.charges().forEach(charge -> {
                    history.charge(credentials, charge.use());
                    association.add(charge.use());
                });
                state = step.state();
            }
            Credential user = credentials.get(CredentialType.USER);
            activity(
                    job,
                    allocated.count("cpu").doubleValue(),
                    user == null
                            ? new MoabUsage.Activity()
                            : users.computeIfAbsent(user.name(), name -> new MoabUsage.Activity()));
            job.done();
        }
        return users;
    }

    /** User and account; empty if the job does not name it. */
    private static NodeId association(JobCredentials job) {
        Credential account = job.get(CredentialType.ACCOUNT);
        Credential user = job.get(CredentialType.USER);
        return new NodeId(TreeSection.NAME, account == null ? "" : account.name(), user == null ? "" : user.name());
    }

    private static List<JobFact> facts(YamlMap job, Tres allocated, FairsharePolicy policy, long at) {
        long start = job.get("start").instant();
        long end = job.instant("end", at);
        if (start > at || end > at || end < start) {
            throw job.wrong("must have start <= end <= at");
        }
        boolean utilized = policy == FairsharePolicy.UTILIZED_PS;
        double cpu = utilized ? job.get("cpu-seconds").number() : job.number("cpu-seconds", Double.NaN);
        if (cpu < 0 || Double.isInfinite(cpu)) {
            throw job.get("cpu-seconds").wrong("must be at least 0 and finite");
        }
        List<JobFact> facts = new ArrayList<>();
        facts.add(JobFact.of(JobEventType.STARTED, start, start)
                .withAttributes(SOMEBODY)
                .withAllocated(allocated));
        JobEventType last = job.has("end") ? JobEventType.FINISHED : JobEventType.SAMPLE;
        facts.add(JobFact.of(last, end, start).withCpu(cpu, 0));
        return facts;
    }

    private static void activity(YamlMap job, double procs, MoabUsage.Activity user) {
        long wallclock = job.or("wallclock", value -> MoabWords.seconds(value, MoabDialect.MOAB), JobRequest.NO_LIMIT);
        long start = job.get("start").instant();
        if (!job.has("end")) {
            user.runs(job.checked(() -> new ActiveJob(procs, wallclock, Accrual.since(start))));
        } else if (wallclock != JobRequest.NO_LIMIT) {
            user.ran(procs * ((job.get("end").instant() - start) / 1000.0), procs * wallclock);
        }
    }
}
