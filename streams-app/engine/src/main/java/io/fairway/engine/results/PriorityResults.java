package io.fairway.engine.results;

import io.fairway.avro.PriorityRecord;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.engine.Budget;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.SentFingerprints;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.policies.avro.Results;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.records.PriorityReader;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The priority records of one domain's waiting jobs. Sends a record when it changes, and withdraws it when the job no
 * longer waits. A fingerprint of each sent record is stored with it; of one that must not fall, the record itself.
 */
final class PriorityResults {
    private static final Budget SPENT = () -> true;

    private final DomainState state;
    private final ReadOnlyKeyValueStore<String, byte[]> store;
    private final SentFingerprints sent;
    private final ResultSink resultSink;
    private final FairshareResults fairshare;
    private final IncreaseOnlyPricing pricing;
    private final LimitDecisions limits;
    private final IncreaseOnlyJobs increaseOnlyJobs = new IncreaseOnlyJobs();
    private final Map<JobKey, Set<String>> keys = new HashMap<>();
    private final Set<JobKey> ready = new HashSet<>();
    /** The jobs whose records follow usage while those of other jobs do not, each with its share trees. */
    private final Map<JobKey, Set<String>> following = new HashMap<>();

    /** The fall that jobs are looked at for; null = none. */
    private @Nullable Falling falling;

    /** A factor that is about to fall, at an instant. */
    private record Falling(String policy, NodeId node, double factor, long at) {}

    private final RepricingQueue pass = new RepricingQueue();
    /** The jobs that were not looked at since the task started. */
    private final Set<JobKey> unseen = new HashSet<>();

    PriorityResults(
            DomainState state,
            WriteBehind written,
            ResultSink resultSink,
            FairshareResults fairshare,
            JobPricing pricing,
            LimitDecisions limits) {
        this.state = state;
        store = written.stores().get(Stores.PRIORITIES_SENT);
        sent = new SentFingerprints(written.prioritiesSent());
        this.resultSink = resultSink;
        this.fairshare = fairshare;
        this.limits = limits;
        this.pricing = new IncreaseOnlyPricing(pricing, written.prioritiesSent()::get);
    }

