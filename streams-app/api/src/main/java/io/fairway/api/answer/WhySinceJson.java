package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changed for a user since an earlier instant, step by step: {@code then}, and what each cause changed.
 *
 * @param firstJob the user's first waiting job, after each step
 */
public record WhySinceJson(
        String domain,
        PolicyNameJson policy,
        String user,
        Instant since,
        List<Association> associations,
        List<Place> firstJob,
        FreshnessJson freshness) {
    /** An association of the user. */
    public record Association(
            String tree,
            String account,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String partition,

            List<Standing> steps) {}

    /**
     * How it stands after a step.
     *
     * @param factor null where it was not in the tree
     * @param change of the factor by this step
     */
    public record Standing(
            String cause,
            double factor,
            double change,
            @Nullable Long place) {}

    /**
     * Where the first job stands after a step.
     *
     * @param place null = no job of the user has a place
     * @param of number of jobs that have a place
     */
    public record Place(String cause, @Nullable Long place, int of) {}
}
