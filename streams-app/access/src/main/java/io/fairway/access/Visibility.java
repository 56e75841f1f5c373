package io.fairway.access;

import io.fairway.core.model.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a domain that a caller sees. Visibility is over associations: tree, account and user together. A name in one
 * tree says nothing about the same name in another.
 *
 * <p>The rules are those of Slurm's PrivateData=usage,jobs: users see their own usage and jobs, coordinators see
 * everything in and below their accounts, operators see everything. In addition, members of an account see its sums and
 * those of the accounts above it, up to the root of that tree: nobody can understand their fairshare without them. A
 * coordinator of an account counts as a member for this.
 *
 * <p>For one request and one thread, since share trees change.
 */
public class Visibility {
    private final Caller caller;
    private final boolean all;
    private final @Nullable Forest forest;
    private final Map<String, Set<String>> sums = new HashMap<>();
    private final Map<String, Set<String>> coordinated = new HashMap<>();

    /**
     * The visible part of a domain.
     *
     * @param open whether everybody sees everything
     * @param forest its share trees; null = they are elsewhere
     */
    protected Visibility(Caller caller, boolean open, @Nullable Forest forest) {
        this.caller = caller;
        this.all = seesAll(caller, open);
        this.forest = forest;
    }

    /**
     * The visible part of a domain whose share trees are elsewhere. In a tree that is not in the maps the caller has no accounts.
     *
     * @param sums by tree, what {@link #sums} is there
     * @param coordinated by tree, all accounts for which {@link #coordinates} is true there
     */
    public static Visibility told(
            Caller caller, boolean open, Map<String, Set<String>> sums, Map<String, Set<String>> coordinated) {
        Visibility told = new Visibility(caller, open, null);
        told.sums.putAll(sums);
        told.coordinated.putAll(coordinated);
        return told;
    }

    /** Whether nothing is hidden from a caller, in any domain. */
    public static boolean seesAll(Caller caller, boolean open) {
        return open || caller.role() == Role.OPERATOR;
    }

    /** Whether nothing is hidden. */
    public final boolean seesAll() {
        return all;
    }

    /** Whether the caller sees usage, shares and fairshare of a node. */
    public final boolean sees(NodeId node) {
        return all
                || (node.isUser() ? isSelf(node.user()) : sums(node.tree()).contains(node.account()))
                || coordinates(node.tree(), node.account());
    }

    /**
     * Whether the caller sees a job.
     *
     * @param user the owner; empty or null = unknown
     * @param associations what the job counts for, in all trees; a user may be missing. Only coordinators need it
     */
    public final boolean seesJob(@Nullable String user, Supplier<List<NodeId>> associations) {
        return all
                || (user != null && isSelf(user))
                || (coordinates() && associations.get().stream().anyMatch(of -> coordinates(of.tree(), of.account())));
    }

    /** Whether this is the caller's own user name. */
    public final boolean isSelf(String user) {
        return caller.name().equals(user);
    }

    /** Whether the caller coordinates any account. */
    public final boolean coordinates() {
        return !caller.coordinates().isEmpty();
    }

    /** Whether the caller coordinates an account of a tree, or one above it. */
    public final boolean coordinates(String tree, String account) {
        Set<String> own = coordinated(tree);
        if (own.isEmpty() || account.isEmpty()) {
            return false;
        }
        Set<String> walked = new HashSet<>();
        for (String at = account; at != null && walked.add(at); at = parent(tree, at)) {
            if (own.contains(at)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String parent(String tree, String account) {
        return forest == null ? null : forest.parent(tree, account);
    }

    /** The accounts of a tree that the caller coordinates by name; those below are not in it. */
    public final Set<String> coordinated(String tree) {
        return coordinated.computeIfAbsent(tree, in -> {
            Set<String> names = new HashSet<>();
            for (Coordinated account : caller.coordinates()) {
                if (forest != null && account.isIn(in, forest.ownTree())) {
                    names.add(account.account());
                }
            }
            return names;
        });
    }

    /** The accounts of a tree whose sums the caller sees as a member. */
    public final Set<String> sums(String tree) {
        return sums.computeIfAbsent(tree, in -> {
            Set<String> seen = new HashSet<>();
            if (forest != null) {
                forest.accountsOf(in, caller.name()).forEach(account -> addWithAncestors(in, account, seen));
            }
            coordinated(in).forEach(account -> addWithAncestors(in, account, seen));
            return seen;
        });
    }

    /**
     * Refuses a node that the caller does not see. The answer is the same whether the node exists or not.
     *
     * @throws Forbidden naming the caller, the owner of the usage, and who may see it
     */
    public final void require(NodeId node) {
        if (!sees(node)) {
            throw node.isUser()
                    ? forbidden(
                            "user " + node.user() + " in account " + node.account() + " of tree " + node.tree(),
                            node.user() + ", " + coordinators(node.account()))
                    : forbidden(
                            "account " + node.account() + " of tree " + node.tree(),
                            "its members, " + coordinators(node.account()));
        }
    }

    /** The refusal of a user of whom the caller sees nothing. It is the same whether the user exists or not. */
    public final Forbidden refusal(String user) {
        return forbidden(
                "user " + user,
                user + ", the coordinators of that user's accounts or of one above them, and operators");
    }

    /**
     * Refuses a caller that does not see everything.
     *
     * @param what the thing that it asks for, such as "the queues of all users"
     * @throws Forbidden naming the caller, the thing, and who may see it
     */
    public static void requireAll(Caller caller, boolean open, String what) {
        if (!seesAll(caller, open)) {
            throw new Forbidden(caller.text() + " asked for " + what + "; only operators may see that");
        }
    }

    private Forbidden forbidden(String whose, String who) {
        return new Forbidden(caller.text() + " asked for what belongs to " + whose + "; only " + who + " may see that");
    }

    private static String coordinators(String account) {
        return "the coordinators of " + account + " or of an account above it, and operators";
    }

    private void addWithAncestors(String tree, String account, Set<String> seen) {
        for (String at = account; at != null && seen.add(at); at = parent(tree, at)) {
            // The loop's head does the work.
        }
    }
}
