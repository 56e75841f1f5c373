package io.fairway.scenario;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Tells an option with a value that cannot be from a failure. */
public final class Misuse {
    private Misuse() {}

    /**
     * What a function makes of options.
     *
     * @throws ParameterException with its message, if it says that they are no arguments for it
     */
    public static <T> T orUsage(CommandSpec spec, Supplier<T> function) {
        try {
            return function.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
