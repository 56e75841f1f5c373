package io.fairway.app.policy;

import io.fairway.avro.Policy;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.lsf.Consumption;
import io.fairway.core.policy.lsf.DynamicFairshare;
import io.fairway.core.policy.lsf.DynamicPriorities;
import io.fairway.core.policy.lsf.DynamicPriorityParameters;
import io.fairway.core.policy.lsf.FairshareAdjustments;
import io.fairway.core.policy.lsf.LsfSettings;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** LSF: one set of measures per scope, dynamic user priority, absolute priorities and queues. */
final class LsfFamily implements PolicyFamily {
    private final LsfConfiguration configuration;
    private final DynamicPriorities.Adjustment adjustment;
    private final Map<LsfScope, LsfMeasures> scopes = new LinkedHashMap<>();

    private LsfFamily(Policy policy) {
        configuration = LsfConfiguration.read(policy);
        String plugin = configuration.said().getAdjustment();
        adjustment = plugin.isEmpty()
                ? DynamicPriorities.Adjustment.NONE
                : new DynamicPriorities.Adjustment(
                        FairshareAdjustments.create(plugin, configuration.said().getAdjustmentSettings()),
                        configuration.said().getSlotMemory(),
                        DynamicPriorityParameters.of(configuration.parameters().settings(), LsfSettings.NONE));
        for (LsfScope scope : LsfScope.of(configuration)) {
            scopes.put(
                    scope,
                    new LsfMeasures(
                            policy.getMeasure().getName(),
                            scope,
                            policy.getMeasure().getLeaseMillis()));
        }
    }

    static LsfFamily of(Policy policy) {
        return new LsfFamily(policy);
    }

    @Override
    public List<Statement> measures() {
        List<Statement> statements = new ArrayList<>();
        scopes.values().forEach(measures -> statements.addAll(measures.statements()));
        return statements;
    }

    @Override
    public Set<String> scopes() {
        Set<String> trees = new HashSet<>();
        scopes.keySet().forEach(scope -> trees.add(scope.tree()));
        trees.remove("");
        return trees;
    }

    @Override
    public @Nullable NodeId association(JobKey job, JobAttributes attributes) {
        for (LsfScope scope : scopes.keySet()) {
            NodeId association = scope.association(job, attributes);
            if (association != null) {
                return association;
            }
        }
        return null;
    }

    @Override
    public Fairshare fairshare(ShareTree tree, UsageReader usage, long at) {
        LsfScope scope = scopes.keySet().stream()
                .filter(each -> each.tree().isEmpty() || each.tree().equals(tree.tree()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("tree " + tree.tree() + ": no scope of the policy"));
        LsfMeasures measures = java.util.Objects.requireNonNull(scopes.get(scope));
        Consumption[] own = new Consumption[tree.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = tree.isUser(i) ? measures.consumption(tree.id(i), usage, at) : Consumption.NONE;
        }
        for (ShareTree.Deleted deleted : tree.deleted()) {
            if (deleted.account() >= 0) {
                own[deleted.account()] = own[deleted.account()].plus(measures.consumption(deleted.id(), usage, at));
            }
        }
        return new DynamicFairshare(scope.parameters(), adjustment).evaluate(tree, List.of(own));
    }

    @Override
    public Map<String, JobPriorityRecord> priorities(WaitingJob job, long now) {
        return Map.of();
    }

    /** LSF prints three digits. */
    @Override
    public double usualEpsilon() {
        return 0.0005;
    }
}
