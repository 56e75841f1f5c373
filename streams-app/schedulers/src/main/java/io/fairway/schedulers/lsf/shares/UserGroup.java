package io.fairway.schedulers.lsf.shares;

import java.util.List;

/**
 * A user group of lsb.users.
 *
 * @param members users and groups, in their order; {@link #ALL} stands for every user
 * @param shares USER_SHARES among the members; empty: first come, first served
 */
public record UserGroup(String name, List<String> members, List<ShareAssignment> shares) {
    /** The member that stands for every user. */
    public static final String ALL = "all";

    public UserGroup {
        members = List.copyOf(members);
        shares = List.copyOf(shares);
    }
}
