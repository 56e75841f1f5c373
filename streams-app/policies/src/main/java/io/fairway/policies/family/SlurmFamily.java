package io.fairway.policies.family;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.TreeUsage;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.SlurmOutlook;
import io.fairway.schedulers.slurm.FifoPriority;
import io.fairway.schedulers.slurm.MultifactorParameters;
import io.fairway.schedulers.slurm.MultifactorPriority;
import io.fairway.schedulers.slurm.PendingJob;
import io.fairway.schedulers.slurm.PriorityContext;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Slurm: one measure, one of its fairshare algorithms, multifactor job priority. */
final class SlurmFamily implements PolicyFamily {
    private final Policy policy;
    private final Statement statement;
    private final FairshareAlgorithm algorithm;
    private final MultifactorParameters parameters;

    private SlurmFamily(Policy policy) {
        this.policy = policy;
        statement = new Statement(
                policy.getMeasure().getName(),
                PolicyReader.law(policy.getMeasure().getDecay()),
                null,
                PolicyReader.kind(policy.getMeasure()),
                true,
                false,
                PolicyReader.rules(policy),
                Definition.of(policy));
        algorithm = PolicyReader.algorithm(policy);
        parameters = PolicyReader.parameters(policy.getSlurm());
    }

    static SlurmFamily of(Policy policy) {
        PolicyReader.checkPriorities(policy);
        return new SlurmFamily(policy);
    }

    /** The parts of its statement on which policies that share the measure must agree. */
    private record Definition(io.fairway.avro.Measure measure, Map<String, Double> usageFactors) {
        static Definition of(Policy policy) {
            Map<String, Double> factors = new HashMap<>();
            policy.getQos().forEach((name, qos) -> factors.put(name, qos.getUsageFactor()));
            factors.values().removeIf(factor -> factor == 1);
            return new Definition(policy.getMeasure(), factors);
        }
    }

    @Override
    public Scheduler scheduler() {
        return Scheduler.SLURM;
    }

    @Override
    public Course course() {
        return switch (policy.getAlgorithm()) {
            case CLASSIC -> Course.RATIOS;
            case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM -> Course.LEVELS;
            case FIFO, LINEAR_2_0, DEPTH_OBLIVIOUS, LSF_DYNAMIC, MOAB_TARGETS, UNKNOWN -> Course.SMOOTH;
        };
    }

    @Override
    public List<Statement> measures() {
        return List.of(statement);
    }

    @Override
    public @Nullable NodeId association(JobKey job, JobAttributes attributes) {
        return ChargeScope.ASSOCIATION.association(job, attributes);
    }

    @Override
    public PolicyView view(ShareTree tree, UsageReader usage, long at) {
        return new View(tree, usage, at);
    }

    private final class View implements PolicyView {
        private final ShareTree tree;
        private final UsageReader usage;
        private final long at;

        View(ShareTree tree, UsageReader usage, long at) {
            this.tree = tree;
            this.usage = usage;
            this.at = at;
        }

        @Override
        public Fairshare fairshare() {
            return algorithm.evaluate(
                    tree, TreeUsage.of(usage.lines(statement.name(), tree), usage.laws(statement), at));
        }

        @Override
        public JobPricer pricer() {
            PriorityContext context = PolicyReader.context(policy, tree.maxPriority());
            return (job, now) -> priorities(tree, context, job, now);
        }

        @Override
        public Outlook outlook(Fairshare fairshare, int node, IntPredicate named, long nextReset) {
            return new SlurmOutlook(
                            fairshare,
                            PolicyReader.inCore(policy.getAlgorithm()),
                            PolicyReader.resources(policy),
                            policy.getDampening(),
                            usage.laws(statement).at(at),
                            nextReset,
                            at)
                    .of(node, named);
        }
    }

    private Map<String, Ranked> priorities(ShareTree tree, PriorityContext context, WaitingJob job, long now) {
        NodeId association = job.association();
        if (association == null) {
            return Map.of();
        }
        int node = tree.find(association);
        PendingJob pending = PendingJobs.of(association, node < 0 ? 0 : tree.priority(node), job.view(), job.facts());
        if (policy.getAlgorithm() == Algorithm.FIFO) {
            return Map.of("", Ranked.of(job, FifoPriority.evaluate(pending)));
        }
        if (pending.partitions().size() < 2) {
            return Map.of("", Ranked.of(job, MultifactorPriority.evaluate(pending, context, parameters, now)));
        }
        Map<String, Ranked> ranked = new HashMap<>();
        MultifactorPriority.evaluateEach(pending, context, parameters, now)
                .forEach((partition, record) -> ranked.put(Keys.request(partition), Ranked.of(job, record)));
        return ranked;
    }

    @Override
    public String formulaOfJobs() {
        return policy.getAlgorithm() == Algorithm.FIFO ? FifoPriority.FORMULA : MultifactorPriority.FORMULA;
    }

    @Override
    public double mostFairshare() {
        return 1;
    }

    @Override
    public double usualEpsilon() {
        return Math.min(
                THREE_DIGITS, 1 / (2.0 * Math.max(1, parameters.weights().fairshare())));
    }
}
