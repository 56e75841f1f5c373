package io.fairway.system;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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

    private LabCommand() {}

    /**
     * The command of the lab.
     *
     * @param name the name of its class
     * @return makes it, or where the lab is not installed, what says so
     */
    static Supplier<Object> of(String name) {
        return () -> make(name);
    }

    private static Object make(String name) {
        try {
            return Class.forName(name).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            return new LabCommand();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(name + " cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " is no command", e);
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
