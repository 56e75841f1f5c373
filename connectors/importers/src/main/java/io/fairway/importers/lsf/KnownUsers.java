package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import io.fairway.schedulers.lsf.shares.UserGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out the users that the list of all users does not have, such as one who has left: the other shares of a site must not
 * fail for it.
 */
final class KnownUsers {
    /** Members and names of shares that are no user and no group. */
    static final Set<String> WORDS = Set.of(ShareAssignment.OTHERS, ShareAssignment.DEFAULT, UserGroup.ALL);

    private final Set<String> users;
    private final Map<String, UserGroup> groups;
    private final ImportReport report;

    /**
     * @param users every user of the cluster; empty = all names are known
     * @param groups every group, by name
     */
    KnownUsers(Set<String> users, Map<String, UserGroup> groups, ImportReport report) {
        this.users = users;
        this.groups = groups;
        this.report = report;
    }

    /** The groups with their known members, and the shares of these. */
    List<UserGroup> groups(Map<String, Place> places) {
        List<UserGroup> known = new ArrayList<>();
        for (UserGroup group : groups.values()) {
            Place place = places.get(group.name());
            List<String> missing = group.members().stream()
                    .filter(member -> !isKnown(member))
                    .distinct()
                    .toList();
            List<String> members =
                    group.members().stream().filter(this::isKnown).toList();
            if (!missing.isEmpty()) {
                report.warning(
                        place,
                        "group " + group.name() + ": \"" + String.join(", ", missing)
                                + "\" must be in the file of --users;"
                                + (members.isEmpty()
                                        ? " the group has no other member"
                                        : " the group is read without " + (missing.size() == 1 ? "it" : "them")));
            }
            List<ShareAssignment> shares = group.shares().stream()
                    .filter(share -> !missing.contains(share.name()))
                    .toList();
            known.add(new UserGroup(group.name(), members, shares("group " + group.name(), shares, place)));
        }
        return known;
    }

    /**
     * The shares of known users and groups.
     *
     * @param of whose shares they are, for messages
     */
    List<ShareAssignment> shares(String of, List<ShareAssignment> shares, @Nullable Place place) {
        List<ShareAssignment> known = new ArrayList<>();
        for (ShareAssignment share : shares) {
            // Only a group can have an @, so a user with one is another mistake.
            if (share.eachMember() || isKnown(share.name())) {
                known.add(share);
            } else {
                report.warning(
                        place, of + ": " + share + ": must be a group or in the file of --users; it is left out");
            }
        }
        return known;
    }

    private boolean isKnown(String name) {
        return users.isEmpty() || users.contains(name) || groups.containsKey(name) || WORDS.contains(name);
    }
}
