package io.fairway.importers.lsf;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.importers.TreeBuilder;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import io.fairway.schedulers.lsf.shares.UserGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The share accounts of LSF as share trees: one for each queue with FAIRSHARE and each host partition, with its name.
 *
 * <ol>
 *   <li>A group is an account; a user is a user of the account of the group. A user with an assignment of the queue
 *       itself is a user of root.
 *   <li>Account names are unique in a tree. A group that occurs again gets its path as its name, {@code groupA/groupB}.
 *   <li>{@code others} is an account of that name. Jobs of users without an assignment must name it.
 *   <li>{@code default} and {@code all} are the known users: those in the files, or all given ones.
 *   <li>LSF serves a group without USER_SHARES first come, first served; here its users have one share each.
 * </ol>
 */
final class ShareTrees {
    private final Map<String, UserGroup> groups = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Set<String> given;
    private final ImportReport report;
    private final List<ShareNode> nodes = new ArrayList<>();
    private @Nullable KnownUsers known;
    private List<UserGroup> usable = List.of();
    private boolean groupProblemsTold;

    /**
     * No trees yet.
     *
     * @param given every user of the cluster; empty = the users in the files
     */
    ShareTrees(Set<String> given, ImportReport report) {
        this.given = given;
        this.report = report;
    }

    List<ShareNode> nodes() {
        return nodes;
    }

    /** Reads a section UserGroup. */
    void groups(Section section) {
        for (Section.Row row : section.rows()) {
            String name = row.text("GROUP_NAME");
            List<String> members = new ArrayList<>();
            for (String member : row.text("GROUP_MEMBER").split("[\\s,]+")) {
                if (member.equals("!")) {
                    report.unsupported(row.place(), "group " + name + ": members by egroup (!)");
                } else if (!member.isEmpty()) {
                    members.add(member);
                }
            }
            Section.Value shares = row.find("USER_SHARES");
            List<ShareAssignment> assignments = shares == null
                    ? List.of()
                    : report.checked(
                            shares.place(), () -> ShareAssignment.parse(shares.text()), List.<ShareAssignment>of());
            if (groups.containsKey(name)) {
                report.error(
                        row.place(),
                        "group " + name + ": must be defined only once, but is also at " + places.get(name));
            } else {
                groups.put(name, new UserGroup(name, members, assignments));
                places.put(name, row.place());
            }
            for (String other : row.values().keySet()) {
                if (!Set.of("GROUP_NAME", "GROUP_MEMBER", "USER_SHARES").contains(other)) {
                    report.unused(row.place(), "UserGroup " + other);
                }
            }
        }
    }

    /** Adds the tree of a queue or host partition. */
    void add(String name, List<ShareAssignment> top, @Nullable Place place) {
        if (known == null) {
            known = new KnownUsers(given, groups, report);
            usable = known.groups(places);
        }
        List<ShareAssignment> usableTop = known.shares("USER_SHARES of " + name, top, place);
        Set<String> users = users(top);
        if (given.isEmpty() && isOpen(top)) {
            report.unsupported(
                    place,
                    name
                            + ": default, others and all mean every user of the cluster, but only the users in the files are"
                            + " known (" + users.size() + "); name all users with --users, or add them later");
        }
        LsfShareTree tree = LsfShareTree.build(name, usableTop, usable, users);
        tree.problems().forEach(problem -> tell(name, problem, place));
        groupProblemsTold = true;
        TreeBuilder builder = new TreeBuilder(name);
        Map<Integer, String> accounts = new LinkedHashMap<>();
        accounts.put(0, NodeId.ROOT);
        Place where = place == null ? new Place("lsb.queues", 0) : place;
        for (int i = 1; i < tree.size(); i++) {
            node(tree, i, accounts, builder, where);
        }
        nodes.addAll(builder.build(report));
    }

    private void node(LsfShareTree tree, int i, Map<Integer, String> accounts, TreeBuilder builder, Place place) {
        String above = accounts.getOrDefault(tree.parent(i), NodeId.ROOT);
        String name = tree.name(i);
        boolean party = groups.containsKey(name) || name.equals(ShareAssignment.OTHERS);
        if (tree.isLeaf(i) && !party) {
            builder.user(place, above, name, tree.shares(i), 0);
            return;
        }
        String account = builder.has(name) ? tree.path(i) : name;
        if (!account.equals(name)) {
            report.warning(
                    places.getOrDefault(name, place),
                    "group " + name + ": occurs twice in tree " + tree.name(0) + "; there it is account " + account);
        }
        accounts.put(i, account);
        builder.account(place, account, above, tree.shares(i), 0);
        if (tree.isLeaf(i)) {
            if (name.equals(ShareAssignment.OTHERS)) {
                report.unsupported(
                        place,
                        "others of " + (i == 0 ? name : above) + " in tree " + tree.name(0) + ": this is account "
                                + account + "; jobs of users without an assignment must name it");
            } else if (tree.users(i).isEmpty()) {
                report.warning(
                        places.get(name),
                        "group " + name + ": has no known user; in tree " + tree.name(0)
                                + " it is an account without users");
            } else {
                report.unsupported(
                        places.get(name),
                        "group " + name + " has no USER_SHARES: LSF serves it first come, first served; in tree "
                                + tree.name(0) + " its users have one share each");
            }
            new TreeSet<>(tree.users(i)).forEach(user -> builder.user(place, account, user, 1, 0));
        }
    }

    /** All known users: the given ones, or those in the groups and assignments. */
    private Set<String> users(List<ShareAssignment> top) {
        if (!given.isEmpty()) {
            return given;
        }
        Set<String> users = new TreeSet<>();
        groups.values().forEach(group -> {
            users.addAll(group.members());
            group.shares().forEach(share -> users.add(share.name()));
        });
        top.stream().filter(share -> !share.eachMember()).forEach(share -> users.add(share.name()));
        users.removeAll(groups.keySet());
        users.removeAll(KnownUsers.WORDS);
        return users;
    }

    /** Whether an assignment or a group includes everybody. */
    private boolean isOpen(List<ShareAssignment> top) {
        return top.stream().anyMatch(ShareTrees::isRest)
                || groups.values().stream().anyMatch(group -> group.members().contains(UserGroup.ALL));
    }

    private static boolean isRest(ShareAssignment share) {
        return share.name().equals(ShareAssignment.OTHERS) || share.name().equals(ShareAssignment.DEFAULT);
    }

    /** Every tree finds a group's problem; the report has it once. */
    private void tell(String name, LsfProblem problem, @Nullable Place place) {
        String message = problem.message();
        @Nullable
        Place group = places.entrySet().stream()
                .filter(each -> message.startsWith("group " + each.getKey() + ":"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        if (group != null && groupProblemsTold) {
            return;
        }
        if (problem.severity() == LsfProblem.Severity.ERROR) {
            report.error(group == null ? place : group, message);
        } else {
            report.warning(group == null ? place : group, name + ": " + message);
        }
    }
}
