package io.fairway.app.processor;

import io.fairway.app.store.StateCodec;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.slurm.ResetPeriod;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One domain: what is known of it, in memory as it is in the stores. Takes facts, moves its clock, and keeps lines, trees
 * and waiting jobs; {@link DomainEvaluation} makes results of them.
 *
 * <p>Everything in here but the stores is derived, and built anew whenever a task starts.
 */
final class DomainEngine {
    private final String domain;
    private final EngineSettings settings;
    private final EngineStores stores;
    private final Map<String, TreeMap<Long, Policy>> versions = new TreeMap<>();
    private final TreeMap<String, ActivePolicy> policies = new TreeMap<>();
    private final TreeMap<String, Measure> measures = new TreeMap<>();
    private final AdjustmentBook adjustments;
    private final Timeline timeline = new Timeline();
    private final DomainEvaluation evaluation;
    final ShareBook shares = new ShareBook();
    final LineBook lines;
    final JobBook jobs;
    final Counters counters = new Counters();
    private long clock = Long.MIN_VALUE;
    private long newestFact = Long.MIN_VALUE;
    private int held;

    DomainEngine(String domain, EngineSettings settings, EngineStores stores, Outbox outbox) {
        this.domain = domain;
        this.settings = settings;
        this.stores = stores;
        lines = new LineBook(domain, stores.lines(), stores.hours(), stores.days());
        jobs = new JobBook(domain, stores.activeJobs(), stores.settledJobs());
        adjustments = new AdjustmentBook(stores.adjustments());
        evaluation = new DomainEvaluation(domain, settings, stores.emitted(), outbox, this);
    }

    String domain() {
        return domain;
    }

    long clock() {
        return clock;
    }

    DomainEvaluation evaluation() {
        return evaluation;
    }

    @Nullable
    Measure measure(String name) {
        return measures.get(name);
    }

    Iterable<ActivePolicy> policies() {
        return policies.values();
    }

    /** Reads back what the stores hold of the domain. */
    void restore() {
        byte[] stored = stores.clocks().get(Keys.domain(domain));
        clock = stored == null ? Long.MIN_VALUE : ByteBuffer.wrap(stored).getLong();
        newestFact = clock;
        String prefix = Keys.domain(domain);
        EngineStores.forEach(stores.policies(), prefix, (key, bytes) -> {
            Policy policy = StoredRecords.policy(bytes);
            versions.computeIfAbsent(policy.getName(), n -> new TreeMap<>())
                    .put(policy.getEffectiveFrom().toEpochMilli(), policy);
        });
        versions.keySet().forEach(this::read);
        EngineStores.forEach(stores.shares(), prefix, (key, bytes) -> {
            ShareNode node = StoredRecords.share(bytes);
            shares.put(node.id(), node);
        });
        EngineStores.forEach(stores.lines(), prefix, (key, bytes) -> {
            List<String> parts = Keys.split(key);
            lines.restore(parts.get(1), new NodeId(parts.get(2), parts.get(3), parts.get(4)), bytes);
        });
        EngineStores.forEach(stores.activeJobs(), prefix, (key, bytes) -> {
            JobKey job = JobBook.parse(key);
            JobState state = StateCodec.decodeJob(bytes);
            jobs.restore(job, state, measures.values())
                    .ifPresent(at -> timeline.schedule(at, new Timeline.Due.Job(job)));
        });
        EngineStores.forEach(stores.held(), prefix, (key, bytes) -> {
            held++;
            timeline.schedule(heldUntil(bytes), new Timeline.Due.Held(key));
        });
        EngineStores.forEach(stores.adjustments(), prefix, (key, bytes) -> {
            Adjustment adjustment = adjustments.restore(key, bytes, clock);
            if (adjustment.at() > clock) {
                timeline.schedule(adjustment.at(), new Timeline.Due.Adjusted(key));
            }
        });
        evaluation.restore();
    }

    /** Takes a record; why it is refused, or null. */
    @Nullable
    String accept(Inbound inbound) {
        return switch (inbound) {
            case Inbound.Job job -> accept(job);
            case Inbound.Share share -> accept(share);
            case Inbound.PolicyVersion version -> accept(version);
            case Inbound.Adjust adjust -> accept(adjust);
            case Inbound.Clock tick -> accept(tick);
        };
    }

