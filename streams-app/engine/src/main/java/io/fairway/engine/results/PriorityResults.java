package io.fairway.engine.results;

import io.fairway.avro.PriorityRecord;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.Outbox;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.SentBook;
import io.fairway.policies.avro.Results;
import io.fairway.policies.family.PendingJobs;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.WaitingJob;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The priority records of one domain's waiting jobs: sent when they change, withdrawn when the job no longer waits. What
 * was sent is known as a fingerprint that is stored with it.
 */
public final class PriorityResults {
    private static final long DAY = 86_400_000;

    private final String domain;
    private final SentBook sent;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final FairshareResults fairshare;
    private final UserActivities activity;
    private final Map<JobKey, Set<String>> keys = new HashMap<>();
    private final Set<JobKey> ready = new HashSet<>();
    private final Set<String> treesToRefresh = new HashSet<>();
    private final LinkedHashSet<JobKey> jobsToRefresh = new LinkedHashSet<>();

    public PriorityResults(
            String domain,
            SentBook sent,
            Outbox outbox,
            DomainEngine engine,
            FairshareResults fairshare,
            UserActivities activity) {
        this.domain = domain;
        this.sent = sent;
        this.outbox = outbox;
        this.engine = engine;
        this.fairshare = fairshare;
        this.activity = activity;
    }

    /** Takes over what was sent before the task started; every job is looked at again, for what fell due meanwhile. */
    public void restore(KeyValueStore<String, byte[]> store) {
        EngineStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            JobKey job = new JobKey(domain, parts.get(2), parts.get(3));
            keys.computeIfAbsent(job, j -> new TreeSet<>()).add(key);
            jobsToRefresh.add(job);
        });
        refreshAll();
    }

    public void changed(JobKey job, JobView view) {
        jobsToRefresh.remove(job);
        Map<String, PriorityRecord> now = records(job, view);
        if (view.status() == JobView.Status.PENDING
                && now.values().stream().anyMatch(record -> record.getEligible() && !record.getHeld())) {
            ready.add(job);
        } else {
            ready.remove(job);
        }
        Set<String> before = now.isEmpty() ? keys.remove(job) : keys.put(job, Set.copyOf(now.keySet()));
        if (before != null) {
            for (String key : before) {
                if (!now.containsKey(key)) {
                    sent.remove(key);
                    outbox.send(Topic.PRIORITIES, key, null);
                }
            }
        }
        now.forEach((key, record) -> {
            byte[] content = Results.content(record);
            if (!sent.isSent(key, content)) {
                sent.put(key, content);
                record.setAsOf(Instant.ofEpochMilli(engine.clock()));
                outbox.send(Topic.PRIORITIES, key, record);
            }
        });
    }

    /** Whether a job waits, is not held, and may start as far as its own conditions go. */
    public boolean isReady(JobKey job) {
        return ready.contains(job);
    }

    /** Looks at the jobs of a tree again when records are sent next. */
    public void refresh(String tree) {
        treesToRefresh.add(tree);
    }

    /** Looks at all jobs again when records are sent next. */
    public void refreshAll() {
        jobsToRefresh.addAll(engine.jobs.active().keySet());
    }

    /** Looks at jobs again, at most so many. */
    public void sendRefreshed(int most) {
        if (!treesToRefresh.isEmpty()) {
            engine.jobs.active().forEach((job, view) -> {
                for (NodeId association : engine.policies.associations(job, view.attributes())) {
                    if (treesToRefresh.contains(association.tree())) {
                        jobsToRefresh.add(job);
                    }
                }
            });
            treesToRefresh.clear();
        }
        for (JobKey job : jobsToRefresh.stream().limit(most).toList()) {
            JobView view = engine.jobs.active().get(job);
            if (view == null) {
                withdraw(job);
            } else {
                changed(job, view);
            }
        }
    }

    /** Whether no job is left to be looked at. */
    public boolean allSent() {
        return treesToRefresh.isEmpty() && jobsToRefresh.isEmpty();
    }

    private void withdraw(JobKey job) {
        jobsToRefresh.remove(job);
        ready.remove(job);
        Set<String> before = keys.remove(job);
        if (before != null) {
            for (String key : before) {
                sent.remove(key);
                outbox.send(Topic.PRIORITIES, key, null);
            }
        }
    }

    /** The records of a job by key; none unless it waits, or asks for a resize, and its association is known. */
    private Map<String, PriorityRecord> records(JobKey job, JobView view) {
        boolean pending = view.status() == JobView.Status.PENDING;
        if (!pending
                && engine.policies.inForce().stream()
                        .noneMatch(policy -> policy.family().ranksResizes())) {
            return Map.of();
        }
        Map<String, PriorityRecord> records = new TreeMap<>();
        List<JobFact> facts = engine.jobs.load(job).latestLife();
        boolean eligible = !pending || PendingJobs.isEligible(view, facts, engine.clock());
        for (ActivePolicy policy : engine.policies.inForce()) {
            NodeId association = policy.family().association(job, view.attributes());
            double factor = association == null ? Double.NaN : fairshare.factor(policy, association);
            ranked(policy, job, view, facts, association, factor).forEach((request, ranked) -> {
                JobPriorityRecord record = ranked.record();
                String key = Keys.priority(domain, policy.name(), job.cluster(), job.job(), request);
                NodeId node = association == null ? PendingJobs.association(job, view) : association;
                records.put(key, Results.priority(key, node, ranked.view(), record, eligible, ranked.queue()));
                if (record.validUntil() != JobPriorityRecord.FOREVER) {
                    remake(job, record.validUntil());
                }
            });
        }
        long begin = view.attributes().number(Attribute.BEGIN_TIME, 0);
        if (begin > engine.clock()) {
            remake(job, begin);
        }
        return records;
    }

    /**
     * What a policy makes of a job, by request; nothing unless it waits, or asks for a resize, and its association is known.
     *
     * @param factor of the association; not a number where there is none yet
     */
    public Map<String, Ranked> ranked(
            ActivePolicy policy,
            JobKey job,
            JobView view,
            List<JobFact> facts,
            @Nullable NodeId association,
            double factor) {
        if (view.status() != JobView.Status.PENDING && !policy.family().ranksResizes()) {
            return Map.of();
        }
        ShareTree tree = association == null ? null : fairshare.tree(policy, association.tree());
        if (association != null
                && tree != null
                && tree.find(association) < 0
                && engine.shares.node(association) == null) {
            return Map.of();
        }
        return policy.family()
                .priorities(
                        new WaitingJob(
                                job,
                                view,
                                facts,
                                association,
                                tree,
                                factor,
                                activity.of(job, view.attributes(), engine.clock())),
                        engine.clock());
    }

    /** Looks at a job again then, or in a day and so on: what is far away may be taken back before. */
    private void remake(JobKey job, long at) {
        engine.remake(job, Math.min(at, engine.clock() + DAY));
    }
}
