package io.fairway.api.forecast;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UsageReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A domain in virtual time: jobs start and end, the ledger charges lines and windows, a policy evaluates them. */
public final class World implements UsageReader {
    public static final String TREE = "alps";

    private final PolicyFamily family;
    private final List<Measure> measures = new ArrayList<>();
    private final Map<String, MeasureDefinition> statements = new HashMap<>();
    private final Map<String, Map<NodeId, Line>> lines = new HashMap<>();
    private final Map<String, Map<NodeId, WindowRing>> rings = new HashMap<>();
    private final Map<String, JobState> jobs = new TreeMap<>();
    private final Map<String, NodeId> owners = new HashMap<>();
    private final Map<String, Long> limits = new HashMap<>();
    private final List<ShareNode> nodes = new ArrayList<>();

    public World(PolicyFamily family) {
        this.family = family;
        for (MeasureDefinition measureDefinition : family.measures()) {
            statements.put(measureDefinition.name(), measureDefinition);
            measures.add(new Measure(
                    measureDefinition.name(),
                    measureDefinition.law(),
                    measureDefinition.kind(),
                    new TreeMap<>(Map.of(0L, measureDefinition.rules()))));
        }
    }

    public PolicyFamily family() {
        return family;
    }

    public static NodeId user(String account, String user) {
        return NodeId.ofUser(TREE, account, user);
    }

    public World account(String account, @Nullable String parent, long shares) {
        nodes.add(ShareNode.account(TREE, account, parent, shares, nodes.size()));
        return this;
    }

    public World user(String account, String user, long shares) {
        nodes.add(ShareNode.user(TREE, account, user, shares, nodes.size()));
        return this;
    }

    public ShareTree tree() {
        return ShareTree.build(TREE, nodes);
    }

    /** @param limit milliseconds that it may run */
    public World start(String job, NodeId owner, long at, long cpus, long limit) {
        owners.put(job, owner);
        limits.put(job, at + limit);
        JobAttributes said = JobAttributes.of(
                Map.of(
                        Attribute.ACCOUNT,
                        owner.account(),
                        Attribute.USER,
                        owner.user(),
                        Attribute.TREE,
                        TREE,
                        Attribute.TIME_LIMIT,
                        String.valueOf(limit / 1000)),
                Tres.cpus(cpus));
        step(job, JobFact.of(JobEventType.STARTED, at, at).withAttributes(said).withAllocated(Tres.cpus(cpus)), at);
        return this;
    }

    public World finish(String job, long at) {
        JobState state = Objects.requireNonNull(jobs.get(job));
        step(job, JobFact.of(JobEventType.FINISHED, at, state.facts().get(0).run()), at);
        return this;
    }

    /** Lets time pass until an instant. The ledger charges everything that falls due. */
    public void pass(long until) {
        for (Map.Entry<String, JobState> job : jobs.entrySet()) {
            OptionalLong due = JobLedger.deadline(job.getValue(), measures);
            while (due.isPresent() && due.getAsLong() <= until) {
                JobLedger.Step step = JobLedger.advance(key(job.getKey()), job.getValue(), measures, due.getAsLong());
                charge(step.charges());
                job.setValue(step.state());
                due = JobLedger.deadline(job.getValue(), measures);
            }
        }
    }

    private void step(String job, JobFact fact, long at) {
        pass(at);
        JobState before = jobs.getOrDefault(job, JobState.EMPTY);
        JobLedger.Step step = JobLedger.step(key(job), before, fact, measures, at);
        charge(step.charges());
        jobs.put(job, step.state());
    }

    private void charge(List<Charge> charges) {
        for (Charge charge : charges) {
            MeasureDefinition measureDefinition = Objects.requireNonNull(statements.get(charge.measure()));
            WindowDecay windows = measureDefinition.windows();
            if (windows == null) {
                lines.computeIfAbsent(charge.measure(), m -> new HashMap<>())
                        .computeIfAbsent(charge.association(), node -> new Line())
                        .add(measureDefinition.law(), charge.use());
            } else {
                rings.computeIfAbsent(charge.measure(), m -> new HashMap<>())
                        .computeIfAbsent(charge.association(), node -> new WindowRing(windows.windowing()))
                        .add(charge.use());
            }
        }
    }

    public void reset(long instant) {
        lines.forEach((measure, all) -> all.values()
                .forEach(line -> line.reset(
                        Objects.requireNonNull(statements.get(measure)).law(), instant)));
    }

    /** The running jobs of an association, with the instants of their time limits. */
    public Map<String, Long> running(NodeId owner) {
        Map<String, Long> running = new TreeMap<>();
        jobs.forEach((job, state) -> {
            boolean ended = state.facts().stream().anyMatch(fact -> fact.type() == JobEventType.FINISHED);
            if (!ended && owner.equals(owners.get(job))) {
                running.put(job, Objects.requireNonNull(limits.get(job)));
            }
        });
        return running;
    }

    /** The changes to ask a forecast with. */
    public List<UsageChange> changes(NodeId owner, Condition condition, long from) {
        List<UsageChange> changes = new ArrayList<>();
        jobs.forEach((job, state) -> {
            Long limit = running(owner).get(job);
            long end = limit == null
                    ? Long.MAX_VALUE
                    : switch (condition) {
                        case STOPS -> from;
                        case DRAINS -> limit;
                        case CONTINUES -> Long.MAX_VALUE;
                    };
            changes.addAll(Changes.of(key(job), state, measures, from, end));
        });
        return changes;
    }

    public Fairshare fairshare(long at) {
        return family.view(tree(), this, at).fairshare();
    }

    private static JobKey key(String job) {
        return new JobKey("alps", TREE, job);
    }

    @Override
    public @Nullable Line line(String measure, NodeId node) {
        return lines.getOrDefault(measure, Map.of()).get(node);
    }

    @Override
    public Map<NodeId, WindowRing> rings(String measure) {
        return rings.getOrDefault(measure, Map.of());
    }

    @Override
    public RemoteUsageTable remote() {
        return new RemoteUsageTable();
    }
}
