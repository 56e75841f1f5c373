package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The standing of an association or account.
 *
 * @param least the least that its usage can be, TRES-seconds, where that is recomputed from rows; null = it is known
 * @param most the most that it can be
 * @param pendingJobs waiting jobs of the subtree; null = not known
 * @param runningJobs running jobs of the subtree; null = not known
 */
public record FairshareJson(
        String tree,
        String account,
        String user,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String partition,
        String path,
        int depth,
        @Nullable Long shares,
        double normShares,
        double rawUsage,
        double normUsage,
        double effectiveUsage,
        double levelFairshare,
        double factor,
        @Nullable Long rank,
        @Nullable Long place,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double least,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double most,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer pendingJobs,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer runningJobs) {}
