package io.fairway.reading;

import io.fairway.avro.Policy;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.hosts.Host;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Standing;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.stored.SettledJob;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.StartVerdict;
import io.fairway.policies.family.UsageReader;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A domain as its stores hold it at an instant. It has the same books as a task, read for a question, and evaluates
 * them by the same functions. It never writes to a store. It computes each requested value once.
 */
public final class DomainSnapshot {
    private final DomainState state;
    private final StateStores<?, ?> stores;
    private final JobRanking jobRanking;
    private final DecodeCache decodeCache;
    private final Map<Once, Computed> once = new ConcurrentHashMap<>();

    private DomainSnapshot(DomainState state, DecodeCache decodeCache, StateStores<?, ?> stores) {
        this.state = state;
        this.decodeCache = decodeCache;
        this.stores = stores;
        jobRanking = new JobRanking(this, state, stores);
    }

    /**
     * A policy in force.
     *
     * @param current the version in force
     * @param versions the instants from which its versions hold
     */
    public record NamedPolicy(Policy current, PolicyFamily family, NavigableSet<Long> versions) {
        public String name() {
            return current.getName();
        }
    }

    /**
     * A waiting job, or a resize request, as a policy ranks it.
     *
     * @param association the association whose fairshare counts; null = none
     * @param fairshare the number that the record takes from the association; NaN if there is none
     * @param eligible whether its own conditions let it start
     * @param factors how the factors of its priority came about
     */
    public record RankedJob(
            JobKey key,
            String request,
            JobView view,
            JobPriorityRecord record,
            @Nullable NodeId association,
            double fairshare,
            double priority,
            double then,
            boolean eligible,
            String queue,
            Ranked.Chunk chunk,
            StartVerdict limits,
            Supplier<List<Term>> factors)
            implements Standing {
        @Override
        public long submitted() {
            return view.submitted();
        }

        @Override
        public String jobId() {
            return key.job();
        }

        /** Whether the job is eligible and not held, and no limit of the policy is in the way. */
        public boolean mayStart() {
            return eligible && !record.held() && limits.mayStart();
        }
    }

    private record Once(Class<?> type, String of) {}

    private static final class Computed {
        private @Nullable Object value;
    }

    /**
     * A value that answers compute from the whole domain, kept for the next question. If several questions come at the
     * same time, one computes and the others wait for it.
     *
     * @param of the name of the value's source, unique within its type
     */
    public <T> T once(Class<T> type, String of, Supplier<T> compute) {
        Computed computed = once.computeIfAbsent(new Once(type, of), key -> new Computed());
        synchronized (computed) {
            T value = type.cast(computed.value);
            if (value == null) {
                value = compute.get();
                computed.value = value;
            }
            return value;
        }
    }

    /**
     * Makes a value by a look at all kept jobs, or at the rows of all associations. One is made at a time, also of later readings of the
     * domain: such questions never take more than one core. Nobody may hold a lock of this reading meanwhile.
     */
    public <T> T inTurn(Supplier<T> make) {
        synchronized (decodeCache) {
            return make.get();
        }
    }

    /** The clusters with jobs that wait or run, or that ended and are not forgotten. */
    public SortedSet<String> clusters() {
        TreeSet<String> clusters = new TreeSet<>();
        jobs().keySet().forEach(job -> clusters.add(job.cluster()));
        ReadOnlyKeyValueStore<String, byte[]> settled = stores.get(Stores.SETTLED_JOBS);
        String ofDomain = Keys.domain(domain()) + "|";
        String next = firstKey(settled, ofDomain);
        while (next != null && next.startsWith(ofDomain)) {
            clusters.add(Keys.split(next).get(1));
            // "}" is the first character after the separator: this skips all jobs of the cluster.
            next = firstKey(settled, next.substring(0, next.indexOf('|', ofDomain.length())) + "}");
        }
        return clusters;
    }

