package io.fairway.dispatcher.order;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RankRecord;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of one domain, from the output topics. Pure: time is an argument, and nothing starts here.
 *
 * <ol>
 *   <li>A job that is held or not eligible is skipped.
 *   <li>A job whose association has no fairshare yet sorts with factor, or rank, 0.
 *   <li>A job that runs, or that ended, is skipped, whatever its record says: the application withdraws the record later.
 *   <li>A started job is not offered again before it has left the queue (an update of its record is not enough, the
 *       last of its records must be withdrawn) or an event says that it waits again, for example after a requeue.
 *   <li>A refused job is not offered again before one of its records changes, or an event of it arrives.
 *   <li>A record of a job that runs is passed over: nothing is started by it.
 *   <li>A resize request of a running job does not count as a waiting job. It is offered to a cluster that resizes,
 *       once for each requested size.
 *   <li>A job that waits in a chunk goes before all others once no member of the chunk runs, and not sooner.
 *   <li>The orders of the followed policy sort the queues, and limit them in their pools; {@link DispatchCycle}.
 * </ol>
 *
 * <p>Instants are epoch milliseconds. Not safe for several threads.
 */
public final class DispatchQueue {
    private final HeadRule rule;
    private final int mostBypassed;
    private final @Nullable String fixedPolicy;
    private final RunningJobs running;
    private final PolicyChoice choice = new PolicyChoice();
    private final Map<String, PriorityView> views = new HashMap<>();
    private final Map<String, Heartbeat> heartbeats = new HashMap<>();
    private final Offers jobs = new Offers();
    private final Offers resizes = new Offers();

    /**
     * An empty queue that knows nothing of running jobs.
     *
     * @param policy the policy to follow; null = the domain's active one
     */
    public DispatchQueue(HeadRule rule, @Nullable String policy) {
        this(rule, policy, new RunningJobs(), DispatcherConfig.MAX_BYPASSED);
    }

    /**
     * An empty queue beside the jobs that run.
     *
     * @param mostBypassed jobs of a cycle of which it tells that others overtook them
     */
    public DispatchQueue(HeadRule rule, @Nullable String policy, RunningJobs running, int mostBypassed) {
        this.rule = rule;
        this.mostBypassed = mostBypassed;
        this.fixedPolicy = policy;
        this.running = running;
    }

    /**
     * Applies a priority record.
     *
     * @param key its key on the topic
     * @param record null = withdrawn
     * @throws IllegalArgumentException if the key is malformed, or the record is outside the grammar; the previous
     *     record of the key is then removed, because it no longer holds
     */
    public void priority(String key, @Nullable PriorityRecord record) {
        List<String> parts = parts(key, 5);
        if (parts.get(4).equals(Keys.RUNNING)) {
            return;
        }
        PriorityView view = view(parts.get(1));
        if (record == null) {
            forget(view.remove(key));
            return;
        }
        try {
            JobKey job = new JobKey(parts.get(0), parts.get(2), parts.get(3));
            PriorityView.Entry entry = PriorityView.Entry.of(job, record);
            PriorityView.Entry before = view.put(key, entry);
            offers(entry).put(job, before == null);
            if (before != null && entry.isResize() && !before.requestedTres().equals(entry.requestedTres())) {
                resizes.reopen(job);
            }
        } catch (IllegalArgumentException e) {
            forget(view.remove(key));
            throw e;
        }
    }

    /**
     * Applies a fairshare record.
     *
     * @param record null = withdrawn
     * @throws IllegalArgumentException if the key is malformed
     */
    public void fairshare(String key, @Nullable FairshareRecord record) {
        List<String> parts = Keys.split(key);
        boolean ofPartition = parts.size() == 6;
        if (!ofPartition) {
            parts = parts(key, 5);
        }
        NodeId node = new NodeId(parts.get(2), parts.get(3), parts.get(4), ofPartition ? parts.get(5) : "");
        view(parts.get(1)).fairshare().record(node, record);
    }

    /**
     * Applies the packed ranks of an account, or of a part of it.
     *
     * @param record null = withdrawn
     * @throws IllegalArgumentException if the key is malformed, or the record's lists do not fit each other
     */
    public void ranks(String key, @Nullable RankRecord record) {
        List<String> parts = Keys.split(key);
        if (parts.size() != 5) {
            parts = parts(key, 4);
        }
        view(parts.get(1)).fairshare().ranks(key, parts.get(2), record);
    }

    /**
     * Applies a heartbeat.
     *
     * @param heartbeat null = the policy is no longer evaluated
     * @throws IllegalArgumentException if the key is malformed
     */
    public void heartbeat(String key, @Nullable Heartbeat heartbeat) {
        String policy = parts(key, 2).get(1);
        if (heartbeat == null) {
            heartbeats.remove(policy);
        } else {
            heartbeats.put(policy, heartbeat);
        }
    }

    /**
     * Applies the order of the queues of a pool, or of all queues.
     *
     * @param order null = withdrawn
     * @throws IllegalArgumentException if the key is malformed
     */
    public void order(String key, @Nullable QueueOrder order) {
        List<String> parts = parts(key, 3);
        view(parts.get(1)).orders().apply(parts.get(2), order);
    }

