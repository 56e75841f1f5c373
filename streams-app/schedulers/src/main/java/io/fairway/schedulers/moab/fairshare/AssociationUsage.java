package io.fairway.schedulers.moab.fairshare;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    private final Map<Credential, Double> decayed = new HashMap<>();
    private double total;

    private AssociationUsage() {}

    /**
     * Sums up usage.
     *
     * @param usage of associations; those of other trees do not count
     * @param decayed the decayed usage of an association, processor-seconds
     * @param seconds decayed length of the windows, {@link FairshareUsage#seconds}
     */
    public static <T> FairshareUsage of(
            ShareTree tree, Map<NodeId, T> usage, ToDoubleFunction<T> decayed, double seconds) {
        AssociationUsage all = new AssociationUsage();
        usage.forEach((node, windows) -> {
            if (node.tree().equals(tree.tree())) {
                double amount = decayed.applyAsDouble(windows);
                all.total += amount;
                forEach(tree, node, credential -> all.decayed.merge(credential, amount, Double::sum));
            }
        });
        return new FairshareUsage(all.decayed, all.total, seconds);
    }

    /** Hands out the credentials that the usage of an association counts for. */
    public static void forEach(ShareTree tree, NodeId node, Consumer<Credential> action) {
        if (node.isUser()) {
            action.accept(new Credential(CredentialType.USER, node.user()));
        }
        if (node.account().isEmpty()) {
            return;
        }
        action.accept(new Credential(CredentialType.ACCOUNT, node.account()));
        int account = tree.findAccount(node.account());
        for (int above = account > 0 ? tree.parent(account) : 0; above > 0; above = tree.parent(above)) {
            action.accept(new Credential(CredentialType.ACCOUNT, tree.id(above).account()));
        }
    }
}
