package io.fairway.policies.lsf;

import io.fairway.avro.Policy;
import io.fairway.core.hosts.HostTable;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.explain.LsfOutlook;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.family.JobPricer;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.QueuedJob;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.UsageTrend;
import io.fairway.policies.family.WaitingJob;
import io.fairway.schedulers.lsf.aps.ApsFactor;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.aps.ApsRecord;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.aps.QueueJobRecord;
import io.fairway.schedulers.lsf.aps.QueueMove;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicFairshare;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustments;
import io.fairway.schedulers.lsf.fairshare.LsfJobReader;
import io.fairway.schedulers.lsf.fairshare.RemoteLoad;
import io.fairway.schedulers.lsf.queue.ChunkJob;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** LSF: one set of measures per scope, dynamic user priority, absolute priorities and queues. */
public final class LsfFamily implements PolicyFamily {
    private final LsfConfiguration configuration;
    private final DynamicPriorities.Adjustment adjustment;
    private final Map<LsfScope, LsfMeasures> scopes = new LinkedHashMap<>();
    /** The trees of the scopes that have one of their own. */
    private final Set<String> trees = new HashSet<>();

    private final LsfOrders orders;
    private final @Nullable LsfClusterMemory clusterMemory;
    private final long leaseMillis;

    private LsfFamily(Policy policy) {
        configuration = LsfConfiguration.read(policy);
        leaseMillis = policy.getMeasure().getLeaseMillis();
        orders = new LsfOrders(configuration, policy.getMeasure().getName(), leaseMillis);
        String plugin = configuration.record().getAdjustment();
        adjustment = plugin.isEmpty()
                ? DynamicPriorities.Adjustment.NONE
                : new DynamicPriorities.Adjustment(
                        FairshareAdjustments.create(
                                plugin, configuration.record().getAdjustmentSettings()),
                        configuration.record().getSlotMemory(),
                        0,
                        DynamicPriorityParameters.of(configuration.parameters().settings(), LsfSettings.NONE));
        clusterMemory = plugin.isEmpty()
                ? null
                : new LsfClusterMemory(policy.getMeasure().getName(), leaseMillis);
        for (LsfScope scope : LsfScope.of(configuration)) {
            scopes.put(scope, new LsfMeasures(policy.getMeasure().getName(), scope, leaseMillis));
            if (!scope.tree().isEmpty()) {
                trees.add(scope.tree());
            }
        }
    }

    public static LsfFamily of(Policy policy) {
        return new LsfFamily(policy);
    }

    @Override
    public Scheduler scheduler() {
        return Scheduler.LSF;
    }

    @Override
    public List<String> warnings() {
        return configuration.warnings().stream()
                .map(warning -> warning.code() + ": " + warning.message())
                .toList();
    }

    /** A plug-in of a site may do without the memory of a slot; that of ours divides by it. */
    @Override
    public List<String> missingSizes() {
        return configuration.record().getAdjustment().equals("memory")
                        && configuration.record().getSlotMemory() == 0
                ? List.of("lsf.slotMemory is missing: the adjustment memory divides by it; give the average memory of a"
                        + " slot in MB")
                : List.of();
    }

    @Override
    public UsageTrend course() {
        return UsageTrend.SMOOTH;
    }

    @Override
    public List<MeasureDefinition> measures() {
        List<MeasureDefinition> statements = new ArrayList<>();
        scopes.values().forEach(measures -> statements.addAll(measures.statements()));
        statements.addAll(orders.measures());
        if (clusterMemory != null) {
            statements.add(clusterMemory.statement());
        }
        return statements;
    }

    @Override
    public Set<String> scopes() {
        return Collections.unmodifiableSet(trees);
    }

    @Override
    public boolean readsNamedTrees() {
        return scopes.keySet().stream().anyMatch(scope -> scope.tree().isEmpty());
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
            DynamicPriorities.Adjustment now =
                    clusterMemory == null ? adjustment : adjustment.inUse(clusterMemory.of(usage));
            return new DynamicFairshare(scope(tree).parameters(), now).evaluate(tree, List.of(own(tree, usage, at)));
        }

        /** Fairshare travels apart from the jobs, or comes with each of them. The pricer needs nothing of the tree. */
        @Override
        public JobPricer pricer() {
            return LsfFamily.this::priorities;
        }

