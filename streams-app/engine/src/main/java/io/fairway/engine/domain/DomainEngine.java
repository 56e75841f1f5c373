package io.fairway.engine.domain;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.Counters;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Outbox;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.state.AdjustmentBook;
import io.fairway.engine.state.ChargedUsage;
import io.fairway.engine.state.HeldFacts;
import io.fairway.engine.state.Inbound;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.state.LineBook;
import io.fairway.engine.state.PolicyBook;
import io.fairway.engine.state.PolicyCalendar;
import io.fairway.engine.state.RingBook;
import io.fairway.engine.state.SentUsage;
import io.fairway.engine.state.ShareBook;
import io.fairway.engine.state.Timeline;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.SentBook;
import io.fairway.engine.store.StoredRecords;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One domain: what is known of it, in memory as it is in the stores. Takes records, moves its clock, and does what falls
 * due; {@link UsageAccounting} moves the lines, {@link DomainEvaluation} makes results.
 *
 * <p>Everything in here but the stores is derived, and built anew whenever a task starts.
 */
public final class DomainEngine {
    /** What is applied is noted on this grid, so that noting it costs little; milliseconds. */
    private static final long APPLIED_GRID = 60_000;

    private static final int MOST_PROBLEMS = 100;

    private final String domain;
    private final EngineSettings settings;
    private final EngineStores stores;
    private final Timeline timeline = new Timeline();
    private final HeldFacts held;
    private final AdjustmentBook adjustments;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final PolicyCalendar calendar;
    public final PolicyBook policies;
    public final ShareBook shares = new ShareBook();
    public final SentUsage sentUsage;
    private long evaluatedNodes;
    public final LineBook lines;
    public final RingBook rings;
    public final ChargedUsage charged;
    public final JobBook jobs;
    public final Counters counters;
    public final ProcessorWatch watch;
    private long clock = Long.MIN_VALUE;
    private long appliedThrough = Long.MIN_VALUE;

    public DomainEngine(
            String domain, EngineSettings settings, EngineStores stores, Outbox outbox, ProcessorWatch watch) {
        this(domain, settings, stores, outbox, watch, new SentUsage(domain, new SentBook(stores.linesSent())));
    }

    /**
     * A domain that is only read: of its stores, by another thread than their task's.
     *
     * @param last the last reading with the same {@code decoded}; null = none
     */
    public static DomainEngine reading(
            String domain,
            EngineSettings settings,
            EngineStores stores,
            long now,
            Decoded decoded,
            @Nullable DomainEngine last) {
        Outbox none = (topic, key, value) -> {
            throw new IllegalStateException("a question sends nothing");
        };
        DomainEngine engine =
                new DomainEngine(domain, settings, stores, none, ProcessorWatch.NONE, new SentUsage(domain, null));
        engine.clock = now;
        decoded.begin();
        if (engine.policies.restore(now, decoded)) {
            decoded.forget(stores.activeJobs()); // What is charged for a job is for the policies to say.
        }
        engine.restoreBooks(decoded, last == null ? null : last.shares, (job, at) -> {});
        decoded.end();
        engine.evaluation.beginReading();
        return engine;
    }

    private DomainEngine(
            String domain,
            EngineSettings settings,
            EngineStores stores,
            Outbox outbox,
            ProcessorWatch watch,
            SentUsage sentUsage) {
        this.domain = domain;
        this.sentUsage = sentUsage;
        this.watch = watch;
        counters = new Counters(watch);
        this.settings = settings;
        this.stores = stores;
        held = new HeldFacts(domain, stores.held(), timeline);
        policies = new PolicyBook(domain, stores.policies());
        calendar = new PolicyCalendar(policies, timeline);
        lines = new LineBook(stores, sentUsage);
        rings = new RingBook(stores.rings(), sentUsage);
        charged = new ChargedUsage(lines, rings, policies);
        jobs = new JobBook(domain, stores.activeJobs(), stores.settledJobs());
        adjustments = new AdjustmentBook(domain, stores.adjustments());
        usage = new UsageAccounting(lines, rings, jobs, adjustments, shares, policies);
        evaluation = new DomainEvaluation(domain, settings, stores, outbox, this);
    }

    public String domain() {
        return domain;
    }

    public long clock() {
        return clock;
    }

    public DomainEvaluation evaluation() {
        return evaluation;
    }

    public int heldFacts() {
        return held.count();
    }

