package io.fairway.readers.slurm;

import io.fairway.readers.line.LineParser;
import java.util.List;

/** A parser of one of Slurm's forms. A requeue and the end of the job may be in two files of a history. */
abstract class SlurmParser implements LineParser {
    final SlurmReading reading;

    SlurmParser(SlurmReading reading) {
        this.reading = reading;
    }

    @Override
    public final void follow(LineParser earlier) {
        if (earlier instanceof SlurmParser before) {
            reading.requeued.addAll(before.reading.requeued);
        }
    }

    @Override
    public List<String> warnings() {
        return reading.warnings();
    }
}
