package io.fairway.scenario.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.policies.avro.AlgorithmName;
import io.fairway.policies.explain.JobOutlook;
import io.fairway.policies.explain.Sum;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import io.fairway.scenario.section.ClusterSection;
import io.fairway.scenario.section.HistorySection;
import io.fairway.scenario.section.TreeSection;
import io.fairway.schedulers.slurm.multifactor.AgeFact;
import io.fairway.schedulers.slurm.multifactor.FifoPriority;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.MultifactorPriority;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PendingJobBuilder;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import io.fairway.schedulers.slurm.multifactor.TresWeights;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The waiting jobs of a scenario under Slurm's multifactor or basic priority; the first row starts first. */
final class SlurmJobs {
    private SlurmJobs() {}

    private record Evaluated(
            String job, PendingJob pending, String partition, JobPriorityRecord record, double factor) {}

    static void evaluate(
            YamlMap scenario,
            YamlMap policy,
            AlgorithmName algorithm,
            TreeSection tree,
            ClusterSection cluster,
            Fairshare fairshare,
            long at,
            Report report) {
        boolean fifo = algorithm == AlgorithmName.FIFO;
        MultifactorParameters parameters = parameters(policy);
        PriorityContext context = cluster.context(tree.tree().maxPriority());
        for (String problem : context.problems(parameters)) {
            throw scenario.wrong(problem);
        }
        List<Evaluated> jobs = new ArrayList<>();
        scenario.entries("jobs").forEach((name, said) -> {
            List<String> partitions =
                    said.map().list("partitions").stream().map(YamlValue::text).toList();
            if (fifo || partitions.isEmpty()) {
                jobs.add(evaluated(
                        name,
                        said,
                        "",
                        tree,
                        fairshare,
                        at,
                        job -> fifo
                                ? FifoPriority.evaluate(job)
                                : MultifactorPriority.evaluate(job, "", context, parameters, at)));
                return;
            }
            for (String partition : partitions) {
                String key = partitions.size() > 1 ? name + " in " + partition : name;
                jobs.add(evaluated(
                        key,
                        said,
                        partition,
                        tree,
                        fairshare,
                        at,
                        job -> MultifactorPriority.evaluate(job, partition, context, parameters, at)));
            }
        });
        jobs.sort(Comparator.comparingDouble((Evaluated job) -> -job.record.evaluate(at, job.factor))
                .thenComparingLong(job -> job.pending.submit())
                .thenComparing(Evaluated::job));
        JobOutlook before = null;
        for (Evaluated job : jobs) {
            Report.Row row = report.row("priorities", job.job);
            for (PriorityTerm term : job.record.terms(at, job.factor)) {
                row.number(term.name(), term.weighted());
                row.explain(
                        term.name(),
                        term.weighted(),
                        "weight " + ReportText.text(term.weight()) + " * factor " + ReportText.text(term.value()));
            }
            row.number("sum", job.record.sum(at, job.factor))
                    .put("priority", (long) job.record.evaluate(at, job.factor));
            if (!fifo) {
                MultifactorPriority.explain(job.pending, job.partition, context, parameters, at)
                        .forEach(factor ->
                                row.explain(factor.name() + " factor", factor.value(), SlurmScenario.rule(factor)));
            }
            JobOutlook own = new JobOutlook(job.job, job.record, job.factor, 1);
            Sum sum = JobOutlook.sum("sum", job.record.sum(at, job.factor), job.record.terms(at, job.factor));
            row.outlook(own.of(fifo ? FifoPriority.FORMULA : MultifactorPriority.FORMULA, sum, before, at));
            before = own;
        }
    }

    /** A job in a partition, whose own association counts if the tree has one. */
    private static Evaluated evaluated(
            String name,
            YamlValue said,
            String partition,
            TreeSection tree,
            Fairshare fairshare,
            long at,
            Function<PendingJob, JobPriorityRecord> priority) {
        PendingJob job = job(said.map(), partition, tree, at);
        double factor = fairshare.factor(tree.tree().find(job.association()));
        return new Evaluated(name, job, partition, priority.apply(job), factor);
    }

    private static MultifactorParameters parameters(YamlMap policy) {
        MultifactorParameters defaults = switch (policy.text("dialect", "22.05")) {
            case "2.0" -> MultifactorParameters.slurm20(policy.yes("compatible", false));
            case "22.05" -> MultifactorParameters.slurm22();
            default -> throw policy.get("dialect").wrong("must be 2.0 or 22.05");
        };
        Map<String, YamlValue> said = new HashMap<>(policy.entries("weights"));
        MultifactorParameters.Weights weights = defaults.weights();
        MultifactorParameters.Weights read = policy.checked(() -> new MultifactorParameters.Weights(
                take(said, "age", weights.age()),
                take(said, "association", weights.association()),
                take(said, "fairshare", weights.fairshare()),
                take(said, "job-size", weights.jobSize()),
                take(said, "partition", weights.partition()),
                take(said, "qos", weights.qos())));
        said.values().forEach(unknown -> {
            throw unknown.wrong(
                    "is not a weight; the weights are age, association, fairshare, job-size, partition, qos");
        });
        List<String> flags = policy.list("flags").stream().map(YamlValue::text).toList();
        return policy.checked(() -> defaults.withWeights(read)
                .withTresWeights(TresWeights.parse("weight-tres", policy.text("weight-tres", "")))
                .withMaxAgeSeconds(
                        policy.has("max-age") ? SlurmScenario.seconds(policy, "max-age") : defaults.maxAgeSeconds())
                .withFavorSmall(policy.yes("favor-small", false))
                .withFlags(PriorityFlag.parse(String.join(",", flags)))
                .withEnforceLimits(policy.yes("enforce-limits", false)));
    }

    private static long take(Map<String, YamlValue> weights, String name, long otherwise) {
        YamlValue said = weights.remove(name);
        return said == null ? otherwise : said.whole();
    }

    private static PendingJob job(YamlMap said, String partition, TreeSection tree, long at) {
        NodeId association = tree.association(said, partition);
        long submitted = said.instant("submitted", at);
        List<AgeFact> facts = new ArrayList<>(List.of(new AgeFact(submitted, AgeFact.Kind.SUBMITTED)));
        for (YamlValue element : said.list("facts")) {
            YamlMap fact = element.map();
            AgeFact.Kind kind = Objects.requireNonNull(fact.word("is", AgeFact.Kind.class, AgeFact.Kind.ELIGIBLE));
            facts.add(new AgeFact(fact.get("at").instant(), kind));
            fact.done();
        }
        Map<String, BigDecimal> tres = HistorySection.tres(said).counts();
        PendingJobBuilder job = PendingJob.builder(association, submitted)
                .associationPriority(tree.tree().priority(tree.tree().find(association)))
                .facts(facts)
                .nodes(said.whole("nodes", 0))
                .cpus(tres.getOrDefault("cpu", BigDecimal.ZERO).longValue())
                .tres(tres)
                .partitions(
                        said.list("partitions").stream().map(YamlValue::text).toList())
                .qos(said.text("qos", ""))
                .nice(said.whole("nice", 0))
                .siteFactor(said.whole("site-factor", 0));
        if (said.has("time-limit-minutes")) {
            job.timeLimitMinutes(said.whole("time-limit-minutes", 0));
        }
        if (said.has("last-priority")) {
            job.lastPriority(said.whole("last-priority", 0));
        }
        if (said.has("direct-priority")) {
            job.directPriority(said.whole("direct-priority", 0));
        }
        PendingJob built = said.checked(job::build);
        said.done();
        return built;
    }
}
