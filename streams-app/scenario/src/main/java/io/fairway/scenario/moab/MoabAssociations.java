package io.fairway.scenario.moab;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.explain.MoabOutlook;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.section.TreeSection;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.fairshare.AssociationUsage;
import io.fairway.schedulers.moab.priority.MoabFairshare;
import java.util.Map;

/**
 * The fairshare component of every node of a share tree, as the application publishes it for associations. Only the user and the
 * account of a job count in it. Its usage comes from the job history only: numbers per credential do not tell a user's accounts
 * apart. Jobs of users whom the tree does not know count, too.
 */
final class MoabAssociations {
    private MoabAssociations() {}

    static void evaluate(
            YamlMap scenario,
            Map<NodeId, WindowRing> rings,
            MoabContext context,
            MoabParameters parameters,
            long at,
            Report report) {
        if (!scenario.has("tree")) {
            return;
        }
        TreeSection section = TreeSection.read(scenario);
        if (!section.usage().isEmpty()) {
            throw scenario.get("tree")
                    .wrong("must not have usage under Moab; give it by windows, in the section usage");
        }
        ShareTree tree = section.tree();
        double decay = parameters.fairshare().decay();
        double[] own = new double[tree.size()];
        for (int i = 0; i < own.length; i++) {
            WindowRing ring = rings.get(tree.id(i));
            own[i] = ring == null ? 0 : ring.decayed(decay, at);
        }
        double seconds = context.usage().seconds();
        Fairshare fairshare = new MoabFairshare(parameters, context.system(), seconds)
                .evaluate(
                        tree,
                        UsageSnapshot.ofOwn(tree, own),
                        AssociationUsage.of(tree, rings, ring -> ring.decayed(decay, at), seconds));
        for (int i = 0; i < tree.size(); i++) {
            Report.Row row = report.row("associations", section.path(i));
            row.number("rawUsage", fairshare.raw(i))
                    .number("effectiveUsage", fairshare.effectiveUsage(i))
                    .number("target", fairshare.normShares(i))
                    .number("factor", fairshare.factor(i));
            row.outlook(MoabOutlook.ofNode(tree, i, rings, parameters, at));
            fairshare.explain(i).forEach(term -> row.explain(term.name(), term.value(), SlurmScenario.rule(term)));
        }
    }
}
