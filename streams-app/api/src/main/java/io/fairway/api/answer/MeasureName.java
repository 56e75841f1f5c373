package io.fairway.api.answer;

/** What usage is counted as. */
public record MeasureName(String name, String law, String kind) {}
