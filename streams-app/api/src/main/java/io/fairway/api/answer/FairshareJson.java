package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The standing of an association or account. */
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
        int pendingJobs,
        int runningJobs) {}
