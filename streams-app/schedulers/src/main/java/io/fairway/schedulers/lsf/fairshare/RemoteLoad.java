package io.fairway.schedulers.lsf.fairshare;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The load of a share account on another cluster of a global fairshare policy.
 *
 * <ol>
 *   <li>It adds to the denominator of the account, and of the groups above it.
 *   <li>Accounts of two clusters are the same if their paths are. A path of which this cluster knows only the beginning
 *       counts for that part of it; one of which it knows nothing counts for nobody.
 *   <li>It counts as reported until another report comes: LSF does not decay it in between.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Global fair share dynamic user priority; Remote fair share load; Global fair share
 * load synchronization rules.
 *
 * @param tree the share tree of the account
 * @param path the account's path in the tree: groups, and a user at its end
 * @param load what the other cluster weighed itself, at least 0
 * @param use what is weighed here: CPU time, run time, historical and committed run time, slots
 */
public record RemoteLoad(String tree, List<String> path, double load, Consumption use) {
    /** The greatest load that counts, so that no sum of loads is infinite, whatever somebody reports. */
    static final double MOST = 1e280;

    /**
     * @throws IllegalArgumentException with the value and the rule
     */
    public RemoteLoad {
        path = List.copyOf(path);
        if (tree.isEmpty()) {
            throw new IllegalArgumentException("tree '' of a remote load: must not be empty");
        }
        if (!(load >= 0 && Double.isFinite(load))) {
            throw new IllegalArgumentException("remote load " + load + ": must be a number of at least 0");
        }
    }

    /**
     * The parts of a path.
     *
     * @param text such as {@code /groupA/anna}
     * @throws IllegalArgumentException if it is no path
     */
    public static List<String> path(String text) {
        List<String> parts = Arrays.asList(text.split("/", -1));
        if (parts.size() < 2
                || !parts.get(0).isEmpty()
                || parts.subList(1, parts.size()).contains("")) {
            throw new IllegalArgumentException(
                    "share account '" + text + "': must be a path such as /groupA/anna, without empty names");
        }
        return List.copyOf(parts.subList(1, parts.size()));
    }

    /** The load under a policy's factors, at most {@link #MOST}. */
    public double weighed(DynamicPriorityParameters parameters) {
        return Math.min(MOST, load + DynamicPriority.remoteLoad(use, parameters));
    }

    /** Adds the loads of a tree to the own use of its nodes. */
    public static void add(
            Collection<RemoteLoad> loads, ShareTree tree, DynamicPriorityParameters parameters, Consumption[] own) {
        for (RemoteLoad load : loads) {
            int node = load.tree.equals(tree.tree()) ? load.node(tree) : 0;
            if (node > 0) {
                own[node] = own[node].plus(Consumption.ofRemoteLoad(load.weighed(parameters)));
            }
        }
    }

    /** The last node of the path that the tree has; 0 = none. */
    private int node(ShareTree shares) {
        int node = 0;
        for (String name : path) {
            int account = shares.findAccount(name);
            int user = shares.find(NodeId.ofUser(tree, shares.id(node).account(), name));
            if (account > 0 && shares.parent(account) == node) {
                node = account;
            } else {
                return user > 0 ? user : node;
            }
        }
        return node;
    }
}