    /** Reads back what the stores hold of the domain. */
    public void restore() {
        byte[] stored = stores.clocks().get(Keys.domain(domain));
        if (stored != null) {
            ByteBuffer buffer = ByteBuffer.wrap(stored);
            clock = buffer.getLong();
            appliedThrough = buffer.getLong();
        }
        Decoded once = Decoded.once(domain);
        policies.restore(clock, once);
        restoreBooks(once, null, (job, at) -> timeline.schedule(at, new Timeline.Due.Job(job)));
        held.restore();
        adjustments.restore((key, adjustment) -> timeline.schedule(adjustment.at(), new Timeline.Due.Adjusted(key)));
        calendar.schedule(clock);
        evaluation.restore(stores, appliedThrough);
    }

    private void restoreBooks(Decoded decoded, @Nullable ShareBook last, BiConsumer<JobKey, Long> deadlines) {
        shares.restore(stores.shares(), decoded, last);
        lines.restore(decoded);
        rings.restore(decoded);
        jobs.restore(policies.measures(), decoded, deadlines);
    }

    /** Takes a record; why it is refused, or null. */
    @Nullable
    public String accept(Inbound inbound) {
        return switch (inbound) {
            case Inbound.Job job -> accept(job);
            case Inbound.Share share -> accept(share);
            case Inbound.PolicyVersion version -> accept(version);
            case Inbound.Adjust adjust -> accept(adjust);
            case Inbound.Clock tick -> accept(tick);
        };
    }

    /** Moves the clock, and does what falls due on the way, in order of time. */
    public void advanceTo(long instant) {
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

    /** Asks for a waiting job's record to be made anew at an instant. */
    public void remake(JobKey job, long at) {
        timeline.schedule(at, new Timeline.Due.Priority(job));
    }

    private @Nullable String accept(Inbound.Job job) {
        JobFact fact = job.fact();
        counters.event(fact.type());
        String problem = JobLedger.problem(fact, policies.measures());
        if (problem != null) {
            return problem;
        }
        if (settings.replay()) {
            advanceTo(fact.time());
        }
        if (fact.time() > clock) {
            held.hold(job.key(), fact);
            return null;
        }
        return apply(job.key(), fact);
    }

    private @Nullable String apply(JobKey job, JobFact fact) {
        JobBook.Stepped stepped = jobs.take(job, fact, policies.measures(), clock);
        if (stepped == null) {
            return "job " + job.job() + " has " + JobBook.MOST_FACTS + " facts already; only its end is taken";
        }
        applied(fact.time());
        settle(job, stepped, fact.type() + " of job " + job.job());
        return null;
    }

    private void settle(JobKey job, JobBook.Stepped stepped, String cause) {
        if (!stepped.changed()) {
            counters.duplicate();
            return;
        }
        touch(usage.charge(stepped.charges(), clock), cause);
        stepped.deadline().ifPresent(at -> timeline.schedule(at, new Timeline.Due.Job(job)));
        evaluation.jobChanged(job, stepped.view());
    }

    private @Nullable String accept(Inbound.Share share) {
        NodeId id = share.id();
        ShareNode before = shares.node(id);
        if (!shares.put(id, share.node())) {
            return null;
        }
        ShareNode now = shares.node(id);
        if (now != null) {
            stores.shares()
                    .put(Keys.node(domain, id.tree(), id.account(), id.user()), StoredRecords.bytes(domain, now));
        }
        boolean jobs = before == null
                || now == null
                || before.deleted() != now.deleted()
                || before.priority() != now.priority()
                || !java.util.Objects.equals(before.parent(), now.parent());
        evaluation.sharesChanged(id.tree(), jobs, "shares of " + id);
        return null;
    }

    private @Nullable String accept(Inbound.PolicyVersion version) {
        Map<String, Long> lastResets = calendar.lastResets(clock);
        PolicyBook.Accepted accepted = policies.accept(version, clock, appliedThrough);
        if (!accepted.changed()) {
            return accepted.problem();
        }
        String cause = "policy " + version.name();
        for (Measure measure : policies.measures()) {
            Long lastReset = lastResets.get(measure.name());
            if (lastReset == null) {
                open(measure, cause);
            } else if (lastReset < policies.resets(measure.name()).lastAtOrBefore(clock)) {
                // The version holds from a little before the clock on, and resets there.
                touch(usage.rebuild(measure, node -> true, clock), cause);
            }
        }
        calendar.schedule(clock);
        evaluation.policiesChanged(cause);
        return null;
    }

    /** Charges what is known of jobs and adjustments under a measure that is new. */
    private void open(Measure measure, String cause) {
        jobs.open(List.of(measure), policies.measures(), clock, (job, stepped) -> settle(job, stepped, cause));
        touch(usage.open(measure, clock), cause);
    }

    private @Nullable String accept(Inbound.Adjust adjust) {
        Adjustment adjustment = adjust.adjustment();
        if (settings.replay()) {
            advanceTo(adjustment.at());
        }
        String problem = usage.problem(adjustment);
        if (problem != null) {
            return problem;
        }
        Adjustment old = adjustments.get(adjust.key());
        if (old != null && adjustment.compareTo(old) <= 0) {
            counters.duplicate();
            return null;
        }
        touch(usage.replace(adjust.key(), adjustment, clock), "adjustment " + adjustment.id());
        if (adjustment.at() <= clock) {
            carryOut(adjust.key());
        } else {
            timeline.schedule(adjustment.at(), new Timeline.Due.Adjusted(adjust.key()));
        }
        return null;
    }

    private void carryOut(String key) {
        Adjustment adjustment = adjustments.get(key);
        if (adjustment != null && adjustment.at() <= clock && !adjustments.isInEffect(key)) {
            applied(adjustment.at());
            touch(usage.carryOut(key, clock), "adjustment " + adjustment.id());
        }
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
            case Timeline.Due.Reset reset -> reset(reset.measure(), entry.at());
            case Timeline.Due.PolicyChange change -> {
                policies.bringTo(clock);
                calendar.schedule(clock);
                evaluation.policiesChanged("policy change");
            }
            case Timeline.Due.Held due -> {
                HeldFacts.Released released = held.release(due.key());
                if (released != null && apply(released.job(), released.fact()) != null) {
                    counters.deadLetters++;
                }
            }
            case Timeline.Due.Adjusted due -> carryOut(due.key());
            case Timeline.Due.Job due -> {
                if (jobs.active().containsKey(due.job())) {
                    settle(
                            due.job(),
                            jobs.advance(due.job(), policies.measures(), clock),
                            "lease of job " + due.job().job());
                }
            }
            case Timeline.Due.Priority due -> evaluation.jobDue(due.job());
        }
    }

