package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Whether an instance is well; a reason if it is not. */
public record HealthJson(
        String state,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {}
