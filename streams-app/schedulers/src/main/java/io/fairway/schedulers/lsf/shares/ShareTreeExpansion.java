package io.fairway.schedulers.lsf.shares;

import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfProblem.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Lays out the assignments of a policy and its groups as nodes; {@link LsfShareTree} has the rules. */
final class ShareTreeExpansion {
    private final Map<String, UserGroup> groups = new LinkedHashMap<>();
    private final Set<String> users;
    private final List<LsfShareTree.Node> nodes = new ArrayList<>();
    private final List<LsfProblem> problems = new ArrayList<>();

    ShareTreeExpansion(String policy, Collection<UserGroup> groups, Collection<String> users) {
        this.users = new TreeSet<>(users);
        groups.forEach(this::define);
        nodes.add(new LsfShareTree.Node(policy, -1, 1, false, Set.of(), ""));
    }

    List<LsfProblem> problems() {
        return problems;
    }

    List<LsfShareTree.Node> expand(List<ShareAssignment> top) {
        level(0, top, new ArrayList<>(users), true);
        return nodes;
    }

    /** Keeps the group's existing members; a group must be defined before it is a member. */
    private void define(UserGroup group) {
        List<String> members = new ArrayList<>();
        for (String member : group.members()) {
            if (member.equals(UserGroup.ALL)) {
                members.addAll(users);
            } else if (member.equals(group.name())) {
                problem(Code.CYCLIC_GROUP, "group " + group.name() + ": must not be its own member");
            } else if (groups.containsKey(member) || users.contains(member)) {
                members.add(member);
            } else {
                problem(
                        Code.GROUP_BEFORE_DEFINITION,
                        "group " + group.name() + ": member " + member
                                + " must be a user or a group defined before it");
            }
        }
        UserGroup usable = new UserGroup(group.name(), members, group.shares());
        if (groups.putIfAbsent(group.name(), usable) != null) {
            problem(Code.DUPLICATE, "group " + group.name() + ": must be defined once; the first definition holds");
        }
    }

    private void level(int above, List<ShareAssignment> assignments, List<String> members, boolean top) {
        List<ShareAssignment> usable = assignments.stream()
                .filter(assignment -> isUsable(assignment, members, top, above))
                .toList();
        Set<String> named = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (ShareAssignment assignment : usable) {
            if (!assignment.eachMember()) {
                named.add(assignment.name());
            }
            taken.addAll(usersOf(assignment.name()));
        }
        taken.addAll(named);
        Set<String> placed = new HashSet<>();
        for (ShareAssignment assignment : usable) {
            String name = assignment.name();
            if (assignment.eachMember()) {
                each(above, assignment, named, placed);
            } else if (first(name, placed, above)) {
                switch (name) {
                    case ShareAssignment.OTHERS -> others(above, assignment, rest(members, taken));
                    case ShareAssignment.DEFAULT ->
                        rest(members, taken).forEach(member -> party(above, member, assignment.shares()));
                    default -> party(above, name, assignment.shares());
                }
            }
        }
    }

    private boolean isUsable(ShareAssignment assignment, List<String> members, boolean top, int above) {
        String name = assignment.name();
        if (assignment.shares() < 1) {
            problem(Code.BAD_SHARES, place(above) + assignment + ": shares must be a positive integer");
            return false;
        }
        if (name.equals(ShareAssignment.OTHERS) || name.equals(ShareAssignment.DEFAULT)) {
            return true;
        }
        boolean group = groups.containsKey(name);
        if (!group && (assignment.eachMember() || !users.contains(name))) {
            problem(Code.UNKNOWN_NAME, place(above) + assignment + ": must be a user or a defined group");
            return false;
        }
        if (!top && !members.contains(name)) {
            problem(Code.UNKNOWN_NAME, place(above) + assignment + ": must be a member of the group");
            return false;
        }
        return true;
    }

    private boolean first(String name, Set<String> placed, int above) {
        if (!placed.add(name)) {
            problems.add(LsfProblem.warning(
                    Code.DUPLICATE, place(above) + name + " must be assigned once; the first assignment holds"));
            return false;
        }
        return true;
    }

    private void each(int above, ShareAssignment assignment, Set<String> named, Set<String> placed) {
        for (String user : usersOf(assignment.name())) {
            if (!named.contains(user) && first(user, placed, above)) {
                leaf(above, user, assignment.shares(), Set.of(user));
            }
        }
    }

    private void others(int above, ShareAssignment assignment, List<String> rest) {
        Set<String> together = new LinkedHashSet<>();
        rest.forEach(member -> together.addAll(groups.containsKey(member) ? usersOf(member) : Set.of(member)));
        leaf(above, assignment.name(), assignment.shares(), together);
    }

    private static List<String> rest(List<String> members, Set<String> taken) {
        return members.stream()
                .distinct()
                .filter(member -> !taken.contains(member))
                .toList();
    }

    /** A user, or a group with everything below it. */
    private void party(int above, String name, long shares) {
        UserGroup group = groups.get(name);
        if (group == null) {
            leaf(above, name, shares, Set.of(name));
        } else if (group.shares().isEmpty()) {
            leaf(above, name, shares, usersOf(name));
        } else {
            int node = nodes.size();
            nodes.add(new LsfShareTree.Node(name, above, shares, false, Set.of(), path(above, name)));
            level(node, group.shares(), group.members(), false);
        }
    }

    private void leaf(int above, String name, long shares, Set<String> usersOfLeaf) {
        nodes.add(new LsfShareTree.Node(name, above, shares, true, Set.copyOf(usersOfLeaf), path(above, name)));
    }

    /** The users of a group and its subgroups, in the order of the members. */
    private Set<String> usersOf(String name) {
        Set<String> found = new LinkedHashSet<>();
        UserGroup group = groups.get(name);
        if (group != null) {
            for (String member : group.members()) {
                found.addAll(groups.containsKey(member) ? usersOf(member) : Set.of(member));
            }
        }
        return found;
    }

    private String path(int above, String name) {
        return above == 0 ? name : nodes.get(above).path() + "/" + name;
    }

    private String place(int above) {
        return (above == 0 ? "USER_SHARES of " : "group ") + nodes.get(above).name() + ": ";
    }

    private void problem(Code code, String message) {
        problems.add(LsfProblem.error(code, message));
    }
}
