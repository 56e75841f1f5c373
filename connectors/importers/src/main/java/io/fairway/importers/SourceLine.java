package io.fairway.importers;

/**
 * A line of a configuration file, joined with those that continue it, without its comment.
 *
 * @param place where it begins
 */
public record SourceLine(Place place, String text) {}
