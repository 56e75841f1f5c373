package io.fairway.app.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a principal of its own: a role, or the producer of one cluster.
 *
 * @param cluster the only cluster that it sends events of; null = the role is not of one cluster
 */
public record AclUser(AclRole role, @Nullable String cluster) {
    /** All of an installation; producers of clusters come after that of the common topics. */
    public static List<AclUser> all(List<String> clusters) {
        List<AclUser> all = new ArrayList<>();
        for (AclRole role : AclRole.values()) {
            all.add(new AclUser(role, null));
            if (role == AclRole.PRODUCER) {
                clusters.forEach(cluster -> all.add(new AclUser(role, cluster)));
            }
        }
        return all;
    }

    /**
     * The one of a word.
     *
     * @throws IllegalArgumentException naming the words, if there is none
     */
    public static AclUser of(String word, List<AclUser> all) {
        return all.stream()
                .filter(each -> each.word().equals(word)
                        || (each.cluster() == null && each.word().equalsIgnoreCase(word)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("role \"" + word + "\": must be one of "
                        + all.stream().map(AclUser::word).collect(Collectors.joining(", "))));
    }

    /** On the command line and in documents: {@code producer:alps}. */
    public String word() {
        return role.word() + (cluster == null ? "" : ":" + cluster);
    }

    /** What it does, after its word. */
    public String does() {
        return cluster == null ? role.does() : "sends job events and samples of cluster " + cluster + " alone";
    }

    /** The user name of its principal, unless somebody says another. */
    public String usualPrincipal() {
        return role.usualPrincipal() + (cluster == null ? "" : "-" + cluster);
    }

    /** What it needs, topics first. */
    public List<AclRule> rules(RoleAcls acls) {
        return cluster == null ? acls.of(role) : acls.ofProducer(cluster);
    }
}