    /** The domains in the stores of a partition. */
    public static SortedSet<String> domains(StateStores<?, ?> stores) {
        TreeSet<String> domains = new TreeSet<>();
        for (ReadOnlyKeyValueStore<String, byte[]> store : stores.byDomain()) {
            String next = firstKey(store, null);
            while (next != null) {
                String domain = Keys.domainOf(next);
                domains.add(domain);
                // '}' follows '|', so this key is behind every key of the domain.
                next = firstKey(store, Keys.domain(domain) + "}");
            }
        }
        return domains;
    }

    private static @Nullable String firstKey(ReadOnlyKeyValueStore<String, byte[]> store, @Nullable String from) {
        try (KeyValueIterator<String, byte[]> rest = from == null ? store.all() : store.range(from, null)) {
            return rest.hasNext() ? rest.next().key : null;
        }
    }

    /**
     * Reads a domain.
     *
     * @param now the instant of every number, epoch milliseconds
     * @param last an earlier reading of the domain, which lends everything that did not change since; null = none. At
     *     most one reading may follow it at a time
     */
    public static DomainSnapshot read(
            String domain, StateStores<?, ?> stores, long now, @Nullable DomainSnapshot last) {
        DecodeCache decodeCache = last == null ? DecodeCache.kept(domain) : last.decodeCache;
        DomainState state = DomainState.reading(domain, stores, now, decodeCache, last == null ? null : last.state);
        return new DomainSnapshot(state, decodeCache, stores);
    }

    /**
     * The domain with other content of some stores. It takes as long as a first reading, and keeps nothing of it.
     *
     * @param others entries of this domain alone are enough
     * @param at the instant of every number, epoch milliseconds
     */
    public DomainSnapshot with(Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> others, long at) {
        return read(domain(), changed(others), at, null);
    }

    /**
     * The next reading after this one, at the same instant and with other content of some stores. This one lends everything that is
     * equal, so nobody else may read on from it.
     */
    public DomainSnapshot next(Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> others) {
        return read(domain(), changed(others), asOf(), this);
    }

    private StateStores<?, ?> changed(Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> others) {
        return new StateStores<>(
                store -> Objects.requireNonNullElseGet(others.get(store), () -> stores.get(store)),
                store -> stores.get(store));
    }

    public String domain() {
        return state.domain();
    }

    /** The instant of every number, epoch milliseconds. */
    public long asOf() {
        return state.clock();
    }

    /** How far each source has looked, in its last life. */
    public List<SourceHeartbeat> sources() {
        return state.sources().latest();
    }

    /** The clusters whose sources are silent, each in a sentence. */
    public List<String> silentSources() {
        return state.sources().problems(state.clock());
    }

    /** Whether the stores hold anything of the domain. */
    public boolean isKnown() {
        return !trees().isEmpty() || !state.policies().inForce().isEmpty();
    }

    /** The policies in force, the active ones first. */
    public List<NamedPolicy> policies() {
        List<NamedPolicy> policies = new ArrayList<>();
        for (ActivePolicy policy : state.policies().inForce()) {
            policies.add(new NamedPolicy(
                    policy.current(), policy.family(), state.policies().versions(policy.name())));
        }
        return policies;
    }

    /** Every tree that any record names. */
    public SortedSet<String> trees() {
        return once(Trees.class, "", () -> Trees.of(state.trees())).names();
    }

    /** The trees that a policy evaluates. */
    public SortedSet<String> trees(NamedPolicy policy) {
        return once(
                        Trees.class,
                        policy.name(),
                        () -> Trees.of(trees().stream()
                                .filter(tree -> state.policies().of(tree).stream()
                                        .anyMatch(of -> of.name().equals(policy.name())))
                                .toList()))
                .names();
    }

    private record Trees(SortedSet<String> names) {
        static Trees of(Collection<String> names) {
            return new Trees(Collections.unmodifiableSortedSet(new TreeSet<>(names)));
        }
    }

    /** A tree as a policy sees it; without a policy, as the share records define it. */
    public synchronized ShareTree tree(@Nullable NamedPolicy policy, String tree) {
        return policy == null ? state.shares().tree(tree, null, t -> List.of()) : state.tree(active(policy), tree);
    }

