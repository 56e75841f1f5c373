package io.fairway.schedulers.lsf.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One {@code [name, shares]} of USER_SHARES.
 *
 * <ol>
 *   <li>A user, or a group that competes as one party.
 *   <li>{@code group@}: each member of the group and of its subgroups competes alone, with this number of shares.
 *   <li>{@code others}: everyone without another assignment, as one party.
 *   <li>{@code default}: everyone without another assignment, each alone.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.queues FAIRSHARE, lsb.users USER_SHARES.
 *
 * @param name of a user or group, {@link #OTHERS} or {@link #DEFAULT}
 * @param eachMember whether {@code @} follows the name of a group
 * @param shares only ratios matter; {@link LsfShareTree} reports values below 1
 */
public record ShareAssignment(String name, boolean eachMember, long shares) {
    /** The name of everyone else, together. */
    public static final String OTHERS = "others";
    /** The name of everyone else, one by one. */
    public static final String DEFAULT = "default";

    private static final Pattern ASSIGNMENT =
            Pattern.compile("\\G\\s*\\[\\s*([^\\s,\\[\\]@]+)(@?)\\s*,\\s*(-?\\d{1,18})\\s*]\\s*");

    public ShareAssignment {
        if (eachMember && (name.equals(OTHERS) || name.equals(DEFAULT))) {
            throw new IllegalArgumentException("[" + name + "@, " + shares + "]: @ must follow the name of a group");
        }
    }

    /**
     * The assignments of a text such as {@code [g1@,10] [chip,20] [others,1]}; an empty one has none.
     *
     * @throws IllegalArgumentException for another form; names the place
     */
    public static List<ShareAssignment> parse(String text) {
        List<ShareAssignment> assignments = new ArrayList<>();
        Matcher matcher = ASSIGNMENT.matcher(text);
        int end = 0;
        while (end < text.length() && matcher.find()) {
            String name = matcher.group(1);
            String shares = matcher.group(3);
            if (name == null || shares == null) {
                break;
            }
            assignments.add(new ShareAssignment(name, "@".equals(matcher.group(2)), Long.parseLong(shares)));
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw new IllegalArgumentException("USER_SHARES \"" + text + "\": at \"" + text.substring(end)
                    + "\": must be [name, shares] or [group@, shares], shares a whole number");
        }
        return assignments;
    }

    @Override
    public String toString() {
        return "[" + name + (eachMember ? "@" : "") + ", " + shares + "]";
    }
}
