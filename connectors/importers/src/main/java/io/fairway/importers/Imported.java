package io.fairway.importers;

import io.fairway.avro.Policy;
import io.fairway.core.hosts.Host;
import io.fairway.core.shares.ShareNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an import.
 *
 * @param domain of the shares and the policy; empty if neither the files nor the caller name one
 * @param shares nodes of all share trees, parents before children, siblings in the order of the source; empty if the
 *     files have no shares
 * @param hosts of the cluster, by name; empty if the files have none, or the cluster has no name
 * @param policy {@code null} if the files have none, or have errors
 * @param report the parts that were read, and those that were not
 */
public record Imported(
        String domain,
        List<ShareNode> shares,
        List<Host> hosts,
        @Nullable Policy policy,
        ImportReport report) {
    public Imported {
        shares = List.copyOf(shares);
        hosts = List.copyOf(hosts);
    }

    /** An import without hosts. */
    public Imported(String domain, List<ShareNode> shares, @Nullable Policy policy, ImportReport report) {
        this(domain, shares, List.of(), policy, report);
    }
}
