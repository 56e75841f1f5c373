package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The instant at which an association passes a factor or gets to a place. */
public record ForecastJson(
        String domain,
        PolicyNameJson policy,
        String tree,
        String account,
        String user,
        @JsonProperty("if") String condition,
        double factor,
        @Nullable Long place,
        boolean reached,
        boolean holds,
        @Nullable Instant at,
        Now now,
        String reason,
        FreshnessJson freshness) {
    /** Its standing now. */
    public record Now(double factor, @Nullable Long place) {}
}
