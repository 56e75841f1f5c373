package io.fairway.trial.demo;

import io.fairway.avro.ShareNode;
import java.util.ArrayList;
import java.util.List;

/** The demo's share trees, as a site would publish them: one for the cluster, and the same for LSF's queue. */
final class Tables {
    private Tables() {}

    static List<ShareNode> shares(String cluster, Workload workload) {
        List<ShareNode> nodes = new ArrayList<>();
        for (String tree : List.of(cluster, Policies.QUEUE)) {
            for (Workload.Account account : workload.accounts()) {
                nodes.add(node(cluster, tree, account.name(), "", account.shares(), nodes.size()));
                for (Workload.User user : account.users()) {
                    nodes.add(node(cluster, tree, account.name(), user.name(), user.shares(), nodes.size()));
                }
            }
        }
        return nodes;
    }

    private static ShareNode node(String cluster, String tree, String account, String user, long shares, int order) {
        return ShareNode.newBuilder()
                .setDomain(cluster)
                .setTree(tree)
                .setAccount(account)
                .setUser(user)
                .setShares(shares)
                .setOrder(order)
                .build();
    }
}
