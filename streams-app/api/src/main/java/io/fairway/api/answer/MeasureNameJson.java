package io.fairway.api.answer;

/** A measure of usage. */
public record MeasureNameJson(String name, String law, String kind) {}
