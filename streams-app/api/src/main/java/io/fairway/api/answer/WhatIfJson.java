package io.fairway.api.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would be if a waiting job requested something else.
 *
 * @param summary one sentence
 * @param changes what would differ in the request
 * @param now the job as it is
 * @param then the job as it would be
 * @param passes how many jobs that are before it now would be behind it
 * @param passedBy how many jobs that are behind it now would be before it
 * @param passed those that it passes and the caller may see, the first ones first; at most 20
 */
public record WhatIfJson(
        String domain,
        PolicyNameJson policy,
        String cluster,
        String job,
        String summary,
        List<Change> changes,
        Outcome now,
        Outcome then,
        int passes,
        int passedBy,
        List<Other> passed,
        FreshnessJson freshness) {
    /** An attribute of the request; null = the job has none. */
    public record Change(String name, @Nullable String from, String to) {}

    /**
     * A request that has most priority of those of the job.
     *
     * @param priority null = the policy does not rank the job
     * @param place null = it may not start, or is not ranked
     * @param of number of jobs that may start
     * @param because why it has no place; null = it has one
     */
    public record Outcome(
            @Nullable Double priority,
            @Nullable Long place,
            int of,
            @Nullable String because,
            List<TermJson> terms) {}

    /** A job. */
    public record Other(String cluster, String job, String user, String account) {}
}
