package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The reason why there is no answer (RFC 9457). */
public record ProblemJson(
        String type,
        String title,
        int status,
        String detail,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String parameter) {}
