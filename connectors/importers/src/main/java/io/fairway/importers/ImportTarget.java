package io.fairway.importers;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that a scheduler's files do not contain.
 *
 * @param domain of the result; {@code null} = the name of the cluster
 * @param cluster name of the cluster and of its share tree; {@code null} = from the files
 * @param policy name of the policy
 * @param effectiveFrom start of the policy, epoch milliseconds
 * @param dialect 2.0, 22.05, 24.11 or 26.05 for Slurm, MOAB or MAUI for Moab; {@code null} = from the files
 * @param nodes of the cluster, 0 = from the files
 * @param processors of the cluster, 0 = from the files
 * @param users every user of the cluster, for LSF's default and others; empty = the users in the files
 */
public record ImportTarget(
        @Nullable String domain,
        @Nullable String cluster,
        String policy,
        long effectiveFrom,
        @Nullable String dialect,
        long nodes,
        long processors,
        Set<String> users) {
    public ImportTarget {
        users = Set.copyOf(users);
    }

    /** A policy of a domain; the rest comes from the files. */
    public static ImportTarget of(String domain, String policy, long effectiveFrom) {
        return new ImportTarget(domain, null, policy, effectiveFrom, null, 0, 0, Set.of());
    }

    /** This target with a dialect. */
    public ImportTarget withDialect(String name) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, name, nodes, processors, users);
    }

    /** This target with the size of the cluster. */
    public ImportTarget withSize(long ofNodes, long ofProcessors) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, dialect, ofNodes, ofProcessors, users);
    }

    /** This target with every user of the cluster. */
    public ImportTarget withUsers(Set<String> names) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, dialect, nodes, processors, names);
    }
}