    /** Moves the clock, and does what falls due on the way, in order of time. */
    void advanceTo(long instant) {
        long target = Math.min(instant, settings.at());
        if (target <= clock) {
            return;
        }
        if (settings.replay()) {
            evaluation.crossGrid(clock, target);
        }
        boolean moved = false;
        while (timeline.isDue(target)) {
            Timeline.Entry entry = timeline.take();
            clock = Math.max(clock, entry.at());
            carryOut(entry);
            moved = true;
        }
        clock = target;
        if (moved) {
            saveClock();
        }
    }

    void saveClock() {
        if (clock != Long.MIN_VALUE) {
            stores.clocks()
                    .put(
                            Keys.domain(domain),
                            ByteBuffer.allocate(8).putLong(clock).array());
        }
    }

    /** The instant from which usage of a node counts. */
    long since(Measure measure, NodeId node) {
        long periodic = Long.MIN_VALUE;
        for (ActivePolicy policy : policies.values()) {
            if (policy.measure().name().equals(measure.name())) {
                periodic = Math.max(periodic, policy.reset().lastResetAtOrBefore(clock));
            }
        }
        long own = adjustments.lastReset(measure.name(), node, clock, this::isWithin);
        return Math.max(0, Math.max(periodic, own));
    }

    int heldFacts() {
        return held;
    }

    List<String> problems() {
        return shares.problems();
    }

    private @Nullable String accept(Inbound.Job job) {
        counters.events++;
        JobFact fact = job.fact();
        if (settings.replay()) {
            advanceTo(fact.time());
        }
        if (fact.time() > clock) {
            hold(job);
            return null;
        }
        apply(job.key(), fact);
        return null;
    }

    private void hold(Inbound.Job job) {
        byte[] value = StateCodec.encode(new JobState(List.of(job.fact()), 0));
        String key = Keys.job(domain, job.key().cluster(), job.key().job()) + "|"
                + job.fact().time() + "|"
                + java.util.HexFormat.of().formatHex(digest(value));
        if (stores.held().putIfAbsent(key, value) == null) {
            held++;
            timeline.schedule(job.fact().time(), new Timeline.Due.Held(key));
        }
    }

    private void apply(JobKey job, JobFact fact) {
        newestFact = Math.max(newestFact, fact.time());
        settle(job, jobs.take(job, fact, measures.values(), clock), fact.type() + " of job " + job.job());
    }

    private void settle(JobKey job, JobBook.Stepped stepped, String cause) {
        if (!stepped.changed()) {
            counters.duplicates++;
            return;
        }
        for (Charge charge : stepped.charges()) {
            charge(charge);
            evaluation.touch(charge.association(), cause);
        }
        stepped.deadline().ifPresent(at -> timeline.schedule(at, new Timeline.Due.Job(job)));
        evaluation.jobChanged(job, stepped.view());
    }

    private void charge(Charge charge) {
        Measure measure = measures.get(charge.measure());
        if (measure != null) {
            lines.add(measure, charge.association(), charge.segment(), node -> since(measure, node), clock);
        }
    }

    private @Nullable String accept(Inbound.Share share) {
        NodeId id = share.id();
        if (!shares.put(id, share.node())) {
            return null;
        }
        ShareNode now = shares.node(id);
        if (now != null) {
            stores.shares()
                    .put(Keys.node(domain, id.tree(), id.account(), id.user()), StoredRecords.bytes(domain, now));
        }
        evaluation.sharesChanged(id, share.node() == null, "shares of " + id);
        return null;
    }

    private @Nullable String accept(Inbound.PolicyVersion version) {
        TreeMap<Long, Policy> known = versions.computeIfAbsent(version.name(), n -> new TreeMap<>());
        Policy old = known.get(version.effectiveFrom());
        Policy policy = version.policy();
        if (java.util.Objects.equals(old, policy)) {
            return null;
        }
        boolean first = known.isEmpty();
        if (!first && version.effectiveFrom() <= newestFact && newestFact != Long.MIN_VALUE) {
            return "policy " + version.name() + " from " + version.effectiveFrom() + ": events up to " + newestFact
                    + " are applied already; let it hold from a later instant, or rebuild";
        }
        TreeMap<Long, Policy> changed = new TreeMap<>(known);
        if (policy == null) {
            changed.remove(version.effectiveFrom());
        } else {
            changed.put(version.effectiveFrom(), policy);
        }
        String problem = problemOf(changed);
        if (problem != null) {
            return problem;
        }
        String key = Keys.policy(domain, version.name(), version.effectiveFrom());
        versions.put(version.name(), changed);
        if (policy == null) {
            stores.policies().delete(key);
        } else {
            stores.policies().put(key, StoredRecords.bytes(policy));
        }
        Measure before = policies.containsKey(version.name())
                ? policies.get(version.name()).measure()
                : null;
        read(version.name());
        openMeasure(version.name(), before);
        evaluation.policiesChanged("policy " + version.name());
        return null;
    }

