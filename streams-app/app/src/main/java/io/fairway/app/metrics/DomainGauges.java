package io.fairway.app.metrics;

import io.fairway.core.shares.ShareTree;
import io.fairway.engine.EvaluatedDomain;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/** Gauges of whole domains. */
final class DomainGauges {
    private final LongSupplier clock;

    /** @param clock epoch milliseconds */
    DomainGauges(LongSupplier clock) {
        this.clock = clock;
    }

    void collect(EvaluatedDomain snapshot, Gauges gauges) {
        String domain = snapshot.domain();
        for (String state : new String[] {"pending", "running"}) {
            gauges.add(
                    "fairway_jobs",
                    "Waiting jobs and running jobs.",
                    count(snapshot, state + "Jobs"),
                    "domain",
                    domain,
                    "state",
                    state);
        }
        gauges.add(
                "fairway_unplaced_jobs",
                "Jobs of associations that are in no share tree.",
                count(snapshot, "unplacedJobs"),
                "domain",
                domain);
        gauges.add(
                "fairway_unplaced_associations",
                "Associations with jobs or usage that are in no share tree.",
                count(snapshot, "unplacedAssociations"),
                "domain",
                domain);
        gauges.add(
                "fairway_deferred_facts",
                "Facts later than the domain's clock.",
                count(snapshot, "deferredFacts"),
                "domain",
                domain);
        if (snapshot.evaluatedThrough() != Long.MIN_VALUE) {
            gauges.add(
                    "fairway_priority_staleness_seconds",
                    "Time since the instant of the last results that were sent.",
                    Math.max(0, clock.getAsLong() - snapshot.evaluatedThrough()) / 1000.0,
                    "domain",
                    domain);
        }
        snapshot.lookedThrough()
                .forEach((cluster, through) -> gauges.add(
                        "fairway_source_staleness_seconds",
                        "Time since the instant through which the source of a cluster has looked that is furthest behind.",
                        Math.max(0, clock.getAsLong() - through) / 1000.0,
                        "domain",
                        domain,
                        "cluster",
                        cluster));
        Set<String> trees = new HashSet<>();
        for (EvaluatedDomain.Evaluation evaluation : snapshot.evaluations()) {
            ShareTree tree = evaluation.fairshare().tree();
            if (trees.add(tree.tree())) {
                gauges.add(
                        "fairway_associations",
                        "Users of accounts in a share tree.",
                        tree.userCount(),
                        "domain",
                        domain,
                        "tree",
                        tree.tree());
            }
        }
    }

    private static double count(EvaluatedDomain snapshot, String name) {
        Long count = snapshot.counts().get(name);
        return count == null ? Double.NaN : (double) count;
    }
}