    /** The share record of a node; null if no record names it. */
    public @Nullable ShareNode share(NodeId node) {
        return state.shares().node(node);
    }

    public Fairshare fairshare(NamedPolicy policy, String tree) {
        return once(
                Fairshare.class,
                policy.name() + "|" + tree,
                () -> policy.family()
                        .view(tree(policy, tree), state.charged(), asOf())
                        .fairshare());
    }

    public UsageReader usage() {
        return state.charged();
    }

    /** The nodes that have usage under a measure, lines and windows alike. */
    public Collection<NodeId> charged(Measure measure) {
        return state.policies().statement(measure).windows() == null
                ? state.lines().lines(measure.name()).keySet()
                : state.rings().rings(measure.name()).keySet();
    }

    public Collection<Measure> measures() {
        return state.policies().measures();
    }

    public MeasureDefinition statement(Measure measure) {
        return state.policies().statement(measure);
    }

    /** The next instant at which usage of a measure begins anew; Long.MAX_VALUE = never. */
    public long nextReset(Measure measure) {
        return nextReset(measure, asOf());
    }

    /** The first instant after {@code at} at which usage of a measure begins anew; Long.MAX_VALUE = never. */
    public long nextReset(Measure measure, long at) {
        return state.policies().resets(measure.name()).next(at);
    }

    /** The last instant at or before {@code at} at which usage of a measure began anew by its policy; Long.MIN_VALUE or 0 = never. */
    public long lastReset(Measure measure, long at) {
        return state.policies().resets(measure.name()).lastAtOrBefore(at);
    }

    /** The hosts of all clusters. */
    public Collection<Host> hosts() {
        return state.hosts().table().all();
    }

    /** Usage by hour and by day. */
    public StateStores<?, ?> stores() {
        return stores;
    }

    /** The jobs that wait or run. */
    public Map<JobKey, JobView> jobs() {
        return state.jobs().active();
    }

    /** The associations that a job belongs to, under one policy or another. */
    public Collection<NodeId> associations(JobKey job, JobView view) {
        return state.policies().associations(job, view.attributes());
    }

    /** The known facts of a job; of an ended one until the ledger's horizon. Empty if there are none. */
    public JobState job(JobKey job) {
        return state.jobs().load(job);
    }

    /** The present view of a job. */
    public JobView view(JobState job) {
        return JobView.of(job, state.policies().measures());
    }

    /** The ledger's charges for a job. */
    public List<Charge> charges(JobKey key, JobState job) {
        return JobLedger.charges(key, job, state.policies().measures());
    }

    /** Hands out every kept job, ended ones included. */
    public void forEachKept(Consumer<JobKey> action) {
        state.jobs().active().keySet().forEach(action);
        StateStores.forEach(stores.get(Stores.SETTLED_JOBS), Keys.domain(domain()), (key, bytes) -> {
            if (!SettledJob.isMark(bytes)) {
                action.accept(JobBook.parse(key));
            }
        });
    }

    /** The orders of queues and pools under a policy. */
    public List<Order> orders(NamedPolicy policy) {
        return jobRanking.orders(policy);
    }

    /** The waiting jobs of a policy: those that may start, in their order, then those that may not. */
    public List<RankedJob> ranking(NamedPolicy policy) {
        return once(Ranking.class, policy.name(), () -> new Ranking(jobRanking.of(policy)))
                .jobs();
    }

    private record Ranking(List<RankedJob> jobs) {}

    /** The ranked requests of one job. */
    public List<RankedJob> rank(NamedPolicy policy, JobKey job, JobView view) {
        return jobRanking.of(policy, job, view);
    }

    ActivePolicy active(NamedPolicy policy) {
        for (ActivePolicy active : state.policies().inForce()) {
            if (active.name().equals(policy.name())) {
                return active;
            }
        }
        throw new IllegalArgumentException("policy " + policy.name() + ": not in force");
    }
}
