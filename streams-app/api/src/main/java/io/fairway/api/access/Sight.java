package io.fairway.api.access;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of one share tree that a caller sees. The rules are those of Slurm's PrivateData=usage,jobs: users see their
 * own usage and jobs, coordinators see everything in and below their accounts, operators see everything. In addition,
 * everybody sees the sums of the accounts that they belong to, up to the root: nobody can understand their fairshare
 * without them.
 *
 * <p>Immutable. Make a new one for each request, since share trees change.
 */
public final class Sight {
    private final Caller caller;
    private final boolean all;
    private final Function<String, @Nullable String> parentOf;
    private final Set<String> sums = new HashSet<>();

    private Sight(
            Caller caller, boolean open, Collection<String> memberOf, Function<String, @Nullable String> parentOf) {
        this.caller = caller;
        this.all = open || caller.role() == Role.OPERATOR;
        this.parentOf = parentOf;
        if (!all) {
            memberOf.forEach(this::addWithAncestors);
            caller.coordinates().forEach(this::addWithAncestors);
        }
    }

    /**
     * The visible part of a tree.
     *
     * @param open whether everybody sees everything
     * @param memberOf the accounts in which the caller has an association
     * @param parentOf the parent of an account, {@link NodeId#ROOT} for those at the top; null for the root and for
     *     accounts that are not in the tree
     */
    public static Sight of(
            Caller caller, boolean open, Collection<String> memberOf, Function<String, @Nullable String> parentOf) {
        return new Sight(caller, open, memberOf, parentOf);
    }

    /**
     * The visible part of a tree. Searches the tree for the caller's associations, unless the caller sees everything.
     */
    public static Sight of(Caller caller, boolean open, ShareTree tree) {
        boolean all = open || caller.role() == Role.OPERATOR;
        return new Sight(caller, open, all ? List.of() : accountsOf(caller.name(), tree), account -> {
            int node = tree.findAccount(account);
            return node <= 0 ? null : tree.id(tree.parent(node)).account();
        });
    }

    /** The accounts in which a user has an association. */
    public static List<String> accountsOf(String user, ShareTree tree) {
        return java.util.stream.IntStream.range(0, tree.size())
                .filter(node -> tree.isUser(node) && tree.id(node).user().equals(user))
                .mapToObj(node -> tree.id(node).account())
                .toList();
    }

    /** Whether nothing is hidden. */
    public boolean seesAll() {
        return all;
    }

    /** Whether the caller sees usage, shares and fairshare of a node. */
    public boolean sees(NodeId node) {
        return all
                || (node.isUser() ? node.user().equals(caller.name()) : sums.contains(node.account()))
                || coordinates(node.account());
    }

    /** Whether the caller sees a job. Account and user may be unknown. */
    public boolean seesJob(@Nullable String account, @Nullable String user) {
        return all || caller.name().equals(user) || (account != null && coordinates(account));
    }

    /**
     * Whether the caller sees anything of a user. {@link #sees} and {@link #seesJob} decide about each association and
     * job.
     *
     * @param memberOf the accounts in which that user has an association
     */
    public boolean seesUser(String user, Collection<String> memberOf) {
        return all || caller.name().equals(user) || memberOf.stream().anyMatch(this::coordinates);
    }

    /**
     * Refuses a node that the caller does not see.
     *
     * @throws Forbidden naming the caller, the owner of the usage, and who may see it
     */
    public void require(NodeId node) {
        if (!sees(node)) {
            throw node.isUser()
                    ? forbidden(
                            "user " + node.user() + " in account " + node.account(),
                            node.user() + ", " + coordinators(node.account()))
                    : forbidden("account " + node.account(), "its members, " + coordinators(node.account()));
        }
    }

    /**
     * Refuses a job that the caller does not see. The message does not name the job's owner.
     *
     * @throws Forbidden naming the caller, the job, and who may see it
     */
    public void requireJob(String job, @Nullable String account, @Nullable String user) {
        if (!seesJob(account, user)) {
            throw forbidden(
                    "job " + job, "its owner, the coordinators of its account or of one above it, and operators");
        }
    }

    /**
     * Refuses a user of whom the caller sees nothing. The answer is the same whether the user exists or not.
     *
     * @throws Forbidden naming both users, and who may see it
     */
    public void requireUser(String user, Collection<String> memberOf) {
        if (!seesUser(user, memberOf)) {
            throw forbidden(
                    "user " + user,
                    user + ", the coordinators of that user's accounts or of one above them, and operators");
        }
    }

    /**
     * Refuses a caller that does not see everything.
     *
     * @param what the thing that it asks for, such as "the queues of all users"
     * @throws Forbidden naming the caller, the thing, and who may see it
     */
    public void requireAll(String what) {
        if (!all) {
            throw new Forbidden(caller.text() + " asked for " + what + "; only operators may see that");
        }
    }

    private Forbidden forbidden(String whose, String who) {
        return new Forbidden(caller.text() + " asked for what belongs to " + whose + "; only " + who + " may see that");
    }

    private static String coordinators(String account) {
        return "the coordinators of " + account + " or of an account above it, and operators";
    }

    /** Whether the caller coordinates an account or one above it. */
    private boolean coordinates(String account) {
        if (caller.coordinates().isEmpty()) {
            return false;
        }
        Set<String> walked = new HashSet<>();
        for (String at = account; at != null && walked.add(at); at = parentOf.apply(at)) {
            if (caller.coordinates().contains(at)) {
                return true;
            }
        }
        return false;
    }

    private void addWithAncestors(String account) {
        for (String at = account; at != null && sums.add(at); at = parentOf.apply(at)) {
            // The loop's head does the work.
        }
    }
}
