package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fairway.core.model.Tres;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job.
 *
 * @param cost what it was charged, TRES-seconds; only in lists of ended jobs
 * @param ranking its standing, if the question is about a ranking; its members are members of the job
 */
public record JobJson(
        String cluster,
        String job,
        String request,
        String state,
        String tree,
        String account,
        String user,
        String queue,
        String qos,
        String name,
        @Nullable Instant submitted,
        @Nullable Instant started,
        @Nullable Instant ended,
        Tres requestedTres,
        @Nullable Long timeLimitSeconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double cost,
        @JsonUnwrapped @Nullable Ranking ranking) {
    /** The standing of a job among those that wait. */
    public record Ranking(
            boolean held,
            boolean eligible,
            double priority,
            @Nullable Long place,
            List<TermJson> terms) {}
}