    /** Applies a version of a policy; null = withdrawn. */
    public void policy(String key, @Nullable Policy policy) {
        choice.apply(key, policy);
    }

    /** The policy that the queue follows at an instant; null for none. */
    public @Nullable String policyAt(long now) {
        return fixedPolicy != null ? fixedPolicy : choice.at(now);
    }

    /**
     * The order at an instant; empty without a policy.
     *
     * @param cluster gives the slots that queues of pools hold, and whether it resizes jobs
     */
    public DispatchCycle cycle(long now, Cluster cluster) {
        String policy = policyAt(now);
        PriorityView view = policy == null ? null : views.get(policy);
        if (view == null) {
            return new DispatchCycle(rule, this::isTaken, new QueueOrders(), cluster, running, new Overtaken(0));
        }
        Overtaken overtaken = new Overtaken(choice.weighsBypass(now) ? mostBypassed : 0);
        DispatchCycle cycle = new DispatchCycle(rule, this::isTaken, view.orders(), cluster, running, overtaken);
        view.startable(now, this::isOff, cycle::add);
        if (cluster.resizes()) {
            view.resizable(now, resizes::isTaken, cycle::add);
        }
        return cycle;
    }

    /**
     * Every job that may start at an instant, in its order. A job that requests several partitions appears once, at the
     * place of its first request.
     */
    public List<ChosenJob> order(long now) {
        String policy = policyAt(now);
        PriorityView view = policy == null ? null : views.get(policy);
        Map<JobKey, ChosenJob> first = new HashMap<>();
        if (view != null) {
            view.startable(now, this::isOff, job -> first.merge(job.key(), job, DispatchQueue::earlier));
        }
        return first.values().stream().sorted(DispatchCycle.ORDER).toList();
    }

    private static ChosenJob earlier(ChosenJob one, ChosenJob other) {
        return DispatchCycle.ORDER.compare(one, other) <= 0 ? one : other;
    }

    /** Whether a job waits, held or not: it has a priority record, and it neither runs nor ended. */
    public boolean isWaiting(JobKey job) {
        return jobs.has(job) && running.mayStart(job);
    }

    /** The next job that fits; null for none. Use {@link #cycle} for more than one job. */
    public @Nullable ChosenJob next(long now, Cluster cluster) {
        return cycle(now, cluster).next();
    }

    /** Marks a job as started, or its resize request as granted. */
    public void started(ChosenJob job) {
        offers(job).started(job.key());
    }

    /** Marks a job, or its resize request, as refused by its cluster. */
    public void refused(ChosenJob job) {
        offers(job).refused(job.key());
    }

    /** Takes back {@link #started}: the start did not happen. */
    public void withdrawn(ChosenJob job) {
        offers(job).reopen(job.key());
    }

    /** An event of a job was applied to the running jobs: what was refused may be possible now. */
    public void observed(JobKey job) {
        jobs.reconsider(job);
        resizes.reconsider(job);
        if (running.mayStart(job)) {
            jobs.reopen(job);
        }
    }

    /** Number of waiting jobs, including held ones, without started ones and resize requests. */
    public int waiting() {
        return jobs.waiting();
    }

    /** Epoch milliseconds through which the followed policy's records are evaluated, if reported. */
    public OptionalLong evaluatedThrough(long now) {
        Heartbeat last = heartbeat(now);
        return last == null
                ? OptionalLong.empty()
                : OptionalLong.of(last.getEvaluatedThrough().toEpochMilli());
    }

    /** By cluster whose sources are silent, how far they have looked, epoch milliseconds. */
    public SortedMap<String, Long> silent(long now) {
        Heartbeat last = heartbeat(now);
        SortedMap<String, Long> silent = new TreeMap<>();
        if (last != null) {
            for (String cluster : last.getSilentClusters()) {
                silent.put(cluster, last.getLookedThrough().getOrDefault(cluster, 0L));
            }
        }
        return silent;
    }

    private @Nullable Heartbeat heartbeat(long now) {
        String policy = policyAt(now);
        return policy == null ? null : heartbeats.get(policy);
    }

    private boolean isTaken(ChosenJob job) {
        return offers(job).isTaken(job.key());
    }

    private boolean isOff(JobKey job) {
        return jobs.isTaken(job) || !running.mayStart(job);
    }

    private Offers offers(ChosenJob job) {
        return job.isResize() ? resizes : jobs;
    }

    private Offers offers(PriorityView.Entry entry) {
        return entry.isResize() ? resizes : jobs;
    }

    private static List<String> parts(String key, int count) {
        List<String> parts = Keys.split(key);
        if (parts.size() != count) {
            throw new IllegalArgumentException(
                    "key \"" + key + "\": must have " + count + " components, has " + parts.size());
        }
        return parts;
    }

    private PriorityView view(String policy) {
        return views.computeIfAbsent(policy, name -> new PriorityView());
    }

    private void forget(PriorityView.@Nullable Entry entry) {
        if (entry != null) {
            boolean last = offers(entry).remove(entry.job());
            if (last && !entry.isResize()) {
                running.withdrawn(entry.job());
            }
        }
    }
}
