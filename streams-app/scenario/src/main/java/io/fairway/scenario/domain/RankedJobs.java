package io.fairway.scenario.domain;

import io.fairway.core.model.Attribute;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.priority.Standing;
import io.fairway.policies.explain.JobOutlook;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The section {@code priorities}: jobs that wait, requests to resize, and jobs that run where a policy ranks them. */
final class RankedJobs {
    /** The terms of absolute priorities, of which every job has one. */
    private static final Set<String> ABSOLUTE = Set.of("system", "FS", "fairshare", "RSRC", "WORK", "ADMIN");
    /** Terms that make a job go before others. */
    private static final Set<String> FIRST = Set.of("systemFirst", "beforePending");

    private final DomainSnapshot now;
    private final PolicyFamily family;
    private final Report report;
    private final Set<String> counted = new LinkedHashSet<>();
    private final Set<String> keys = new HashSet<>();

    private RankedJobs(DomainSnapshot now, PolicyFamily family, Report report) {
        this.now = now;
        this.family = family;
        this.report = report;
    }

    static void report(DomainSnapshot now, NamedPolicy policy, Report report) {
        RankedJobs jobs = new RankedJobs(now, policy.family(), report);
        List<RankedJob> ranking = jobs.ordered(policy);
        ranking.forEach(jobs::count);
        JobOutlook before = null;
        long place = 1;
        for (RankedJob job : ranking) {
            boolean several = ranking.stream()
                            .filter(other -> other.key().equals(job.key()))
                            .count()
                    > 1;
            JobOutlook own = new JobOutlook(
                    job.key().job(),
                    job.record(),
                    job.fairshare(),
                    policy.family().mostFairshare());
            boolean placed = jobs.hasPlace(job);
            jobs.row(job, several, placed ? place++ : 0, own, before);
            before = placed ? own : before;
        }
        Chunks.report(ranking, report);
    }

    /**
     * The jobs that wait, in their order, and those that run where the policy ranks them. LSF's suspended jobs are resumed before jobs
     * of their queue start, so they have a place among them.
     */
    private List<RankedJob> ordered(NamedPolicy policy) {
        List<RankedJob> jobs = new ArrayList<>();
        now.jobs()
                .forEach((key, view) -> now.rank(policy, key, view).stream()
                        .filter(job -> job.request().equals(Keys.RUNNING))
                        .forEach(jobs::add));
        if (jobs.isEmpty()) {
            return now.ranking(policy);
        }
        jobs.addAll(now.ranking(policy));
        List<String> queues = new ArrayList<>();
        now.orders(policy).stream()
                .filter(order -> order.pool().isEmpty())
                .forEach(order -> queues.addAll(order.queues()));
        jobs.sort(Comparator.comparing((RankedJob job) -> !hasPlace(job))
                .thenComparingInt(job -> queues.indexOf(job.queue()))
                .thenComparing(Standing.ORDER)
                .thenComparing(job -> job.key().cluster())
                .thenComparing(RankedJob::request));
        return jobs;
    }

    private boolean hasPlace(RankedJob job) {
        boolean resumes = family.scheduler() == PolicyFamily.Scheduler.LSF
                && job.request().equals(Keys.RUNNING);
        return job.mayStart() || resumes;
    }

    /** A component of one factor of its own name is that factor. */
    private static boolean alone(PriorityTerm term) {
        return term.parts().stream().allMatch(part -> part.name().equals(term.name()));
    }

    /** The columns that a job has: where another one has nothing of it, that adds 0. */
    private void count(RankedJob job) {
        for (PriorityTerm term : job.record().terms(now.asOf(), job.fairshare())) {
            if (family.scheduler() == PolicyFamily.Scheduler.MOAB) {
                for (PriorityTerm part : term.parts()) {
                    counted.addAll(List.of(part.name(), part.name() + "Term"));
                }
                counted.addAll(List.of(term.name(), term.name() + "Term"));
            }
        }
    }

