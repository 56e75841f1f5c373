package io.fairway.scenario.moab;

import io.fairway.policies.moab.MoabCredentials;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.moab.MoabJobSection.Queued;
import io.fairway.scenario.section.HistorySection;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.QueueBlocker;
import io.fairway.schedulers.moab.job.QueueClock;
import io.fairway.schedulers.moab.job.QueueFact;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import io.fairway.schedulers.moab.priority.QueueLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * MAXJOB, MAXPROC and MAXIJOB in a scenario: decides at every instant at which a job came, started, ended, or was blocked or let
 * go. Jobs with {@code started} are active from then on, and jobs of the history from their start to their end. A job of the
 * history without an end is there for usage only: those that run are under {@code jobs}. Usage counts as of the scenario's
 * instant in the order of the jobs.
 */
final class MoabLimits {
    private final List<Queued> jobs;
    private final List<Past> past;
    private final MoabContext context;
    private final MoabParameters parameters;
    private final Map<String, LimitMark> marks = new HashMap<>();

    /** A job of the history that has ended. */
    private record Past(JobCredentials credentials, double processors, long start, long end) {}

    private MoabLimits(List<Queued> jobs, List<Past> past, MoabContext context, MoabParameters parameters) {
        this.jobs = jobs;
        this.past = past;
        this.context = context;
        this.parameters = parameters;
    }

    /** The last decision about each job, by its id; a job that limits never concerned has none. */
    static Map<String, LimitMark> decide(
            YamlMap scenario, List<Queued> jobs, MoabContext context, MoabParameters parameters, long at) {
        if (!parameters.limitsJobs()) {
            return Map.of();
        }
        MoabLimits limits = new MoabLimits(jobs, past(scenario), context, parameters);
        Set<Long> instants = new TreeSet<>();
        jobs.forEach(job -> job.facts().forEach(fact -> instants.add(fact.at())));
        limits.past.forEach(job -> instants.addAll(List.of(job.start(), job.end())));
        instants.stream().filter(instant -> instant <= at).forEach(limits::decide);
        return limits.marks;
    }

    private static List<Past> past(YamlMap scenario) {
        List<Past> past = new ArrayList<>();
        for (YamlValue element : scenario.list("history")) {
            YamlMap job = element.map();
            if (job.has("end")) {
                past.add(new Past(
                        MoabCredentials.of(job),
                        HistorySection.tres(job).count("cpu").doubleValue(),
                        job.get("start").instant(),
                        job.get("end").instant()));
            }
        }
        return past;
    }

    private void decide(long at) {
        List<QueueLimits.Active> active = new ArrayList<>();
        for (Past job : past) {
            if (job.start() <= at && at < job.end()) {
                active.add(new QueueLimits.Active(job.credentials(), job.processors()));
            }
        }
        List<Queued> waiting = new ArrayList<>();
        List<Queued> idle = new ArrayList<>();
        for (Queued job : jobs) {
            List<QueueFact> facts = until(job, at);
            if (runs(facts)) {
                active.add(new QueueLimits.Active(
                        job.job().credentials(), job.job().request().procs()));
            } else if (!facts.isEmpty()) {
                waiting.add(job);
                if (!job.job().held() && !isBlocked(facts) && !isSuspended(job.job())) {
                    idle.add(job);
                }
            }
        }
        Map<String, Double> priorities = new HashMap<>();
        idle.forEach(job -> priorities.put(job.job().id(), priority(job, at)));
        idle.sort(Comparator.comparingDouble(
                        (Queued job) -> -priorities.getOrDefault(job.job().id(), 0.0))
                .thenComparingLong(job -> job.job().submit())
                .thenComparing(job -> job.job().id()));
        Map<String, LimitVerdict> verdicts = new QueueLimits(parameters)
                .decide(
                        active,
                        idle.stream()
                                .map(job -> new QueueLimits.Idle<>(
                                        job.job().id(),
                                        job.job().credentials(),
                                        job.job().request().procs()))
                                .toList());
        for (Queued job : waiting) {
            LimitMark before = marks.get(job.job().id());
            LimitVerdict verdict = verdicts.getOrDefault(job.job().id(), LimitVerdict.NONE);
            if (!verdict.equals(before == null ? LimitVerdict.NONE : before.verdict())) {
                marks.put(job.job().id(), new LimitMark(at, 0, accrued(job, at).at(at), verdict));
            }
        }
    }

    private double priority(Queued job, long at) {
        LimitMark mark = marks.get(job.job().id());
        MoabJob now = job.job().within(mark == null ? LimitVerdict.NONE : mark.verdict(), accrued(job, at));
        return MoabJobPriority.evaluate(now, context, parameters, at).record().evaluate(at, Double.NaN);
    }

    private Accrual accrued(Queued job, long at) {
        return QueueClock.of(
                parameters.accrual(), until(job, at), marks.get(job.job().id()));
    }

    private static List<QueueFact> until(Queued job, long at) {
        return job.facts().stream().filter(fact -> fact.at() <= at).toList();
    }

    /** Suspended jobs have a run without a start. */
    private static boolean isSuspended(MoabJob job) {
        return job.run() != null && job.run().elapsed().since() == null;
    }

    private static boolean runs(List<QueueFact> facts) {
        boolean runs = false;
        for (QueueFact fact : sorted(facts)) {
            runs = fact.kind() == QueueFact.Kind.STARTED || (runs && fact.kind() != QueueFact.Kind.REQUEUED);
        }
        return runs;
    }

    private static boolean isBlocked(List<QueueFact> facts) {
        EnumSet<QueueBlocker> blockers = EnumSet.noneOf(QueueBlocker.class);
        for (QueueFact fact : sorted(facts)) {
            QueueBlocker blocker = fact.blocker();
            if (blocker != null && fact.kind() == QueueFact.Kind.BLOCKED) {
                blockers.add(blocker);
            } else if (blocker != null) {
                blockers.remove(blocker);
            }
        }
        return !blockers.isEmpty();
    }

    private static List<QueueFact> sorted(List<QueueFact> facts) {
        return facts.stream().sorted(Comparator.comparingLong(QueueFact::at)).toList();
    }
}
