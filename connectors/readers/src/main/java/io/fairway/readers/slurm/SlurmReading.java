package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the records that one parser reads have in common. */
final class SlurmReading {
    final TraceOptions options;
    final RequeuedJobs requeued = new RequeuedJobs();
    final SlurmTimes times;
    final SlurmFindings findings = new SlurmFindings();
    final Interned<String> names = new Interned<>();

    SlurmReading(TraceOptions options) {
        this.options = options;
        times = new SlurmTimes(options);
    }

    /**
     * What a run holds.
     *
     * @throws BadValueException if its CPUs cannot be read; anything else is left out
     */
    Map<String, Double> allocated(JobRecord job, String field, String text) {
        return SlurmTres.parse(text, (part, rule) -> {
            if (part.startsWith("cpu=")) {
                throw new BadValueException(field, part, rule);
            }
            findings.leftOut(job.job, field, part, rule);
        });
    }

    /** What a job asked for, as far as it can be read: nothing is charged by it. */
    Map<String, Double> requested(JobRecord job, String field, String text) {
        return SlurmTres.parse(text, (part, rule) -> findings.leftOut(job.job, field, part, rule));
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>(times.warnings());
        warnings.addAll(findings.warnings());
        return warnings;
    }
}
