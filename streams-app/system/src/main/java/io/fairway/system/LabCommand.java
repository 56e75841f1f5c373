package io.fairway.system;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Stands for a command of the lab where the lab is not installed. The lab is a package of its own, {@code fairway-lab}: nothing
 * here knows its classes but by name.
 */
@Command(description = {"In the package fairway-lab, which is not installed."})
final class LabCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** What the command itself would take. */
    @Unmatched
    @SuppressWarnings("UnusedVariable") // Picocli takes it, so that no word is an error before the answer.
    private final List<String> words = new ArrayList<>();

    /**
     * The class of a command of the lab.
     *
     * @param name of the class
     * @return where the lab is not installed, the class of what says so
     */
    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return LabCommand.class;
        }
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "the command " + spec.name() + " is in the package fairway-lab, which is not installed:"
                        + " install fairway-lab of the same version (.deb or .rpm), or unpack fairway-lab-*.tar.gz over this"
                        + " one");
    }
}
