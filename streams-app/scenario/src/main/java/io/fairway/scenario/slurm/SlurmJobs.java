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
        scenario.entries("jobs").forEach((name, yaml) -> {
            List<String> partitions =
                    yaml.map().list("partitions").stream().map(YamlValue::text).toList();
            if (fifo || partitions.isEmpty()) {
                jobs.add(evaluated(
                        name,
                        yaml,
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
                        yaml,
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
            YamlValue yaml,
            String partition,
            TreeSection tree,
            Fairshare fairshare,
            long at,
            Function<PendingJob, JobPriorityRecord> priority) {
        PendingJob job = job(yaml.map(), partition, tree, at);
        double factor = fairshare.factor(tree.tree().find(job.association()));
        return new Evaluated(name, job, partition, priority.apply(job), factor);
    }

    private static MultifactorParameters parameters(YamlMap policy) {
        MultifactorParameters defaults = switch (policy.text("dialect", "22.05")) {
            case "2.0" -> MultifactorParameters.slurm20(policy.yes("compatible", false));
            case "22.05" -> MultifactorParameters.slurm22();
            default -> throw policy.get("dialect").wrong("must be 2.0 or 22.05");
        };
        Map<String, YamlValue> yaml = new HashMap<>(policy.entries("weights"));
        MultifactorParameters.Weights weights = defaults.weights();
        MultifactorParameters.Weights read = policy.checked(() -> new MultifactorParameters.Weights(
                take(yaml, "age", weights.age()),
                take(yaml, "association", weights.association()),
                take(yaml, "fairshare", weights.fairshare()),
                take(yaml, "job-size", weights.jobSize()),
                take(yaml, "partition", weights.partition()),
                take(yaml, "qos", weights.qos())));
        yaml.values().forEach(unknown -> {
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
        YamlValue yaml = weights.remove(name);
        return yaml == null ? otherwise : yaml.whole();
    }

    private static boolean takesDirectPriority(AgeFact fact) {
        return fact.kind() == AgeFact.Kind.HELD || fact.kind() == AgeFact.Kind.RELEASED;
    }

    private static PendingJob job(YamlMap yaml, String partition, TreeSection tree, long at) {
        NodeId association = tree.association(yaml, partition);
        long submitted = yaml.instant("submitted", at);
        List<AgeFact> facts = new ArrayList<>(List.of(new AgeFact(submitted, AgeFact.Kind.SUBMITTED)));
        for (YamlValue element : yaml.list("facts")) {
            YamlMap fact = element.map();
            AgeFact.Kind kind = Objects.requireNonNull(fact.word("is", AgeFact.Kind.class, AgeFact.Kind.ELIGIBLE));
            facts.add(new AgeFact(fact.get("at").instant(), kind));
            fact.done();
        }
        Map<String, BigDecimal> tres = HistorySection.tres(yaml).counts();
        PendingJobBuilder job = PendingJob.builder(association, submitted)
                .associationPriority(tree.tree().priority(tree.tree().find(association)))
                .facts(facts)
                .nodes(yaml.whole("nodes", 0))
                .cpus(tres.getOrDefault("cpu", BigDecimal.ZERO).longValue())
                .tres(tres)
                .partitions(
                        yaml.list("partitions").stream().map(YamlValue::text).toList())
                .qos(yaml.text("qos", ""))
                .nice(yaml.whole("nice", 0))
                .siteFactor(yaml.whole("site-factor", 0));
        if (yaml.has("time-limit-minutes")) {
            job.timeLimitMinutes(yaml.whole("time-limit-minutes", 0));
        }
        if (yaml.has("last-priority")) {
            job.lastPriority(yaml.whole("last-priority", 0));
        }
        if (yaml.has("direct-priority")) {
            long direct = yaml.whole("direct-priority", 0);
            // It was set before these facts: a hold takes it, and a release gives the job back to the policy.
            job.directPriority(facts.stream().anyMatch(SlurmJobs::takesDirectPriority) ? null : (Long) direct);
        }
        PendingJob built = yaml.checked(job::build);
        yaml.done();
        return built;
    }
}
