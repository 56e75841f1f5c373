package io.fairway.system.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Where the programs of a Slurm are: on this machine, or in the system of another Debian in a folder of its own, which
 * {@code .ci/slurm-chroot} makes once. Programs in a folder see a path such as {@code /tmp/x} below their own root; a symbolic
 * link makes it the same for this process.
 */
public enum SlurmInstallation {
    /** What is installed here: 22.05 on Debian 12. */
    MACHINE(null),
    /** 24.11, of Debian 13. */
    TRIXIE("trixie"),
    /** The newest that Debian has; it moves. */
    SID("sid");

    private static final int NO_MIRROR = 3;
    private static final boolean IN_CI = "true".equals(System.getenv("CI"));
    private static final Path SCRIPT =
            Path.of("..", "..", ".ci", "slurm-chroot").toAbsolutePath().normalize();

    /** The folder of the system and of the programs that enter it, once it is made. */
    private static final Map<SlurmInstallation, Path> FOLDERS = new ConcurrentHashMap<>();

    private final @Nullable String suite;

    SlurmInstallation(@Nullable String suite) {
        this.suite = suite;
    }

    /** Skips the test, or fails it where CI is true, unless a Slurm with these users can run here. */
    void require(List<String> users) {
        if (suite == null) {
            SlurmPrograms.require(users);
            return;
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            unavailable("a Slurm of " + suite + " needs root: chroot, and jobs that start as their users");
        }
        FOLDERS.computeIfAbsent(this, absent -> make(suite));
        name(users);
    }

    private static Path make(String suite) {
        ProgramRun made = ProgramRun.patiently(List.of(SCRIPT.toString(), "make", suite));
        if (made.status() == NO_MIRROR) {
            // It says nothing about Fairway, in CI either.
            skip(made.errors().strip());
        } else if (!made.ok()) {
            unavailable(made.errors().strip());
        }
        return Path.of(made.output().strip());
    }

    /** This machine and the users are known inside. */
    private void name(List<String> users) {
        try {
            String host = ProgramRun.of("hostname", "-s").orFail();
            Files.writeString(root().resolve("etc/hosts"), "127.0.0.1 localhost " + host + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot name this machine in " + root(), e);
        }
        for (String user : users) {
            if (!ProgramRun.of(program("id"), user).ok()) {
                ProgramRun.of(program("useradd"), "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", user)
                        .orFail();
            }
        }
    }

    /** What starts one of its programs, by name. Programs that are not Slurm's or munge's or the database's are the machine's. */
    String program(String name) {
        return programs()
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .map(Path::toString)
                .orElse(name);
    }

    /** The same for the first word of a command. */
    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(words);
        command.set(0, program(words.getFirst()));
        return command;
    }

    /** The folder of programs that comes first in the PATH of those who call them by name. */
    Optional<Path> programs() {
        return Optional.ofNullable(FOLDERS.get(this)).map(folder -> folder.resolve("bin"));
    }

    /** Lets an empty folder of this machine be that of the same path for its programs. Only the link is on this machine. */
    void share(Path folder) {
        if (suite == null) {
            return;
        }
        try {
            Path inside = inside(folder);
            Files.createDirectories(Objects.requireNonNull(inside.getParent()));
            Files.move(folder, inside);
            Files.createSymbolicLink(folder, inside);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot share " + folder + " with " + suite, e);
        }
    }

    private Path inside(Path folder) {
        return root().resolve(Objects.requireNonNull(folder.getRoot()).relativize(folder.toAbsolutePath()));
    }

    private Path root() {
        return Objects.requireNonNull(FOLDERS.get(this), "it is not made").resolve("root");
    }

    /** Lines of the file cgroup.conf beside slurm.conf; none where there is to be no file. */
    Stream<String> controlGroups() {
        // From 23.11 on slurmd looks for control groups unless it is told that there are none.
        return suite == null ? Stream.of() : Stream.of("CgroupPlugin=disabled");
    }

    /** Whether slurmctld takes tokens, and slurmrestd has shares: its plug-in is not among the machine's packages. */
    boolean hasTokens() {
        return suite != null;
    }

    private static void unavailable(String reason) {
        if (IN_CI) {
            throw new AssertionError(message(reason));
        }
        skip(reason);
    }

    private static void skip(String reason) {
        System.out.println("SKIPPED: " + message(reason));
        Assumptions.abort(message(reason));
    }

    private static String message(String reason) {
        return "no newer Slurm can be started: " + reason + ". Fairway beside it is NOT tested.";
    }
}
