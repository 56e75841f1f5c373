package io.fairway.scenario.moab;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.policies.explain.JobOutlook;
import io.fairway.policies.explain.Sum;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.QueueClock;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The waiting jobs of a scenario by priority; the first row starts first.
 *
 * <p>{@code xfactor} is a capped subfactor, {@code xfactorTerm} is that times its weight; {@code serv} is a capped component,
 * {@code servTerm} is that times its weight. The table for people has columns for all that has a weight for any job; JSON,
 * expectations and explanations have the others, too.
 */
final class MoabJobs {
    private static final String FORMULA =
            "priority = sum over the components of weight * (sum of weight * subfactor), within caps and bounds";

    private MoabJobs() {}

    private record Evaluated(MoabJob job, LimitVerdict limits, MoabJobPriority priority, Map<String, Double> terms) {}

    static void evaluate(
            YamlMap scenario, MoabUsage usage, MoabContext context, MoabParameters parameters, long at, Report report) {
        List<MoabJobSection.Queued> queued = new ArrayList<>();
        scenario.entries("jobs")
                .forEach((name, yaml) ->
                        queued.add(MoabJobSection.read(name, yaml.map(), usage, parameters.accrual(), at)));
        Map<String, LimitMark> limits = MoabLimits.decide(scenario, queued, context, parameters, at);
        List<Evaluated> jobs = new ArrayList<>();
        for (MoabJobSection.Queued yaml : queued) {
            LimitMark mark = limits.get(yaml.job().id());
            LimitVerdict verdict = mark == null ? LimitVerdict.NONE : mark.verdict();
            MoabJob job = yaml.job().within(verdict, QueueClock.of(parameters.accrual(), yaml.facts(), mark));
            MoabJobPriority priority = MoabJobPriority.evaluate(job, context, parameters, at);
            jobs.add(new Evaluated(job, verdict, priority, terms(priority, at)));
        }
        jobs.sort(Comparator.comparingDouble((Evaluated job) -> -job.priority.priority())
                .thenComparingLong(job -> job.job.submit())
                .thenComparing(job -> job.job.id()));
        Set<String> counted = new HashSet<>();
        jobs.forEach(job -> counted.addAll(job.terms.keySet()));
        JobOutlook before = null;
        for (Evaluated job : jobs) {
            Report.Row row = report.row("priorities", job.job.id());
            columns(job, counted, row);
            row.number("sum", job.priority.unbounded()).put("priority", (long) job.priority.priority());
            List<Term> caps = FairshareCaps.blocking(job.job, context, parameters);
            row.put("blocked", blocked(job, caps));
            for (Term term : job.priority.explain()) {
                row.explain(term.name(), term.value(), SlurmScenario.rule(term));
            }
            caps.forEach(cap -> row.explain(cap.name(), cap.value(), SlurmScenario.rule(cap)));
            if (!job.limits.mayStart()) {
                row.explain("limits", Double.NaN, job.limits.reason());
            }
            JobPriorityRecord record = job.priority.record();
            JobOutlook own = new JobOutlook(job.job.id(), record, Double.NaN, Double.NaN);
            Sum sum = JobOutlook.sum("sum", job.priority.unbounded(), record.terms(at, Double.NaN));
            row.outlook(own.of(FORMULA, sum, before, at));
            before = own;
        }
    }

    /** The weighted values of a job, by component and subfactor. */
    private static Map<String, Double> terms(MoabJobPriority priority, long at) {
        Map<String, Double> terms = new HashMap<>();
        for (var component : priority.record().terms(at, Double.NaN)) {
            terms.put(component.name(), component.weighted());
            component.parts().forEach(factor -> terms.put(factor.name(), factor.weighted()));
        }
        return terms;
    }

    private static void columns(Evaluated job, Set<String> counted, Report.Row row) {
        for (PriorityComponent component : PriorityComponent.values()) {
            for (Subfactor subfactor : Subfactor.values()) {
                if (subfactor.component() == component && job.priority.has(subfactor)) {
                    column(job, counted, subfactor.label(), job.priority.value(subfactor), row);
                }
            }
            column(job, counted, component.label(), job.priority.value(component), row);
        }
    }

    private static void column(Evaluated job, Set<String> counted, String name, double value, Report.Row row) {
        double weighted = job.terms.getOrDefault(name, 0.0);
        if (counted.contains(name)) {
            row.number(name, value).number(name + "Term", weighted);
        } else {
            row.detail(name, value).detail(name + "Term", weighted);
        }
    }

    /** Why it may not start; {@code no} if its priority, and its credentials' caps and limits, let it start. */
    private static String blocked(Evaluated job, List<Term> caps) {
        if (job.job.held()) {
            return "held";
        }
        if (!job.limits.mayStart()) {
            return job.limits.broken().stream()
                    .filter(limit -> limit.kind() != LimitVerdict.Kind.SOFTPOLICY)
                    .map(LimitVerdict.Broken::rule)
                    .collect(Collectors.joining(", "));
        }
        if (job.priority.isRejected()) {
            return "negative";
        }
        return caps.isEmpty() ? "no" : caps.stream().map(Term::name).distinct().collect(Collectors.joining(", "));
    }
}
