package io.fairway.importers;

/**
 * A line of a configuration file, joined with its continuation lines, without its comment.
 *
 * @param place its beginning
 */
public record SourceLine(Place place, String text) {}
