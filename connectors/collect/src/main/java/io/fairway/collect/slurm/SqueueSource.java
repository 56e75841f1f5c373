package io.fairway.collect.slurm;

import io.fairway.collect.ask.BoundedCommand;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** The queue by {@code squeue --json}. */
final class SqueueSource implements QueueSource {
    private final BoundedCommand runner;
    private final List<String> command;
    private final QueueReader reader;

    /** @param program the path of squeue, or its name */
    SqueueSource(BoundedCommand runner, String program, QueueReader reader) {
        this.runner = runner;
        // Slurm 22.05 prints all jobs; later versions print what would be shown otherwise.
        command = List.of(program, "--json", "--all", "--states=all");
        this.reader = reader;
    }

    @Override
    public QueueLook look(Instant now) throws IOException, InterruptedException {
        return runner.run(command, output -> reader.read("squeue --json", output, now));
    }
}