    private @Nullable String problemOf(NavigableMap<Long, Policy> changed) {
        if (changed.isEmpty()) {
            return null;
        }
        try {
            ActivePolicy read = ActivePolicy.of(changed, clock);
            Measure same = measures.get(read.measure().name());
            if (same != null && !same.law().equals(read.measure().law())) {
                return "measure " + same.name() + " of policy " + read.name() + ": decays by "
                        + read.measure().law() + ", but is known with " + same.law() + "; give it another name";
            }
            return null;
        } catch (IllegalArgumentException wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    /** Reads the versions of a policy, and schedules what they bring. */
    private void read(String name) {
        TreeMap<Long, Policy> own = versions.get(name);
        if (own == null || own.isEmpty()) {
            policies.remove(name);
            return;
        }
        ActivePolicy policy = ActivePolicy.of(own, clock);
        policies.put(name, policy);
        measures.put(policy.measure().name(), policy.measure());
        Long next = own.higherKey(clock);
        if (next != null) {
            timeline.schedule(next, new Timeline.Due.PolicyChange());
        }
        scheduleReset(policy);
    }

    private void scheduleReset(ActivePolicy policy) {
        long from =
                clock == Long.MIN_VALUE ? policy.current().getEffectiveFrom().toEpochMilli() : clock;
        long next = policy.reset().next(from);
        if (next != ResetPeriod.NEVER) {
            timeline.schedule(next, new Timeline.Due.Reset(policy.measure().name()));
        }
    }

    /** Charges what is known of jobs and adjustments under a measure that is new. */
    private void openMeasure(String name, @Nullable Measure before) {
        ActivePolicy policy = policies.get(name);
        if (policy == null
                || before != null
                || !lines.lines(policy.measure().name()).isEmpty()) {
            return;
        }
        List<Measure> added = List.of(policy.measure());
        jobs.open(added, measures.values(), clock, (job, stepped) -> settle(job, stepped, "policy " + name));
        adjustments.forEachInEffect(adjustment -> addAmounts(adjustment, policy.measure(), false));
    }

    private @Nullable String accept(Inbound.Adjust adjust) {
        Adjustment adjustment = adjust.adjustment();
        if (settings.replay()) {
            advanceTo(adjustment.at());
        }
        String problem = amountProblem(adjustment);
        if (problem != null) {
            return problem;
        }
        Adjustment old = adjustments.get(adjust.key());
        if (old != null && adjustment.compareTo(old) <= 0) {
            counters.duplicates++;
            return null;
        }
        adjustments.put(adjust.key(), adjustment);
        if (old != null && old.at() <= clock) {
            undo(old);
        }
        if (adjustment.at() <= clock) {
            carryOut(adjust.key(), adjustment);
        } else {
            timeline.schedule(adjustment.at(), new Timeline.Due.Adjusted(adjust.key()));
        }
        saveClock();
        return null;
    }

    private @Nullable String amountProblem(Adjustment adjustment) {
        for (Measure measure : measures.values()) {
            BigDecimal largest = Line.largestAmount(measure.law());
            if (adjustment.amount().compareTo(largest) > 0) {
                return "amount " + adjustment.amount() + " of adjustment " + adjustment.id() + ": measure "
                        + measure.name() + " holds at most " + largest + " TRES-seconds at once";
            }
        }
        return null;
    }

    private void undo(Adjustment old) {
        if (old.kind() == Adjustment.Kind.RESET) {
            rebuildLines(old);
        } else {
            measures.values().forEach(measure -> addAmounts(old, measure, true));
        }
    }

    private void carryOut(String key, Adjustment adjustment) {
        adjustments.takeEffect(key);
        if (adjustment.kind() == Adjustment.Kind.RESET) {
            rebuildLines(adjustment);
        } else {
            measures.values().forEach(measure -> addAmounts(adjustment, measure, false));
        }
    }

    private void addAmounts(Adjustment adjustment, Measure measure, boolean back) {
        if (!adjustment.measure().isEmpty() && !adjustment.measure().equals(measure.name())) {
            return;
        }
        for (Adjustment.Amount said : adjustment.amounts()) {
            Adjustment.Amount amount = back ? said.negated() : said;
            lines.add(measure, amount.association(), amount.tresSeconds(), amount.at(), n -> since(measure, n), clock);
            evaluation.touch(amount.association(), "adjustment " + adjustment.id());
        }
    }

    /**
     * Computes the lines within a reset's reach anew, from all jobs and adjustments that are kept: a reset may come late.
     * What is no longer kept ended before the horizon, and so before any reset that is accepted.
     */
    private void rebuildLines(Adjustment reset) {
        for (Measure measure : measures.values()) {
            if (!reset.measure().isEmpty() && !reset.measure().equals(measure.name())) {
                continue;
            }
            Map<NodeId, Line> fresh = new java.util.HashMap<>();
            for (NodeId node : lines.lines(measure.name()).keySet()) {
                if (isWithin(node, reset.association())) {
                    Line line = new Line();
                    line.reset(measure.law(), since(measure, node));
                    fresh.put(node, line);
                }
            }
            for (Charge charge : jobs.charges(List.of(measure))) {
                Line line = fresh.get(charge.association());
                if (line != null) {
                    line.add(measure.law(), charge.segment());
                }
            }
            adjustments.forEachInEffect(adjustment -> {
                if (adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name())) {
                    for (Adjustment.Amount amount : adjustment.amounts()) {
                        Line line = fresh.get(amount.association());
                        if (line != null) {
                            line.add(measure.law(), amount.tresSeconds(), amount.at());
                        }
                    }
                }
            });
            fresh.forEach((node, line) -> {
                lines.replace(measure, node, line, clock);
                evaluation.touch(node, "adjustment " + reset.id());
            });
        }
    }

    /** Whether an association is the node itself, or below the account that it names. */
    private boolean isWithin(NodeId leaf, NodeId reach) {
        if (!leaf.tree().equals(reach.tree())) {
            return false;
        }
        if (!reach.user().isEmpty()) {
            return leaf.equals(reach);
        }
        String account = leaf.account();
        for (int depth = 0; account != null && depth < ShareTree.MAX_DEPTH; depth++) {
            if (account.equals(reach.account())) {
                return true;
            }
            ShareNode above = shares.node(new NodeId(reach.tree(), account, ""));
            account = above == null ? null : above.parent();
        }
        return reach.account().equals("root");
    }

    private @Nullable String accept(Inbound.Clock tick) {
        if (!settings.replay()) {
            return "clock of domain " + domain + ": only replay and simulation move it by records";
        }
        advanceTo(tick.time());
        if (tick.flush()) {
            saveClock();
            evaluation.flush();
        }
        return null;
    }

    private void carryOut(Timeline.Entry entry) {
        switch (entry.due()) {
            case Timeline.Due.Reset reset -> {
                Measure measure = measures.get(reset.measure());
                if (measure != null) {
                    lines.reset(measure, entry.at());
                    evaluation.touchAll("usage reset");
                }
                policies.values().stream()
                        .filter(policy -> policy.measure().name().equals(reset.measure()))
                        .findFirst()
                        .ifPresent(this::scheduleReset);
            }
            case Timeline.Due.PolicyChange change -> {
                new ArrayList<>(versions.keySet()).forEach(this::read);
                evaluation.policiesChanged("policy change");
            }
            case Timeline.Due.Held due -> release(due.key());
            case Timeline.Due.Adjusted due -> {
                Adjustment adjustment = adjustments.get(due.key());
                if (adjustment != null && adjustment.at() == entry.at() && !adjustments.isInEffect(due.key())) {
                    carryOut(due.key(), adjustment);
                }
            }
            case Timeline.Due.Job due -> {
                JobView view = jobs.active().get(due.job());
                if (view != null) {
                    settle(
                            due.job(),
                            jobs.advance(due.job(), measures.values(), clock),
                            "lease of job " + due.job().job());
                }
            }
            case Timeline.Due.Priority due -> {
                JobView view = jobs.active().get(due.job());
                if (view != null) {
                    evaluation.jobChanged(due.job(), view);
                }
            }
        }
    }

    /** Asks for a waiting job's record to be made anew at an instant. */
    void remake(JobKey job, long at) {
        timeline.schedule(at, new Timeline.Due.Priority(job));
    }

    private void release(String key) {
        byte[] bytes = stores.held().delete(key);
        if (bytes != null) {
            held--;
            List<String> parts = Keys.split(key);
            apply(
                    new JobKey(domain, parts.get(1), parts.get(2)),
                    StateCodec.decodeJob(bytes).facts().get(0));
        }
    }

    private static long heldUntil(byte[] bytes) {
        return StateCodec.decodeJob(bytes).facts().get(0).time();
    }

    private static byte[] digest(byte[] value) {
        try {
            return java.util.Arrays.copyOf(
                    java.security.MessageDigest.getInstance("SHA-256").digest(value), 12);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