        @Override
        public Outlook outlook(Fairshare fairshare, int node, IntPredicate named, long nextReset) {
            DynamicPriorityParameters parameters = scope(tree).parameters();
            Consumption[] own = own(tree, usage, at);
            Consumption use = Consumption.NONE;
            for (int i = node; i < tree.subtreeEnd(node); i++) {
                use = use.plus(own[i]);
            }
            return LsfOutlook.of(
                    node == 0 ? 0 : Math.max(0, tree.shares(node)),
                    use,
                    fairshare.explain(node),
                    parameters,
                    configuration.decay(parameters, at),
                    at);
        }
    }

    private LsfScope scope(ShareTree tree) {
        return entry(tree).getKey();
    }

    /** The scope of a tree, and its measures. Not by a search for the scope: its hash is that of the whole configuration. */
    private Map.Entry<LsfScope, LsfMeasures> entry(ShareTree tree) {
        for (Map.Entry<LsfScope, LsfMeasures> each : scopes.entrySet()) {
            String name = each.getKey().tree();
            if (name.isEmpty() || name.equals(tree.tree())) {
                return each;
            }
        }
        throw new IllegalArgumentException("tree " + tree.tree() + ": no scope of the policy");
    }

    /** The own consumption of each node of a tree. */
    private Consumption[] own(ShareTree tree, UsageReader usage, long at) {
        LsfMeasures measures = entry(tree).getValue();
        Consumption[] own = new Consumption[tree.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = tree.isUser(i) ? measures.consumption(tree.id(i), usage, at) : Consumption.NONE;
        }
        for (ShareTree.Deleted deleted : tree.deleted()) {
            if (deleted.account() >= 0) {
                own[deleted.account()] = own[deleted.account()].plus(measures.consumption(deleted.id(), usage, at));
            }
        }
        RemoteLoad.add(usage.remote().loads(), tree, scope(tree).parameters(), own);
        return own;
    }

    @Override
    public String formulaOfJobs() {
        return "APS = sum of weight * factor over the terms; without APS the place of the user, then the job priority";
    }

    private Map<String, Ranked> priorities(WaitingJob job, long now) {
        String name = job.view().attributes().text(Attribute.QUEUE, "");
        io.fairway.avro.LsfQueue queue = configuration.queues().get(name);
        JobPriorityRules rules = configuration.parameters().jobPriority();
        ApsRequest request = LsfJobReader.request(
                job.facts(),
                queue == null ? 0 : (double) queue.getPriority(),
                queue == null ? null : queue.getProcessorLimit());
        ApsState state = LsfJobReader.state(job.view(), job.facts(), rules, configuration.events());
        if (job.view().status() == JobView.Status.PENDING) {
            JobPriorityRecord record = record(job, name, request, state, isHeld(job), now);
            Ranked ranked = new Ranked(record, job.view(), configuration.servedAs(name));
            return Map.of("", ranked.in(chunk(job, queue, state)));
        }
        Map<String, Ranked> active = new HashMap<>();
        if (job.view().status() == JobView.Status.RUNNING && state.isSuspended()) {
            JobPriorityRecord record = record(job, name, request, state, false, now);
            active.put(Keys.RUNNING, new Ranked(record, job.view(), configuration.servedAs(name)));
        }
        LsfJobReader.Resize resize =
                LsfJobReader.resize(job.view(), job.facts(), request, rules, configuration.events());
        if (resize != null) {
            JobPriorityRecord record = record(job, name, resize.request(), resize.state(), false, now);
            active.put(Keys.RESIZE, new Ranked(record, resize.view(), configuration.servedAs(name)));
        }
        return active;
    }

    private Ranked.Chunk chunk(WaitingJob job, io.fairway.avro.@Nullable LsfQueue queue, ApsState state) {
        long size = ChunkJob.size(
                configuration
                        .record()
                        .getApplicationChunkSizes()
                        .get(job.view().attributes().text(Attribute.APPLICATION, "")),
                queue == null ? null : queue.getChunkJobSize());
        if (size < 2) {
            return Ranked.Chunk.NONE;
        }
        ChunkJob member = ChunkJob.of(job.key().job(), job.view().attributes(), state.submittedPriority());
        return new Ranked.Chunk(size, ChunkKeys.of(member.keys()), ChunkJob.waitsIn(job.facts()));
    }

    private JobPriorityRecord record(
            WaitingJob job, String queue, ApsRequest request, ApsState state, boolean held, long now) {
        JobPriorityRules rules = configuration.parameters().jobPriority();
        LsfQueue master = configuration.masters().get(queue);
        ApsParameters aps = master == null ? null : master.aps();
        if (master == null || aps == null) {
            QueueMove move = QueueMove.of(job.facts(), job.view().submitted());
            return QueueJobRecord.of(job.association(), state, move, rules, held, now);
        }
        double fairshare = Double.isNaN(job.fairshare()) ? 0 : job.fairshare();
        NodeId association = master.fairshare() ? job.association() : null;
        return ApsRecord.of(request, state, association, fairshare, aps, rules, held, now);
    }

    private static boolean isHeld(WaitingJob job) {
        boolean held = false;
        for (JobFact fact : job.facts()) {
            held = fact.holds() || (held && fact.type() != JobEventType.RELEASED);
        }
        return held;
    }

    /** A suspended job has a record that tells its place before pending ones; one that runs has none. */
    @Override
    public Set<String> requestsOfActive() {
        return Set.of(Keys.RESIZE, Keys.RUNNING);
    }

    /** A LIMIT of FS has no form in a record, so the record includes FS. */
    @Override
    public boolean jobsFollowUsage() {
        return configuration.masters().values().stream()
                .map(LsfQueue::aps)
                .anyMatch(aps -> aps != null && !Double.isInfinite(aps.limit(ApsFactor.FS)));
    }

    /** Global fairshare: what share accounts use on other clusters. */
    @Override
    public boolean readsImported() {
        return true;
    }

    @Override
    public boolean ordersQueues() {
        return !configuration.queues().isEmpty();
    }

    @Override
    public List<Order> orders(Iterable<QueuedJob> jobs, UsageReader usage, HostTable hosts, long at) {
        return orders.of(jobs, usage, hosts, at);
    }

    /** LSF prints three digits. */
    @Override
    public double usualEpsilon() {
        return THREE_DIGITS;
    }
}
