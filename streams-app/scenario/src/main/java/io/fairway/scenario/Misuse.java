package io.fairway.scenario;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Tells an impossible value of an option from a failure. */
public final class Misuse {
    private Misuse() {}

    /**
     * Calls a function of options.
     *
     * @throws ParameterException with the message of the function, if it refuses them
     */
    public static <T> T orUsage(CommandSpec spec, Supplier<T> function) {
        try {
            return function.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
