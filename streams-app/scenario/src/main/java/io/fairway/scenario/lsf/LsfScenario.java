package io.fairway.scenario.lsf;

import io.fairway.core.policy.Term;
import io.fairway.policies.explain.LsfOutlook;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.section.ScenarioFamily;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario under one of LSF's policies. Its sections, if they have content: {@code fairshare} (dynamic priority of every share
 * account), {@code pools} and {@code queues} (slots of queues in pools, order of all queues), {@code priorities} (absolute
 * priorities), {@code chunks} (the jobs that are dispatched together), {@code order} (elections, job by job), {@code warnings}.
 */
public final class LsfScenario implements ScenarioFamily {
    @Override
    public void evaluate(YamlMap scenario, YamlMap policy, long at, Report report) {
        LsfPolicy yaml = LsfPolicy.read(policy, at);
        LsfQueues queues = LsfQueues.read(scenario, yaml);
        LsfShares shares = LsfShares.read(
                scenario, queues.fairshareOf(LsfScopeSection.read(policy).queue()));
        List<Consumption> use = LsfUse.read(scenario, policy, yaml, shares, at);
        LsfPolicy parameters =
                yaml.inUse(use.stream().mapToDouble(Consumption::memory).sum());
        List<LsfProblem> warnings = new ArrayList<>(queues.warnings());
        DynamicPriorities priorities = null;
        if (shares != null) {
            warnings.addAll(shares.warnings());
            priorities =
                    DynamicPriorities.evaluate(shares.tree(), use, parameters.parameters(), parameters.adjustment());
            fairshare(shares, priorities, parameters, at, report);
        }
        List<LsfJob> jobs = LsfJob.read(scenario, parameters, queues, shares, at);
        LsfPools.evaluate(scenario, queues, parameters, jobs, report);
        LsfPriorities.evaluate(jobs, queues, parameters, shares, priorities, at, report);
        LsfOrder.evaluate(jobs, queues, parameters, shares, use, report);
        int number = 1;
        for (LsfProblem warning : warnings) {
            report.row("warnings", String.valueOf(number++))
                    .put("code", warning.code().name())
                    .put("message", warning.message());
        }
    }

    private static void fairshare(
            LsfShares shares, DynamicPriorities priorities, LsfPolicy policy, long at, Report report) {
        LsfShareTree tree = shares.tree();
        for (int i = 1; i < tree.size(); i++) {
            Consumption use = priorities.use(i);
            Report.Row row = report.row("fairshare", shares.path(i))
                    .put("shares", tree.shares(i))
                    .put("levelShares", tree.levelShares(i))
                    .number("importance", tree.importance(i))
                    .number("priority", priorities.priority(i))
                    .number("denominator", priorities.denominator(i))
                    .put("slots", use.jobSlots())
                    .number("cpuHours", use.cpuTime())
                    .number("runHours", use.runTime() + use.historicalRunTime());
            List<Term> terms = priorities.explain(i);
            row.outlook(LsfOutlook.of(tree.shares(i), use, terms, policy.parameters(), policy.decay(), at));
            for (Term term : terms) {
                if (term.name().equals("fairshareAdjustment")) {
                    row.number(
                            "adjustment",
                            term.inputs().isEmpty() ? 0 : term.inputs().get(0).value());
                }
                row.explain(term.name(), term.value(), SlurmScenario.rule(term));
            }
        }
    }
}
