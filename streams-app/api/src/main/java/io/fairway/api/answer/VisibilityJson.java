package io.fairway.api.answer;

import java.util.Collection;
import java.util.List;

/**
 * What a caller sees of a domain.
 *
 * @param all whether it sees everything; the lists are then empty
 * @param measures the measures that count the usage of associations
 * @param jobs those of the jobs in the question that it sees
 */
public record VisibilityJson(
        String domain,
        String caller,
        String role,
        boolean all,
        List<Tree> trees,
        Collection<String> measures,
        List<Job> jobs,
        FreshnessJson freshness) {
    /**
     * The accounts of a tree.
     *
     * @param sums accounts of which it sees the sums, as a member
     * @param coordinated accounts of which it sees everything
     */
    public record Tree(String tree, Collection<String> sums, Collection<String> coordinated) {}

    /** A job that it sees. */
    public record Job(String cluster, String job) {}
}
