package io.fairway.importers;

import io.fairway.avro.Policy;
import io.fairway.core.shares.ShareNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a site's files.
 *
 * @param domain of the shares and the policy; empty if neither the files nor the caller name one
 * @param shares nodes of all share trees, parents before children, siblings in the order of the source; none if the files
 *     hold no shares
 * @param policy {@code null} if the files hold none, or errors
 * @param report what was read and what was not
 */
public record Imported(
        String domain, List<ShareNode> shares, @Nullable Policy policy, ImportReport report) {
    public Imported {
        shares = List.copyOf(shares);
    }
}
