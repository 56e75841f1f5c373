package io.fairway.importers;

/**
 * A given file.
 *
 * @param name its name without directories; findings name it
 * @param text its content
 */
public record SourceFile(String name, String text) {}
