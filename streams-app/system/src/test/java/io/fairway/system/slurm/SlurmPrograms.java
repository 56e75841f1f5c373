package io.fairway.system.slurm;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * What a real Slurm needs of the machine: its programs, root, and users. If something is missing, tests are skipped with
 * a message; with CI=true in the environment, they fail.
 */
final class SlurmPrograms {
    private static final List<String> NEEDED = List.of(
            "munged",
            "mungekey",
            "mariadbd",
            "mariadb-install-db",
            "slurmdbd",
            "slurmctld",
            "slurmd",
            "sbatch",
            "sacctmgr",
            "runuser");
    private static final String PACKAGES =
            "slurm-wlm slurmdbd slurm-client slurm-wlm-basic-plugins slurm-wlm-mysql-plugin mariadb-server munge";
    private static final boolean IN_CI = "true".equals(System.getenv("CI"));

    private SlurmPrograms() {}

    /** Skips the test, or fails it, unless a Slurm with these users can run here. */
    static void require(List<String> users) {
        List<String> missing =
                NEEDED.stream().filter(name -> !isInstalled(name)).toList();
        if (!missing.isEmpty()) {
            unavailable(String.join(", ", missing) + " not installed. On Debian: apt-get install " + PACKAGES);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            unavailable("slurmd starts jobs as their users, and only root may");
        }
        List<String> unknown =
                users.stream().filter(user -> !ProgramRun.of("id", user).ok()).toList();
        if (unknown.isEmpty()) {
            return;
        }
        if (IN_CI) {
            unknown.forEach(user -> ProgramRun.of(
                            "useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", user)
                    .orFail());
        } else {
            unavailable("the users " + String.join(", ", unknown)
                    + " do not exist. Make them: for u in " + String.join(" ", unknown)
                    + "; do useradd --system --no-create-home --shell /usr/sbin/nologin $u; done");
        }
    }

    private static void unavailable(String reason) {
        String message = "no Slurm can be started: " + reason + ". Fairway on a real Slurm is NOT tested.";
        if (IN_CI) {
            throw new AssertionError(message);
        }
        System.out.println("SKIPPED: " + message);
        Assumptions.abort(message);
    }

    private static boolean isInstalled(String name) {
        List<String> folders = new ArrayList<>(List.of("/usr/sbin", "/sbin"));
        folders.addAll(
                Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
                        .toList());
        return folders.stream().anyMatch(folder -> new File(folder, name).canExecute());
    }
}
