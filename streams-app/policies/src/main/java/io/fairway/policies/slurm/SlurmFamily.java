package io.fairway.policies.slurm;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.TreeUsage;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.SlurmOutlook;
import io.fairway.policies.family.JobPricer;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.Succession;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.UsageTrend;
import io.fairway.policies.family.WaitingJob;
import io.fairway.schedulers.slurm.fairtree.FairTree;
import io.fairway.schedulers.slurm.multifactor.FifoPriority;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.MultifactorPriority;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PendingJobBuilder;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Slurm: one measure of associations and, if asked for, usage of each QOS; one of its fairshare algorithms; multifactor
 * job priority.
 *
 * <p>With CALCULATE_RUNNING a job that runs or is suspended has a record, too: that of the partition that it is in, with the
 * resources that it holds. With INCR_ONLY priorities never fall while a job waits.
 */
public final class SlurmFamily implements PolicyFamily {
    private final Policy policy;
    private final MeasureDefinition measureDefinition;
    private final List<MeasureDefinition> ofQos;
    private final FairshareAlgorithm algorithm;
    private final MultifactorParameters parameters;

    private SlurmFamily(Policy policy) {
        this.policy = policy;
        DecayLaw law = PolicyReader.law(policy.getMeasure().getDecay());
        Measure.Kind kind = PolicyReader.kind(policy.getMeasure());
        ChargingRules rules = PolicyReader.rules(policy);
        ChargingRules ofAssociations =
                policy.getMeasure().getByPartition() ? rules.charging(ChargeScope.BY_PARTITION) : rules;
        measureDefinition = new MeasureDefinition(
                policy.getMeasure().getName(), law, null, kind, true, false, ofAssociations, Definition.of(policy));
        ofQos = SlurmQosUsage.measures(policy, law, kind, rules);
        algorithm = PolicyReader.algorithm(policy);
        parameters = PolicyReader.parameters(policy.getSlurm());
    }

    public static SlurmFamily of(Policy policy) {
        PolicyReader.checkPriorities(policy);
        return new SlurmFamily(policy);
    }

    /** The parts of its statement on which policies that share the measure must agree. */
    private record Definition(
            io.fairway.avro.Measure measure, Map<String, Double> usageFactors, Map<String, Long> limitSeconds) {
        static Definition of(Policy policy) {
            return new Definition(
                    policy.getMeasure(),
                    SlurmQosUsage.factors(policy),
                    policy.getMeasure().getChargeOverLimit() ? Map.of() : PolicyReader.limitSeconds(policy));
        }
    }

    @Override
    public Scheduler scheduler() {
        return Scheduler.SLURM;
    }

    @Override
    public List<String> missingSizes() {
        return SlurmSizes.missing(policy, parameters);
    }

    @Override
    public UsageTrend course() {
        return switch (policy.getAlgorithm()) {
            case CLASSIC -> UsageTrend.RATIOS;
            case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM -> UsageTrend.LEVELS;
            case FIFO, LINEAR_2_0, DEPTH_OBLIVIOUS, LSF_DYNAMIC, MOAB_TARGETS, UNKNOWN -> UsageTrend.SMOOTH;
        };
    }

    @Override
    public List<MeasureDefinition> measures() {
        return Stream.concat(Stream.of(measureDefinition), ofQos.stream()).toList();
    }

    @Override
    public Set<String> requestsOfActive() {
        return ranksActive() ? Set.of(Keys.RUNNING) : Set.of();
    }

    @Override
    public boolean neverFalls() {
        return parameters.has(PriorityFlag.INCR_ONLY);
    }

    private boolean ranksActive() {
        return policy.getAlgorithm() != Algorithm.FIFO && parameters.has(PriorityFlag.CALCULATE_RUNNING);
    }

    @Override
    public @Nullable NodeId association(JobKey job, JobAttributes attributes) {
        return ChargeScope.ASSOCIATION.association(job, attributes);
    }

    /** One association is enough: of no partition, or of a requested one. */
    @Override
    public boolean hasPlace(ShareTree tree, NodeId association, JobAttributes attributes) {
        return tree.find(association) >= 0
                || (policy.getMeasure().getByPartition()
                        && PendingJobs.partitions(attributes).stream()
                                .anyMatch(partition -> tree.find(association, partition) >= 0));
    }

    @Override
    public int node(ShareTree tree, NodeId association, JobAttributes attributes) {
        boolean byPartition = policy.getMeasure().getByPartition();
        return tree.find(association, byPartition ? attributes.text(Attribute.PARTITION, "") : "");
    }

