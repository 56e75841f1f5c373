package io.fairway.app.runtime;

/**
 * What is decided for one start alone.
 *
 * @param newSettings whether the settings that make usage take the place of those that the state was made with
 */
public record StartOptions(boolean newSettings) {
    /** As a program that runs on. */
    public static final StartOptions NONE = new StartOptions(false);
}