    private void row(RankedJob job, boolean several, long place, JobOutlook outlook, @Nullable JobOutlook before) {
        Report.Row row = report.row("priorities", key(job, several));
        row.put("place", place == 0 ? null : (Object) place);
        String queue = job.view().attributes().text(Attribute.QUEUE, "");
        if (!queue.isEmpty()) {
            row.put("queue", queue);
        }
        double number = job.fairshare();
        counted.forEach(name -> row.number(name, 0));
        Map<String, Term> factors = job.factors().get().stream()
                .collect(Collectors.toMap(Term::name, factor -> factor, (one, other) -> one));
        for (PriorityTerm term : job.record().terms(now.asOf(), number)) {
            term(term, factors, row);
        }
        if (family.scheduler() == PolicyFamily.Scheduler.LSF) {
            absolute(job, row);
        }
        if (row.lines().isEmpty()) {
            row.explain(
                    "priority", job.priority(), "no term counts: the order of queues decides, then that of submission");
        }
        double sum = job.record().sum(now.asOf(), number);
        row.number("sum", sum).number("priority", job.priority());
        row.put("mayStart", job.mayStart() ? "yes" : "no");
        if (!job.limits().mayStart()) {
            row.put("blocked", job.limits().reason());
        }
        row.outlook(outlook.of(
                family.formulaOfJobs(),
                JobOutlook.sum("sum", sum, job.record().terms(now.asOf(), number)),
                before,
                now.asOf()));
    }

    /** The absolute priority of a job and its kind, if its queue has any: the sum without what only makes the job go before others. */
    private void absolute(RankedJob job, Report.Row row) {
        double aps = 0;
        Set<String> names = new HashSet<>();
        for (PriorityTerm term : job.record().terms(now.asOf(), job.fairshare())) {
            names.add(term.name());
            aps += FIRST.contains(term.name()) ? 0 : term.weighted();
        }
        boolean counted = ABSOLUTE.stream().anyMatch(names::contains);
        row.number("APS", counted ? aps : Double.NaN)
                .put("kind", names.contains("system") ? "system" : counted ? "calculated" : "none");
    }

    /** The weighted factors of a term. What a factor has risen is a part of its own, such as {@code JPRIORITY escalation}. */
    private static Map<String, Double> weighted(PriorityTerm term) {
        Map<String, Double> parts = new LinkedHashMap<>();
        term.parts().forEach(part -> parts.merge(part.name().split(" ", 2)[0], part.weighted(), Double::sum));
        return parts;
    }

    /**
     * A weighted term. A component of several factors has its value under its name and the weighted one as {@code nameTerm}, and so
     * have its factors.
     */
    private void term(PriorityTerm term, Map<String, Term> factors, Report.Row row) {
        explain(term, factors, row);
        if (family.scheduler() != PolicyFamily.Scheduler.MOAB) {
            boolean fs = family.scheduler() == PolicyFamily.Scheduler.LSF
                    && term.name().equals("fairshare");
            row.number(fs ? "FS" : term.name(), term.weighted());
            if (!alone(term)) {
                weighted(term).forEach(row::number);
                term.parts().stream()
                        .filter(part -> factors.containsKey(part.name()))
                        .forEach(part -> explain(part, factors, row));
            }
            return;
        }
        for (PriorityTerm part : term.parts()) {
            row.number(part.name(), part.value()).number(part.name() + "Term", part.weighted());
            explain(part, factors, row);
        }
        row.number(term.name(), term.value()).number(term.name() + "Term", term.weighted());
    }

    /** How a factor came about; of one that nobody explains, what becomes of it. */
    private static void explain(PriorityTerm term, Map<String, Term> factors, Report.Row row) {
        Term factor = factors.get(term.name());
        if (factor == null) {
            row.explain(
                    term.name(),
                    term.weighted(),
                    "weight " + ReportText.text(term.weight()) + " * factor " + ReportText.text(term.value()));
        } else {
            row.explain(term.name(), factor.value(), DomainReport.rule(factor));
        }
    }

    /** The id; with the request to resize, and with the partition or request if the job is ranked several times. */
    private String key(RankedJob job, boolean several) {
        boolean alone = !several && !job.request().equals(Keys.RESIZE);
        String key =
                alone || job.request().isEmpty() ? job.key().job() : job.key().job() + " " + job.request();
        return keys.add(key) ? key : key + " of " + job.key().cluster();
    }
}
