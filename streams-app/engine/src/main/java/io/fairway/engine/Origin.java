package io.fairway.engine;

/** The place of an input record on its topic. */
public record Origin(String topic, int partition, long offset) {}
