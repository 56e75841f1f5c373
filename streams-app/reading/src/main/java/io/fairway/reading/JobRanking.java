package io.fairway.reading;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Standing;
import io.fairway.engine.results.IncreaseOnlyPricing;
import io.fairway.engine.results.JobPricing;
import io.fairway.engine.results.SentFairshare;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.QueuedJob;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.StartVerdict;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The waiting jobs of a snapshot as a policy ranks them, and the orders of its queues. */
final class JobRanking {
    private static final StartVerdict NEGATIVE =
            new StartVerdict(false, "its priority is negative, and the policy starts no such job");

    private final DomainSnapshot snapshot;
    private final DomainState state;
    private final IncreaseOnlyPricing pricing;
    private final StateStores<?, ?> stores;

    JobRanking(DomainSnapshot snapshot, DomainState state, StateStores<?, ?> stores) {
        this.snapshot = snapshot;
        this.state = state;
        pricing = new IncreaseOnlyPricing(
                JobPricing.reading(state),
                key -> stores.get(Stores.PRIORITIES_SENT).get(key));
        this.stores = stores;
    }

    /** The orders of queues and pools. */
    List<Order> orders(NamedPolicy policy) {
        if (!policy.family().ordersQueues()) {
            return List.of();
        }
        List<QueuedJob> queued = new ArrayList<>();
        snapshot.jobs().forEach((job, view) -> {
            boolean pending = view.status() == JobView.Status.PENDING;
            boolean ready =
                    pending && PendingJobs.isEligible(view, snapshot.job(job).latestLife(), snapshot.asOf());
            queued.add(new QueuedJob(job, view, ready));
        });
        return policy.family().orders(queued, state.charged(), state.hosts().table(), snapshot.asOf());
    }

    /** The waiting jobs and resize requests that may start, in their order, then those that may not. */
    List<RankedJob> of(NamedPolicy policy) {
        List<RankedJob> ranking = new ArrayList<>();
        boolean resizes = policy.family().requestsOfActive().contains(Keys.RESIZE);
        snapshot.jobs().forEach((job, view) -> {
            if (resizes || view.status() == JobView.Status.PENDING) {
                of(policy, job, view).stream()
                        .filter(ranked -> !ranked.request().equals(Keys.RUNNING)) // it has its place, and does not wait
                        .forEach(ranking::add);
            }
        });
        Map<String, Integer> queues = new HashMap<>();
        for (Order order : orders(policy)) {
            if (order.pool().isEmpty()) {
                order.queues().forEach(queue -> queues.put(queue, queues.size()));
            }
        }
        Comparator<RankedJob> startable = Comparator.comparing(job -> !job.mayStart());
        ranking.sort(startable
                .thenComparing(job -> queues.getOrDefault(job.queue(), Integer.MAX_VALUE))
                .thenComparing(Standing.ORDER)
                .thenComparing(job -> job.key().cluster())
                .thenComparing(RankedJob::request));
        return List.copyOf(ranking);
    }

    /** The number of a node that a record takes; NaN if there is none. */
    private static double number(@Nullable Fairshare fairshare, @Nullable NodeId counts, FairshareTerm term) {
        int node = fairshare == null || counts == null ? -1 : fairshare.tree().find(counts);
        if (fairshare == null || node < 0) {
            return Double.NaN;
        }
        return term == FairshareTerm.RANK ? fairshare.rank(node) : fairshare.factor(node);
    }

    /** The ranked requests of one job. */
    List<RankedJob> of(NamedPolicy policy, JobKey key, JobView view) {
        ActivePolicy active = snapshot.active(policy);
        boolean pending = view.status() == JobView.Status.PENDING;
        if (!pending && policy.family().requestsOfActive().isEmpty()) {
            return List.of();
        }
        CurrentJob job = state.current(key, view);
        NodeId association = policy.family().association(key, view.attributes());
        boolean eligible = !pending || PendingJobs.isEligible(view, job.life(), snapshot.asOf());
        Fairshare fairshare = association == null ? null : snapshot.fairshare(policy, association.tree());
        int node =
                fairshare == null || association == null ? -1 : fairshare.tree().find(association);
        double factor = fairshare == null || node < 0 ? Double.NaN : fairshare.factor(node);
        List<RankedJob> ranked = new ArrayList<>();
        // Never wait for a value of once() under this lock: its computation may wait for the lock.
        synchronized (snapshot) {
            Map<String, Ranked> prices = pricing.ranked(
                    active,
                    job,
                    association,
                    factor,
                    request -> Keys.priority(state.domain(), policy.name(), key.cluster(), key.job(), request),
                    of -> SentFairshare.factor(stores.get(Stores.EMITTED), state.domain(), policy.name(), of),
                    of -> fairshare == null || fairshare.tree().find(of) < 0
                            ? Double.NaN
                            : fairshare.factor(fairshare.tree().find(of)),
                    snapshot.asOf());
            prices.forEach((request, price) -> {
                JobPriorityRecord record = price.record();
                NodeId counts = record.fairshareNode() == null ? association : record.fairshareNode();
                double number = number(fairshare, counts, record.fairshareTerm());
                double priority = record.evaluate(snapshot.asOf(), number);
                ranked.add(new RankedJob(
                        key,
                        request,
                        price.view(),
                        record,
                        counts,
                        number,
                        priority,
                        record.thenAt(snapshot.asOf()),
                        eligible && !request.equals(Keys.RUNNING),
                        price.queue(),
                        price.chunk(),
                        record.mayStart(priority) || record.held()
                                ? price.limits()
                                : price.limits().and(NEGATIVE),
                        price.factors()));
            });
        }
        return ranked;
    }
}
