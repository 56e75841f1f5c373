package io.fairway.api.answer;

/** What usage is counted as. */
public record MeasureNameJson(String name, String law, String kind) {}
