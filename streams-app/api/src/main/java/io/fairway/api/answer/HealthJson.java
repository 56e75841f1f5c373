package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The health of an instance, with a reason if it is not well. */
public record HealthJson(
        String state,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {}
