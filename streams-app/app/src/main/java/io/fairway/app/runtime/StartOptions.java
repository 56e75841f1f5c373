package io.fairway.app.runtime;

/**
 * What is decided for one start alone.
 *
 * @param newSettings whether the settings that make usage take the place of those that the state was made with
 * @param withoutSamples whether to begin anew although samples are missing that long runs need
 */
public record StartOptions(boolean newSettings, boolean withoutSamples) {
    /** As a program that runs on. */
    public static final StartOptions NONE = new StartOptions(false, false);
}