    @Override
    public PolicyView view(ShareTree tree, UsageReader usage, long at) {
        return new View(tree, usage, at, null);
    }

    @Override
    public Succession succession(ShareTree tree) {
        if (!(algorithm instanceof FairTree fairTree)) {
            return PolicyFamily.super.succession(tree);
        }
        KeptFairTree kept = new KeptFairTree(tree, fairTree);
        return (usage, at) -> new View(
                tree,
                usage,
                at,
                kept.at(usage.lines(measureDefinition.name(), tree), usage.laws(measureDefinition), at));
    }

    private final class View implements PolicyView {
        private final ShareTree tree;
        private final UsageReader usage;
        private final long at;
        /** The fairshare, if it is known already. */
        private final @Nullable Fairshare fairshare;

        View(ShareTree tree, UsageReader usage, long at, @Nullable Fairshare fairshare) {
            this.tree = tree;
            this.usage = usage;
            this.at = at;
            this.fairshare = fairshare;
        }

        @Override
        public Fairshare fairshare() {
            if (fairshare != null) {
                return fairshare;
            }
            return algorithm.evaluate(
                    tree, TreeUsage.of(usage.lines(measureDefinition.name(), tree), usage.laws(measureDefinition), at));
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
                            usage.laws(measureDefinition).at(at),
                            nextReset,
                            at)
                    .of(node, named);
        }
    }

    private Map<String, Ranked> priorities(ShareTree tree, PriorityContext context, WaitingJob job, long now) {
        NodeId association = job.association();
        boolean active = job.view().status() != JobView.Status.PENDING;
        if (association == null || (active && !ranksActive())) {
            return Map.of();
        }
        if (policy.getAlgorithm() == Algorithm.FIFO) {
            return Map.of(
                    "",
                    Ranked.of(
                            job,
                            FifoPriority.evaluate(
                                    pending(tree, association, job, "").build())));
        }
        JobAttributes attributes = job.view().attributes();
        List<String> partitions = PendingJobs.partitions(attributes);
        if (active) {
            String partition = attributes.text(Attribute.PARTITION, partitions.isEmpty() ? "" : partitions.get(0));
            return Map.of(Keys.RUNNING, priority(tree, job, association, Keys.RUNNING, partition, context, now));
        }
        if (partitions.size() < 2) {
            String partition = partitions.isEmpty() ? "" : partitions.get(0);
            return Map.of("", priority(tree, job, association, "", partition, context, now));
        }
        Map<String, Ranked> ranked = new HashMap<>();
        for (String partition : partitions) {
            String request = Keys.request(partition);
            ranked.put(request, priority(tree, job, association, request, partition, context, now));
        }
        return ranked;
    }

    /** A job in a partition: it belongs to its association of this partition, or else to the one of no partition. */
    private PendingJobBuilder pending(ShareTree tree, NodeId association, WaitingJob job, String partition) {
        String own = policy.getMeasure().getByPartition() ? partition : "";
        int node = tree.find(association, own);
        return PendingJobs.of(
                node < 0 ? association : tree.id(node), node < 0 ? 0 : tree.priority(node), job.view(), job.facts());
    }

    /** The priority of a job in one partition. */
    private Ranked priority(
            ShareTree tree,
            WaitingJob job,
            NodeId association,
            String request,
            String partition,
            PriorityContext context,
            long now) {
        PendingJob pending = pending(tree, association, job, partition)
                .lastPriority(job.lastPriorities().getOrDefault(request, 0.0).longValue())
                .build();
        JobPriorityRecord record = MultifactorPriority.evaluate(pending, partition, context, parameters, now);
        Ranked ranked = new Ranked(
                        record,
                        limited(job.view(), context.partition(partition)),
                        job.view().attributes().text(Attribute.QUEUE, ""))
                .explained(() -> MultifactorPriority.explain(pending, partition, context, parameters, now));
        return MultifactorPriority.neverFalls(pending, parameters) ? ranked.neverFalling() : ranked;
    }

    /** A job as its partition takes it: one that names no limit has DefaultTime (slurm.conf(5), DefaultTime). */
    private static JobView limited(JobView view, PriorityContext.@Nullable Partition partition) {
        Long minutes = partition == null ? null : partition.defaultTimeMinutes();
        if (minutes == null || view.attributes().has(Attribute.TIME_LIMIT)) {
            return view;
        }
        Map<Attribute, String> limit = Map.of(Attribute.TIME_LIMIT, Long.toString(minutes * 60));
        return view.withAttributes(view.attributes().with(JobAttributes.of(limit, Tres.NONE)));
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
