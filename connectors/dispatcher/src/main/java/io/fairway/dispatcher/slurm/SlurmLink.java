package io.fairway.dispatcher.slurm;

import io.fairway.dispatcher.process.ChildProgram;
import io.fairway.dispatcher.process.ChildProgram.Reads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The way to a Slurm, opened by the options of a command line. */
public final class SlurmLink implements AutoCloseable {
    private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();
    private static final Duration ASKING = Duration.ofSeconds(60);

    private final Slurm slurm;
    private final WriteBack duty;

    private SlurmLink(Slurm slurm, WriteBack duty) {
        this.slurm = slurm;
        this.duty = duty;
    }

    /**
     * Asks Slurm for its settings, and says which of them are wrong for this.
     *
     * @param name of the dispatcher
     * @param stale the greatest age of a ranking that is told
     * @param listener gets warnings, and what is done, a line at a time
     * @throws SlurmRefusesException if Slurm does not answer, or its settings make the numbers count for nothing
     * @throws IllegalArgumentException for an option out of range
     */
    public static SlurmLink open(WriteBackOptions options, String name, Duration stale, Consumer<String> listener) {
        options.check();
        SlurmSettings found = SlurmSettings.parse(config(options.scontrol()));
        List<String> problems = found.problems(options.lever());
        if (!problems.isEmpty()) {
            throw new SlurmRefusesException(String.join("; ", problems));
        }
        found.warnings(options.lever()).forEach(warning -> listener.accept("warning: " + warning));
        Slurm slurm = new Scontrol(List.of(options.scontrol()), PATIENCE_MILLIS);
        return new SlurmLink(slurm, new WriteBack(options.settings(name, stale, found), slurm, listener));
    }

    /** What a dispatcher does with it. */
    public WriteBack duty() {
        return duty;
    }

    private static List<String> config(String scontrol) {
        List<String> lines = new ArrayList<>();
        try (ChildProgram program = ChildProgram.start(List.of(scontrol, "show", "config"), Reads.OUTPUT)) {
            long deadline = System.nanoTime() + ASKING.toNanos();
            while (!program.hasEnded() && System.nanoTime() - deadline < 0) {
                String line = program.read(1_000);
                if (line != null) {
                    lines.add(line);
                }
            }
            if (!program.hasEnded()) {
                program.kill();
            }
        } catch (IOException e) {
            throw new SlurmRefusesException(e.getMessage() + "; name scontrol by --scontrol");
        }
        if (lines.stream().noneMatch(line -> line.startsWith("ClusterName"))) {
            throw new SlurmRefusesException(
                    "`" + scontrol
                            + " show config` does not print a configuration: does slurmctld answer, and does SLURM_CONF name its file?");
        }
        return lines;
    }

    @Override
    public void close() {
        slurm.close();
    }
}
