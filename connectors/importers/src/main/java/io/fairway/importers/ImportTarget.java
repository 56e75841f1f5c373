package io.fairway.importers;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a scheduler do not say.
 *
 * @param domain of what comes out; {@code null} = the name of the cluster
 * @param cluster name of the cluster, which is that of its share tree; {@code null} = as the files say
 * @param policy name of the policy
 * @param effectiveFrom from when it holds, epoch milliseconds
 * @param dialect of Slurm 2.0 or 22.05, of the other MOAB or MAUI; {@code null} = 22.05, or by the name of the file
 * @param nodes of the cluster, 0 = as the files say
 * @param processors of the cluster, 0 = as the files say
 * @param users every user of the cluster, for LSF's default and others; empty = those whom the files name
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

    /** A policy of a domain, the rest as the files say. */
    public static ImportTarget of(String domain, String policy, long effectiveFrom) {
        return new ImportTarget(domain, null, policy, effectiveFrom, null, 0, 0, Set.of());
    }

    /** The same with a dialect. */
    public ImportTarget withDialect(String name) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, name, nodes, processors, users);
    }

    /** The same with the size of the cluster. */
    public ImportTarget withSize(long ofNodes, long ofProcessors) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, dialect, ofNodes, ofProcessors, users);
    }

    /** The same with every user of the cluster. */
    public ImportTarget withUsers(Set<String> names) {
        return new ImportTarget(domain, cluster, policy, effectiveFrom, dialect, nodes, processors, names);
    }
}
