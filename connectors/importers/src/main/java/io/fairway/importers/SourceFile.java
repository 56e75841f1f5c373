package io.fairway.importers;

/**
 * A file as it was given.
 *
 * @param name its name without directories; findings name it
 * @param text its content
 */
public record SourceFile(String name, String text) {}