    /**
     * Takes over what was sent before the task started. Looks at every job again, for anything that fell due meanwhile.
     */
    void restore() {
        StateStores.forEach(store, Keys.domain(state.domain()), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            JobKey job = new JobKey(state.domain(), parts.get(2), parts.get(3));
            keys.computeIfAbsent(job, j -> new TreeSet<>()).add(key);
            unseen.add(job);
            byte[] whole = SentFingerprints.whole(bytes);
            if (whole != null) {
                increaseOnlyJobs.add(job, parts.get(1), PriorityReader.association(StoredRecords.priority(whole)));
            }
        });
        unseen.addAll(state.jobs().active().keySet());
        pass.askAll();
    }

    /**
     * The factor of a node is about to fall: the jobs that it counts for, and whose priorities must not fall, get records
     * that begin at their present priorities. Returns the number of these jobs.
     */
    int beforeFall(ActivePolicy policy, NodeId node, double factor, long at) {
        Set<JobKey> jobs = increaseOnlyJobs.of(policy.name(), node);
        if (!jobs.isEmpty()) {
            falling = new Falling(policy.name(), node, factor, at);
            for (JobKey job : jobs) {
                look(job, true);
            }
            falling = null;
        }
        return jobs.size();
    }

    /** A job changed. It is looked at in the next turn, unless too many wait for that. */
    void changedLately(JobKey job) {
        pass.due(job);
        if (pass.isCrowded()) {
            sendDue(SPENT);
        }
    }

    void changed(CurrentJob current) {
        JobKey job = current.key();
        unseen.remove(job);
        increaseOnlyJobs.remove(job);
        limits.changed(current);
        Set<String> whole = new HashSet<>();
        Map<String, PriorityRecord> now = records(current, whole);
        if (current.isPending()
                && now.values().stream().anyMatch(record -> record.getEligible() && !record.getHeld())) {
            ready.add(job);
        } else {
            ready.remove(job);
        }
        Set<String> left = new HashSet<>(now.keySet());
        left.addAll(unchanged(current));
        withdraw(left.isEmpty() ? keys.remove(job) : keys.put(job, Set.copyOf(left)), left);
        now.forEach((key, record) -> {
            byte[] content = Results.content(record);
            boolean steady = whole.contains(key);
            if (steady) {
                increaseOnlyJobs.add(job, record.getPolicy(), PriorityReader.association(record));
            }
            if (!sent.isSent(key, content)) {
                if (steady) {
                    sent.putWhole(key, content);
                } else {
                    sent.put(key, content);
                }
                record.setAsOf(Instant.ofEpochMilli(state.clock()));
                resultSink.send(Topic.PRIORITIES, key, record);
            }
        });
    }

    /** The records of policies whose usage is not complete yet. */
    private Set<String> unchanged(CurrentJob job) {
        Set<String> before = keys.get(job.key());
        if (before == null || !job.isPending() || state.recalculations().isEmpty()) {
            return Set.of();
        }
        return before.stream()
                .filter(key -> {
                    String policy = Keys.split(key).get(1);
                    return job.memberships().stream()
                            .map(CurrentJob.Membership::policy)
                            .anyMatch(active -> active.name().equals(policy) && state.isRecharging(active));
                })
                .collect(Collectors.toSet());
    }

    private void withdraw(@Nullable Set<String> before, Set<String> now) {
        if (before != null) {
            before.stream().filter(key -> !now.contains(key)).sorted().forEach(key -> {
                sent.remove(key);
                resultSink.send(Topic.PRIORITIES, key, null);
            });
        }
    }

    /** Whether a job waits, is not held, and meets its own conditions for a start. */
    boolean isReady(JobKey job) {
        return ready.contains(job);
    }

    /** Whether every job was looked at since the task started. Before that, the ready jobs are not known. */
    boolean isRestored() {
        return unseen.isEmpty();
    }

    /** The jobs to look at again. */
    RepricingQueue pass() {
        return pass;
    }

    /** The next pass looks at the jobs of a tree whose records follow usage. */
    void refreshFollowing(String tree) {
        following.forEach((job, trees) -> {
            if (trees.contains(tree)) {
                pass.ask(job);
            }
        });
    }

    /** Begins the pass that was asked for. Returns false if none was. */
    boolean beginPass() {
        if (!pass.isAsked()) {
            return false;
        }
        Set<JobKey> active = state.jobs().active().keySet();
        return pass.begin(
                active, unseen.stream().filter(job -> !active.contains(job)).toList());
    }

    /** Sends what changed of the jobs that are due. */
    void sendDue(Budget budget) {
        pass.lookAtDue(this::look, budget);
    }

    /** Sends what changed of the jobs that are due, and of the next jobs of the pass. */
    void send(Budget budget) {
        pass.goOn(this::look, budget);
    }

    private void look(JobKey job, boolean isOfPass) {
        JobView view = state.jobs().active().get(job);
        if (view == null) {
            unseen.remove(job);
            ready.remove(job);
            following.remove(job);
            increaseOnlyJobs.remove(job);
            limits.forget(job);
            withdraw(keys.remove(job), Set.of());
        } else if (isOfPass
                || state.policies().associations(job, view.attributes()).stream()
                        .anyMatch(association -> pass.isAbout(association.tree()))) {
            changed(state.current(job, view));
        }
    }

    /**
     * The records of a job by key. There are none unless the job waits or its policy ranks active jobs, and its
     * association is known.
     *
     * @param whole gets the keys of those that must not fall
     */
    private Map<String, PriorityRecord> records(CurrentJob job, Set<String> whole) {
        Map<String, PriorityRecord> records = new TreeMap<>();
        Timeline.Due again = new Timeline.Due.Priority(job.key());
        following.remove(job.key());
        if (!job.isPending()
                && job.memberships().stream()
                        .allMatch(membership ->
                                membership.policy().family().requestsOfActive().isEmpty())) {
            state.timeline().cancel(again);
            return records;
        }
        JobView view = job.view();
        boolean eligible = !job.isPending() || PendingJobs.isEligible(view, job.life(), state.clock());
        long next = JobPriorityRecord.FOREVER;
        for (CurrentJob.Membership membership : job.memberships()) {
            String policy = membership.policy().name();
            NodeId association = membership.association();
            if (state.isRecharging(membership.policy())) {
                continue; // The record that was sent stays until usage is complete.
            }
            double factor = association == null ? Double.NaN : fairshare.factor(membership.policy(), association);
            NodeId node = association == null ? PendingJobs.association(job.key(), view) : association;
            Map<String, Ranked> ranked = pricing.ranked(
                    membership.policy(),
                    job,
                    association,
                    factor,
                    request -> key(job, policy, request),
                    of -> fairshare.factor(membership.policy(), of),
                    of -> next(membership.policy(), of),
                    falling == null ? state.clock() : Math.max(state.clock(), falling.at()));
            for (Map.Entry<String, Ranked> request : ranked.entrySet()) {
                String key = key(job, policy, request.getKey());
                Ranked of = request.getValue();
                if (of.neverFalls()) {
                    whole.add(key);
                }
                boolean startable = eligible
                        && !request.getKey().equals(Keys.RUNNING)
                        && of.limits().mayStart()
                        && !limits.isUndecided(membership.policy(), job.key());
                if (job.isPending()) {
                    limits.priced(
                            membership.policy(),
                            job.key(),
                            of.record(),
                            of.record().fairshareNode());
                }
                NodeId counts =
                        of.record().fairshareNode() == null ? node : of.record().fairshareNode();
                PriorityRecord record = Results.priority(key, counts, of.view(), of.record(), startable, of.queue());
                record.setChunkSize(of.chunk().size());
                record.setChunkKeys(of.chunk().keys());
                record.setChunk(of.chunk().waitsIn());
                records.put(key, record);
                next = Math.min(next, of.record().validUntil());
                if (of.followsUsage()) {
                    following.computeIfAbsent(job.key(), j -> new HashSet<>()).add(node.tree());
                }
            }
        }
        long begin = view.attributes().number(Attribute.BEGIN_TIME, 0);
        if (job.isPending() && begin > state.clock()) {
            next = Math.min(next, begin);
        }
        remake(again, next);
        return records;
    }

    private String key(CurrentJob job, String policy, String request) {
        return Keys.priority(
                state.domain(), policy, job.key().cluster(), job.key().job(), request);
    }

    /** The factor of a node that counts from now on: as it was last sent, or as it falls. */
    private double next(ActivePolicy policy, NodeId node) {
        return falling != null
                        && falling.policy().equals(policy.name())
                        && falling.node().equals(node)
                ? falling.factor()
                : fairshare.factor(policy, node);
    }

    /** Looks at a job again when its first record is no longer valid, or its begin time has come. */
    private void remake(Timeline.Due again, long next) {
        if (next == JobPriorityRecord.FOREVER) {
            state.timeline().cancel(again);
        } else {
            state.timeline().schedule(next, again);
        }
    }
}
