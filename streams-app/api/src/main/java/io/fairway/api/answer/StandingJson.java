package io.fairway.api.answer;

import org.jspecify.annotations.Nullable;

/** Usage in TRES-seconds as the policy counts it, the factor, and the place among the users. */
public record StandingJson(
        double usage, double factor, @Nullable Long place) {}
