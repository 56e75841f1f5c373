package io.fairway.engine.results;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The jobs whose sent priorities must not fall, by the policy and the association whose factor counts for them. */
final class IncreaseOnlyJobs {
    private record Of(String policy, NodeId node) {}

    private final Map<Of, Set<JobKey>> jobs = new HashMap<>();
    private final Map<JobKey, Set<Of>> places = new HashMap<>();

    void add(JobKey job, String policy, NodeId node) {
        Of of = new Of(policy, node);
        jobs.computeIfAbsent(of, o -> new HashSet<>()).add(job);
        places.computeIfAbsent(job, j -> new HashSet<>(2)).add(of);
    }

    void remove(JobKey job) {
        Set<Of> own = places.remove(job);
        if (own != null) {
            for (Of of : own) {
                jobs.computeIfPresent(of, (o, all) -> {
                    all.remove(job);
                    return all.isEmpty() ? null : all;
                });
            }
        }
    }

    /** The jobs of a node under a policy, in any order. */
    Set<JobKey> of(String policy, NodeId node) {
        Set<JobKey> own = jobs.get(new Of(policy, node));
        return own == null ? Set.of() : Set.copyOf(own);
    }
}
