package io.fairway.system.slurm;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs programs of a Slurm, which find it by their environment. */
record SlurmCommands(SlurmInstallation installation, SlurmFiles files) {
    /** What a program needs in its environment to find this Slurm. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLURM_CONF", files.configuration().toString());
        installation
                .programs()
                .ifPresent(programs -> environment.put(
                        "PATH", programs + File.pathSeparator + Objects.requireNonNull(System.getenv("PATH"))));
        return environment;
    }

    /**
     * Runs a command as root, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    String run(String... command) {
        return tryRun(List.of(command), "").orFail();
    }

    /** Runs a command as root, whatever its status. */
    ProgramRun tryRun(List<String> command, String input) {
        return ProgramRun.of(environment(), installation.command(command), input);
    }

    /**
     * Runs a command as a user, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    String runAs(String user, String... command) {
        List<String> words = new ArrayList<>(List.of("runuser", "-u", user, "--"));
        words.addAll(List.of(command));
        return tryRun(words, "").orFail();
    }
}
