package io.fairway.app.processor;

import io.fairway.app.serde.PolicyReader;
import io.fairway.app.serde.Results;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.slurm.FifoPriority;
import io.fairway.core.policy.slurm.MultifactorPriority;
import io.fairway.core.policy.slurm.PendingJob;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The priority records of one domain's waiting jobs: sent when they change, withdrawn when the job no longer waits. */
final class PriorityBook {
    private final String domain;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final Map<JobKey, Map<String, Sent>> sent = new HashMap<>();

    /** What is sent of a job: its record, and whether it may start. */
    private record Sent(JobPriorityRecord record, boolean eligible) {}

    PriorityBook(String domain, Outbox outbox, DomainEngine engine) {
        this.domain = domain;
        this.outbox = outbox;
        this.engine = engine;
    }

    /** Takes over what was sent before the task started: the records are functions of what the stores hold. */
    void restore(JobKey job, JobView view) {
        sent.put(job, records(job, view));
    }

    void changed(JobKey job, JobView view) {
        Map<String, Sent> now = records(job, view);
        Map<String, Sent> before = now.isEmpty() ? sent.remove(job) : sent.put(job, now);
        if (before != null) {
            before.keySet().stream()
                    .filter(key -> !now.containsKey(key))
                    .forEach(key -> outbox.send(Topic.PRIORITIES, key, null));
        }
        now.forEach((key, record) -> {
            if (before == null || !record.equals(before.get(key))) {
                send(job, view, key, record);
            }
        });
    }

    void refresh(String tree) {
        engine.jobs.active().forEach((job, view) -> {
            if (association(job, view).tree().equals(tree)) {
                changed(job, view);
            }
        });
    }

    void refreshAll() {
        engine.jobs.active().forEach(this::changed);
    }

    NodeId association(JobKey job, JobView view) {
        return PendingJobs.association(job, view);
    }

    private void send(JobKey job, JobView view, String key, Sent now) {
        JobPriorityRecord record = now.record();
        outbox.send(
                Topic.PRIORITIES,
                key,
                Results.priority(key, association(job, view), view, record, now.eligible(), engine.clock()));
        if (record.validUntil() != JobPriorityRecord.FOREVER) {
            engine.remake(job, record.validUntil());
        }
        long begin = view.attributes().number(Attribute.BEGIN_TIME, 0);
        if (begin > engine.clock()) {
            engine.remake(job, begin);
        }
    }

    /** The records of a job by key; none unless it waits and its association is known. */
    private Map<String, Sent> records(JobKey job, JobView view) {
        Map<String, Sent> records = new LinkedHashMap<>();
        if (view.status() != JobView.Status.PENDING) {
            return records;
        }
        NodeId association = association(job, view);
        for (ActivePolicy policy : engine.policies()) {
            ShareTree tree = engine.evaluation().tree(policy, association.tree());
            int node = tree.find(association);
            if (node < 0 && engine.shares.node(association) == null) {
                continue;
            }
            JobState state = engine.jobs.load(job);
            PendingJob pending = PendingJobs.of(association, node < 0 ? 0 : tree.priority(node), view, state.facts());
            boolean eligible = PendingJobs.isEligible(view, state.facts(), engine.clock());
            evaluate(policy, tree, pending)
                    .forEach((request, record) -> records.put(
                            Keys.priority(domain, policy.name(), job.cluster(), job.job(), request),
                            new Sent(record, eligible)));
        }
        return records;
    }

    private Map<String, JobPriorityRecord> evaluate(ActivePolicy policy, ShareTree tree, PendingJob pending) {
        return switch (policy.current().getAlgorithm()) {
            case FIFO -> Map.of("", FifoPriority.evaluate(pending));
            case LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM, UNKNOWN -> {
                var context = PolicyReader.context(policy.current(), tree.maxPriority());
                if (pending.partitions().size() < 2) {
                    yield Map.of(
                            "", MultifactorPriority.evaluate(pending, context, policy.parameters(), engine.clock()));
                }
                yield MultifactorPriority.evaluateEach(pending, context, policy.parameters(), engine.clock());
            }
        };
    }
}
