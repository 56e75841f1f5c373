package io.fairway.engine.state;

import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.stored.SettledJob;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All knowledge of one domain. At each commit, the stores have the same content. Results are made of it, and questions
 * read it. A task changes it by {@link #replay}. A question reads a copy of its own from the stores and changes nothing.
 */
public final class DomainState {
    private static final int MAX_PROBLEMS = 100;

    private final String domain;
    private final StateStores<?, ?> stores;
    private final Timeline timeline;
    private final PolicyBook policies = new PolicyBook();
    private final PolicyCalendar calendar;
    private final ShareBook shares = new ShareBook();
    private final HostBook hosts = new HostBook();
    private final LineBook lines = new LineBook(shares::shared);
    private final RingBook rings = new RingBook();
    private final ImportedUsageBook imported = new ImportedUsageBook();
    private final SourceBook sources;
    private final ChargedUsage charged;
    private final JobBook jobs;
    private final AdjustmentBook adjustments;
    private final DeferredFacts deferred;
    private final RecalculationBook recalculations;
    private final RefusedVersions refusedVersions;
    /** Several questions may look for them at the same time. */
    private volatile JobTrees jobTrees = new JobTrees(-1, -1, Set.of());

    private long clock = Long.MIN_VALUE;
    private List<String> ofTask = List.of();
    private long appliedThrough = Long.MIN_VALUE;

    /** The trees that jobs named when jobs and policies had changed that many times. */
    private record JobTrees(long jobs, long policies, Set<String> trees) {}

    /** An empty domain, for its task. */
    public DomainState(String domain, WriteBehind written) {
        this(domain, written.stores(), new Timeline(), written.settledJobs()::get, written::flush);
    }

    /** An empty domain, for a question. */
    private DomainState(String domain, StateStores<?, ?> stores) {
        this(
                domain,
                stores,
                Timeline.unused(),
                key -> {
                    byte[] stored = stores.get(Stores.SETTLED_JOBS).get(key);
                    return stored == null ? null : SettledJob.read(stored);
                },
                () -> {});
    }

    private DomainState(
            String domain,
            StateStores<?, ?> stores,
            Timeline timeline,
            Function<String, @Nullable SettledJob> settled,
            Runnable flush) {
        this.domain = domain;
        this.stores = stores;
        this.timeline = timeline;
        calendar = new PolicyCalendar(policies, timeline);
        charged = new ChargedUsage(lines, rings, imported, policies);
        deferred = new DeferredFacts(domain, stores, timeline);
        sources = new SourceBook(domain);
        jobs = new JobBook(domain, stores, timeline, settled, deferred::latest, sources::watched, flush);
        adjustments = new AdjustmentBook(domain, stores, timeline);
        recalculations = new RecalculationBook(domain, stores);
        refusedVersions = new RefusedVersions(domain);
    }

    /**
     * The state of a domain as its stores hold it, for a question.
     *
     * @param now the instant of every number, epoch milliseconds
     * @param decodeCache the values that earlier readings decoded
     * @param last the last reading with the same {@code decoded}; null = none
     */
    public static DomainState reading(
            String domain, StateStores<?, ?> stores, long now, DecodeCache decodeCache, @Nullable DomainState last) {
        DomainState state = new DomainState(domain, stores);
        state.clock = now;
        decodeCache.begin();
        boolean changed =
                state.policies.restore(stores, decodeCache, last == null ? null : last.policies, state::replay);
        if (changed) {
            state.policies.readMeasures();
            decodeCache.forget(Change.Job.class); // The policies decide what a job is charged.
        }
        state.policies.bringTo(now);
        state.restoreBooks(decodeCache, last == null ? null : last.shares);
        decodeCache.end();
        return state;
    }

    /** Replays the content of the stores, for the task that continues with it. */
    public void restore() {
        byte[] stored = stores.get(Stores.CLOCKS).get(Keys.domain(domain));
        if (stored != null) {
            ByteBuffer buffer = ByteBuffer.wrap(stored);
            clock = buffer.getLong();
            appliedThrough = buffer.getLong();
        }
        DecodeCache once = DecodeCache.once(domain);
        policies.restore(stores, once, null, this::replay);
        policiesChanged();
        restoreBooks(once, null);
        deferred.restore(this::replay);
        adjustments.restore(this::replay);
        recalculations.restore(this::replay);
    }

    private void restoreBooks(DecodeCache decodeCache, @Nullable ShareBook last) {
        shares.restore(stores, decodeCache, last, this::replay);
        hosts.restore(stores, decodeCache, this::replay);
        lines.restore(stores.get(Stores.LINES), decodeCache);
        rings.restore(stores, decodeCache);
        imported.restore(stores, decodeCache, this::replay);
        sources.restore(stores, this::replay);
        jobs.restore(policies.measures(), decodeCache, this::replay);
        refusedVersions.restore(stores, this::replay);
    }

    /** Takes a change into memory: live after it was written, and at a start. */
    public void replay(Change change) {
        switch (change) {
            case Change.Job job -> {
                jobs.replay(job);
                sources.replay(job);
            }
            case Change.Source source -> sources.replay(source);
            case Change.Forgotten job -> sources.forget(job.key());
            case Change.Share share -> shares.replay(share);
            case Change.OfHost host -> hosts.replay(host);
            case Change.PolicyVersion version -> policies.replay(version);
            case Change.RefusedVersion refused -> refusedVersions.replay(refused);
            case Change.Imported usage -> imported.replay(usage);
            case Change.Adjusted adjusted -> adjustments.replay(adjusted);
            case Change.Deferred fact -> deferred.replay(fact);
            case Change.Released fact -> deferred.replay(fact);
            case Change.Recalculated recharged -> recalculations.replay(recharged);
        }
    }

    /**
     * Reads the measures, brings the versions of this instant into force, and schedules the next.
     *
     * @return the policies that changed, came or left
     */
    public Set<String> policiesChanged() {
        policies.readMeasures();
        Set<String> changed = policies.bringTo(clock);
        calendar.schedule(clock);
        return changed;
    }

    /** Schedules the next reset of a measure, whose last one is carried out. */
    public void scheduleReset(Measure measure) {
        calendar.scheduleReset(measure, clock);
    }

    /** The last reset of every measure until now. */
    public Map<String, Long> lastResets() {
        return calendar.lastResets(clock);
    }

    /** Moves the clock, which never goes back. */
    public void moveTo(long instant) {
        clock = Math.max(clock, instant);
    }

    /** Notes the instant through which facts were applied. */
    public void applied(long through) {
        appliedThrough = Math.max(appliedThrough, through);
    }

    public String domain() {
        return domain;
    }

    /** The instant through which everything is done, epoch milliseconds; for a question, the instant of its numbers. */
    public long clock() {
        return clock;
    }

    /** No fact later than this was applied. */
    public long appliedThrough() {
        return appliedThrough;
    }

    public Timeline timeline() {
        return timeline;
    }

    public PolicyBook policies() {
        return policies;
    }

    public ShareBook shares() {
        return shares;
    }

    public HostBook hosts() {
        return hosts;
    }

    public LineBook lines() {
        return lines;
    }

    public RingBook rings() {
        return rings;
    }

    public ImportedUsageBook imported() {
        return imported;
    }

    public SourceBook sources() {
        return sources;
    }

    /** Lines, rings and imported usage as policies read them. */
    public ChargedUsage charged() {
        return charged;
    }

    public JobBook jobs() {
        return jobs;
    }

    public AdjustmentBook adjustments() {
        return adjustments;
    }

    public DeferredFacts deferred() {
        return deferred;
    }

    public RecalculationBook recalculations() {
        return recalculations;
    }

    public RefusedVersions refusedVersions() {
        return refusedVersions;
    }

    /** Whether usage that a policy reads is not complete yet. Its results wait. */
    public boolean isRecharging(ActivePolicy policy) {
        return !recalculations.isEmpty() && policy.measures().stream().anyMatch(recalculations::concerns);
    }

    /** A job that waits or runs; null if it does neither. */
    public @Nullable CurrentJob current(JobKey key) {
        JobView view = jobs.active().get(key);
        return view == null ? null : current(key, view);
    }

    /** A job whose view is known. */
    public CurrentJob current(JobKey key, JobView view) {
        return new CurrentJob(key, view, jobs.load(key), policies.memberships(key, view.attributes()));
    }

    /** A job as a change left it. */
    public CurrentJob current(Change.Job job) {
        return new CurrentJob(
                job.key(),
                job.view(),
                job.state(),
                policies.memberships(job.key(), job.view().attributes()));
    }

    /** The trees that any share node, line or job names. */
    public Set<String> trees() {
        Set<String> trees = new HashSet<>(shares.trees());
        trees.addAll(charged.trees());
        trees.addAll(treesOfJobs());
        return trees;
    }

    /** The trees that jobs name. Nobody looks at the jobs again before one of them or a policy changes. */
    private Set<String> treesOfJobs() {
        JobTrees cached = jobTrees;
        if (cached.jobs() != jobs.changes() || cached.policies() != policies.changes()) {
            Set<String> trees = new HashSet<>();
            jobs.active()
                    .forEach((job, view) -> policies.associations(job, view.attributes())
                            .forEach(association -> trees.add(association.tree())));
            cached = new JobTrees(jobs.changes(), policies.changes(), trees);
            jobTrees = cached;
        }
        return cached.trees();
    }

    /** A tree as a policy sees it. */
    public ShareTree tree(ActivePolicy policy, String name) {
        return shares.tree(name, policy.current().getAutoProvisionShares(), this::users);
    }

    /** Whether a rebuilt tree would have a place for an association without a share record. */
    public boolean wouldJoin(NodeId association) {
        for (ActivePolicy policy : policies.of(association.tree())) {
            if (policy.current().getAutoProvisionShares() != null
                    && !association.user().isEmpty()) {
                ShareTree tree = tree(policy, association.tree());
                if (tree.find(association) < 0 && tree.findAccount(association.account()) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The associations of a tree that usage or waiting jobs name. */
    private Collection<NodeId> users(String tree) {
        Set<NodeId> users = new HashSet<>();
        charged.associations()
                .filter(node -> node.tree().equals(tree))
                .map(node -> node.in(""))
                .forEach(users::add);
        jobs.active().forEach((job, view) -> {
            for (NodeId node : policies.associations(job, view.attributes())) {
                if (node.tree().equals(tree)) {
                    users.add(node);
                }
            }
        });
        return users;
    }

    /** Takes over what is wrong for all domains of the task, in words. */
    public void ofTask(List<String> problems) {
        ofTask = problems;
    }

    /**
     * What is wrong for all domains of the task, silent sources, the problems of the share trees, of policies and their
     * topic, and the recharges under way. Only the first ones if there are many: a heartbeat has to fit into a record.
     */
    public List<String> problems() {
        List<String> all = new ArrayList<>(ofTask);
        all.addAll(sources.problems(clock));
        all.addAll(policies.missingSizes());
        all.addAll(recalculations.inWords());
        refusedVersions
                .names()
                .forEach(version -> all.add("policy " + version
                        + ": its newest record was refused, and a rebuild may go by it; send the version that is in force again,"
                        + " or its removal if there is none"));
        all.addAll(shares.problems());
        return firstOf(all);
    }

    /** The policy versions whose newest record was refused, by name and begin; only the first ones if there are many. */
    public List<String> refusedVersionNames() {
        return firstOf(refusedVersions.names());
    }

    private static List<String> firstOf(List<String> all) {
        if (all.size() <= MAX_PROBLEMS) {
            return all;
        }
        List<String> first = new ArrayList<>(all.subList(0, MAX_PROBLEMS));
        first.add("and " + (all.size() - MAX_PROBLEMS) + " more");
        return first;
    }
}
