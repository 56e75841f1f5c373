package io.fairway.scenario.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.ResetPeriod;
import io.fairway.core.usage.TreeUsage;
import io.fairway.policies.avro.AlgorithmName;
import io.fairway.policies.explain.SlurmOutlook;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import io.fairway.scenario.section.ClusterSection;
import io.fairway.scenario.section.HistorySection;
import io.fairway.scenario.section.ScenarioFamily;
import io.fairway.scenario.section.TreeSection;
import io.fairway.schedulers.slurm.fairshare.AvailableResources;
import io.fairway.schedulers.slurm.multifactor.BillingWeights;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import io.fairway.schedulers.slurm.time.TimeString;
import java.time.ZoneId;
import java.util.Map;
import java.util.stream.Collectors;

/** A scenario under one of Slurm's policies: fairshare of every node, and the priorities of the waiting jobs. */
public final class SlurmScenario implements ScenarioFamily {
    /** Seconds; PriorityDecayHalfLife is 7-0 by default. */
    private static final long HALF_LIFE = 7 * 86_400;

    @Override
    public void evaluate(YamlMap scenario, YamlMap policy, long at, Report report) {
        TreeSection tree = TreeSection.read(scenario);
        ResetPeriod reset = reset(policy);
        DecayLaw law = law(policy);
        AlgorithmName algorithm = policy.word("algorithm", AlgorithmName.class, AlgorithmName.FAIR_TREE);
        int dampening = (int) policy.whole("dampening", 1);
        double resources = algorithm == AlgorithmName.LINEAR ? policy.checked(() -> resources(policy, reset)) : 1;
        FairshareAlgorithm function = policy.checked(() -> algorithm.inCore().create(dampening, resources));
        BillingWeights.Sum sum = sum(policy);
        BillingWeights billing = policy.checked(() -> BillingWeights.parse(policy.text("billing-weights", ""), sum));
        ClusterSection cluster = ClusterSection.read(scenario, sum);
        long since = reset.lastResetAtOrBefore(at);
        HistorySection history = HistorySection.read(scenario, tree, law, cluster.rate(billing), since, at);
        Fairshare fairshare = function.evaluate(tree.tree(), usage(tree, history, law, at));
        SlurmOutlook outlook =
                new SlurmOutlook(fairshare, algorithm.inCore(), resources, dampening, law, reset.next(at), at);
        fairshareRows(tree, fairshare, outlook, report);
        SlurmJobs.evaluate(scenario, policy, algorithm, tree, cluster, fairshare, at, report);
    }

    private static BillingWeights.Sum sum(YamlMap policy) {
        boolean maxTres = policy.yes("max-tres", false);
        boolean withGres = policy.yes("max-tres-gres", false);
        if (maxTres && withGres) {
            throw policy.get("max-tres-gres").wrong("must not be true beside max-tres");
        }
        return maxTres
                ? BillingWeights.Sum.MAX_TRES
                : withGres ? BillingWeights.Sum.MAX_TRES_GRES : BillingWeights.Sum.ALL;
    }

    /** Exact, or in the passes of a slurmctld if their period is given. */
    private static DecayLaw law(YamlMap policy) {
        long seconds = policy.has("half-life") ? seconds(policy, "half-life") : HALF_LIFE;
        long phase = policy.instant("calc-phase", 0);
        if (policy.has("calc-phase") && !policy.has("calc-period")) {
            throw policy.get("calc-phase").wrong("is the time of a pass, and needs calc-period");
        }
        if (policy.has("calc-period")) {
            long period = seconds(policy, "calc-period") * 1000;
            return policy.checked(() -> DecayLaw.slurmTick(seconds * 1000, period, phase));
        }
        return seconds == 0 ? DecayLaw.none() : DecayLaw.halfLife(seconds * 1000);
    }

    private static ResetPeriod reset(YamlMap policy) {
        long from = policy.instant("effective-from", 0);
        return policy.checked(() -> SlurmResetPeriod.parse(
                policy.text("usage-reset", "NONE"), from, ZoneId.of(policy.text("zone", "UTC"))));
    }

    /** The divisor R of linear usage: given, or computed from processors, half-life and reset period. */
    private static double resources(YamlMap policy, ResetPeriod reset) {
        if (policy.has("available")) {
            return policy.number("available", 0);
        }
        double resetSeconds = reset instanceof ResetPeriod.Interval interval ? interval.millis() / 1000.0 : 0;
        double halfLife = policy.has("half-life") ? seconds(policy, "half-life") : HALF_LIFE;
        return policy.word("resources", AvailableResources.class, AvailableResources.SIMPLE)
                .of(policy.get("processors").number(), halfLife, resetSeconds);
    }

    /** A time in the form of slurm.conf: minutes, or 7-0, or 1-12:00:00. */
    static long seconds(YamlMap policy, String key) {
        String text = policy.get(key).text();
        return policy.checked(() -> TimeString.minutes(text)) * 60;
    }

    private static UsageSnapshot usage(TreeSection section, HistorySection history, DecayLaw law, long at) {
        ShareTree tree = section.tree();
        if (section.usage().isEmpty()) {
            Map<NodeId, Line> lines = history.lines();
            return TreeUsage.of(tree, DecayLaws.of(law), lines::get, at);
        }
        double[] own = new double[tree.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = section.usage().getOrDefault(tree.id(i), 0.0);
            Line line = history.lines().get(tree.id(i));
            own[i] += line == null ? 0 : line.usage(law, at);
        }
        return UsageSnapshot.ofOwn(tree, own);
    }

    private static void fairshareRows(TreeSection tree, Fairshare fairshare, SlurmOutlook outlook, Report report) {
        for (int i = 0; i < tree.tree().size(); i++) {
            Report.Row row = report.row("fairshare", tree.path(i));
            row.put(
                            "shares",
                            tree.tree().hasParentShares(i)
                                    ? "parent"
                                    : (Object) tree.tree().shares(i))
                    .number("normShares", fairshare.normShares(i))
                    .number("rawUsage", fairshare.raw(i))
                    .number("normUsage", fairshare.normUsage(i))
                    .number("effectiveUsage", fairshare.effectiveUsage(i))
                    .number("levelFairshare", fairshare.levelFs(i))
                    .number("factor", fairshare.factor(i))
                    .put("rank", fairshare.rank(i) == 0 ? null : (Object) fairshare.rank(i));
            for (Term term : fairshare.explain(i)) {
                row.explain(term.name(), term.value(), rule(term));
            }
            row.outlook(outlook.of(i));
        }
    }

    public static String rule(Term term) {
        String inputs = term.inputs().stream()
                .map(input -> input.name() + " " + ReportText.text(input.value()))
                .collect(Collectors.joining(", "));
        return inputs.isEmpty() ? term.rule() : term.rule() + "  [" + inputs + "]";
    }
}