    private void reset(String name, long at) {
        Measure measure = policies.measure(name);
        if (measure != null && calendar.isReset(name, at)) {
            applied(at);
            touch(usage.reset(measure, at), "usage reset");
            calendar.schedule(clock);
        }
    }

    private void touch(Collection<NodeId> associations, String cause) {
        for (NodeId association : associations) {
            evaluation.touch(association, cause);
        }
    }

    private void applied(long time) {
        if (time > appliedThrough) {
            appliedThrough = (Math.floorDiv(time, APPLIED_GRID) + 1) * APPLIED_GRID - 1;
            saveClock();
        }
    }

    private void saveClock() {
        if (clock != Long.MIN_VALUE) {
            byte[] value = ByteBuffer.allocate(16)
                    .putLong(clock)
                    .putLong(appliedThrough)
                    .array();
            stores.clocks().put(Keys.domain(domain), value);
        }
    }

    /** The trees that anything names: a share node, a line, a job. */
    public Set<String> trees() {
        Set<String> trees = new HashSet<>(shares.trees());
        trees.addAll(charged.trees());
        jobs.active()
                .forEach((job, view) -> policies.associations(job, view.attributes())
                        .forEach(association -> trees.add(association.tree())));
        return trees;
    }

    /** A tree of so many nodes was evaluated. */
    public void evaluated(int nodes) {
        evaluatedNodes += nodes;
    }

    /** Nodes of trees that were evaluated since this was asked last. */
    public long takeEvaluatedNodes() {
        long nodes = evaluatedNodes;
        evaluatedNodes = 0;
        return nodes;
    }

    /** What is wrong with the share trees, the first of it when it is much: a heartbeat has to fit into a record. */
    public List<String> problems() {
        List<String> all = shares.problems();
        if (all.size() <= MOST_PROBLEMS) {
            return all;
        }
        List<String> first = new ArrayList<>(all.subList(0, MOST_PROBLEMS));
        first.add("and " + (all.size() - MOST_PROBLEMS) + " more");
        return first;
    }
}
