package io.fairway.schedulers.lsf.shares;

import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.fairshare.ShareLevels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The share accounts of a fairshare policy: the assignments of a queue or host partition, and below each group its
 * USER_SHARES. Immutable; nodes in depth-first order, node 0 is the policy itself.
 *
 * <ol>
 *   <li>The first level contains the assignments of the policy, among all users. A level below a group contains
 *       assignments among its members.
 *   <li>A group is one party. If it has USER_SHARES, its members compete below it. Otherwise its users are served first
 *       come, first served, and the node is a leaf.
 *   <li>{@code group@} puts every user of the group and its subgroups on the level itself, without the groups' trees.
 *   <li>{@code others} is one leaf for everyone without another assignment on that level, {@code default} a node for
 *       each. In a group they include its subgroups: {@code default} as parties of their own.
 *   <li>{@code group@}, {@code default} and {@code others} exclude a user who is named. A user can have several
 *       accounts through several groups.
 *   <li>A user without an account cannot submit a job, not even an administrator.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, User share assignments; Hierarchical user-based fair share; lsb.users.
 */
public final class LsfShareTree implements ShareLevels {
    /** A node in the layout. */
    record Node(String name, int parent, long shares, boolean leaf, Set<String> users, String path) {}

    private final List<Node> nodes;
    private final List<Integer> ends;
    private final List<LsfProblem> problems;

    private LsfShareTree(List<Node> nodes, List<LsfProblem> problems) {
        this.nodes = List.copyOf(nodes);
        this.problems = List.copyOf(problems);
        int[] end = new int[nodes.size()];
        for (int i = nodes.size() - 1; i >= 0; i--) {
            end[i] = Math.max(end[i], i + 1);
            if (i > 0) {
                int above = nodes.get(i).parent();
                end[above] = Math.max(end[above], end[i]);
            }
        }
        ends = java.util.Arrays.stream(end).boxed().toList();
    }

    /**
     * Builds a tree. It leaves out unusable entries, reports them, and does not replace them.
     *
     * @param policy name of the queue or host partition
     * @param top its USER_SHARES
     * @param groups in the order of their definition
     * @param users every user (with LSB_SACCT_ONE_UG=Y: every active one)
     */
    public static LsfShareTree build(
            String policy, List<ShareAssignment> top, Collection<UserGroup> groups, Collection<String> users) {
        ShareTreeExpansion expansion = new ShareTreeExpansion(policy, groups, users);
        return new LsfShareTree(expansion.expand(top), expansion.problems());
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public int parent(int node) {
        return nodes.get(node).parent();
    }

    @Override
    public long shares(int node) {
        return nodes.get(node).shares();
    }

    /** Name of the user or group; {@code others}; the policy's for node 0. */
    public String name(int node) {
        return nodes.get(node).name();
    }

    /**
     * Whether a node has nothing below it: a user, {@code others}, or a group that is served first come, first served.
     */
    public boolean isLeaf(int node) {
        return nodes.get(node).leaf();
    }

    /** The users of a leaf. */
    public Set<String> users(int node) {
        return nodes.get(node).users();
    }

    /** The share account's path (SAAP) below the policy, e.g. {@code groupA/user1}; empty for node 0. */
    public String path(int node) {
        return nodes.get(node).path();
    }

    /** The number after the last node below {@code node}. */
    public int subtreeEnd(int node) {
        return ends.get(node);
    }

    /** The children of a node, in the order of the assignments. */
    public List<Integer> children(int node) {
        List<Integer> children = new ArrayList<>();
        for (int i = node + 1; i < subtreeEnd(node); i = subtreeEnd(i)) {
            children.add(i);
        }
        return children;
    }

    /** The sum of the shares of a node and its siblings. */
    public long levelShares(int node) {
        long sum = 0;
        for (int sibling : children(parent(node))) {
            sum += shares(sibling);
        }
        return sum;
    }

    /**
     * The part of the whole that a node is entitled to: the product of its own and its groups' parts of their levels.
     * It shows the worth of a node's share; it does not affect dispatch.
     */
    public double importance(int node) {
        return node == 0 ? 1 : importance(parent(node)) * shares(node) / levelShares(node);
    }

    /** The node with a path; -1 for an unknown path. */
    public int find(String path) {
        for (int i = 0; i < nodes.size(); i++) {
            if (path(i).equals(path)) {
                return i;
            }
        }
        return -1;
    }

    /** The excluded and the doubtful entries. */
    public List<LsfProblem> problems() {
        return problems;
    }
}
