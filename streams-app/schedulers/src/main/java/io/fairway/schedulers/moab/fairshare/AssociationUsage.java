package io.fairway.schedulers.moab.fairshare;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Usage of users and accounts, summed up from associations. An association is the user and the account of a job; either
 * may be missing.
 *
 * <ol>
 *   <li>Everything in the share tree's name counts, whether the tree knows the association or not: Moab needs no tree.
 *   <li>A user's usage is that in all accounts.
 *   <li>An account's usage is that of its jobs. If the tree has accounts below it, it is that of the subtree.
 * </ol>
 *
 * <p>Source: Maui admin guide 6.3.2: a job counts once for each of its credentials and once in the total.
 */
public final class AssociationUsage {
    private final ShareTree tree;
    private final Map<Credential, Double> decayed = new HashMap<>();
    private double total;

    private AssociationUsage(ShareTree tree) {
        this.tree = tree;
    }

    /**
     * Sums up usage.
     *
     * @param usage of associations; those of other trees do not count
     * @param decayed the decayed usage of an association, processor-seconds
     * @param seconds decayed length of the windows, {@link FairshareUsage#seconds}
     */
    public static <T> FairshareUsage of(
            ShareTree tree, Map<NodeId, T> usage, ToDoubleFunction<T> decayed, double seconds) {
        AssociationUsage all = new AssociationUsage(tree);
        usage.forEach((node, windows) -> {
            if (node.tree().equals(tree.tree())) {
                all.add(node, decayed.applyAsDouble(windows));
            }
        });
        return new FairshareUsage(all.decayed, all.total, seconds);
    }

    private void add(NodeId node, double amount) {
        total += amount;
        if (node.isUser()) {
            decayed.merge(new Credential(CredentialType.USER, node.user()), amount, Double::sum);
        }
        if (node.account().isEmpty()) {
            return;
        }
        decayed.merge(new Credential(CredentialType.ACCOUNT, node.account()), amount, Double::sum);
        int account = tree.findAccount(node.account());
        for (int above = account > 0 ? tree.parent(account) : 0; above > 0; above = tree.parent(above)) {
            decayed.merge(new Credential(CredentialType.ACCOUNT, tree.id(above).account()), amount, Double::sum);
        }
    }
}
