package io.fairway.schedulers.slurm.multifactor;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.ArrayList;
import java.util.List;

/**
 * First in, first out: priority = 4294967295 - second of submission - nice, at least 1; 0 for a held job. A direct
 * priority overrides this.
 *
 * <p>Source: Slurm 2.0 and 22.05, priority/basic: each job gets a lower priority than the one submitted before it.
 *
 * <p>Where we differ: Slurm counts down by one per job, from a counter that a pure function cannot have. Seconds since
 * 1970 give the same order until 2106. Jobs of the same second are equal; submission time and job id order them, like
 * all ties. So one unit of nice is worth one second here.
 */
public final class FifoPriority {
    /** The formula in one line. */
    public static final String FORMULA = "priority = 4294967295 - seconds of the submission: first in, first out";

    private FifoPriority() {}

    /** The record of a job; it does not change with time. */
    public static JobPriorityRecord evaluate(PendingJob job) {
        List<Component> components = new ArrayList<>();
        Long direct = job.directPriority();
        if (direct != null) {
            components.add(Component.of("direct", 1, new Form.Constant(direct)));
        } else {
            double second = Math.floorDiv(job.submit(), 1000L);
            components.add(Component.of("submission", 1, new Form.Constant(Rounding.U32_MAX - second)));
            if (job.nice() != 0) {
                components.add(Component.of("nice", -1, new Form.Constant(job.nice())));
            }
        }
        return MultifactorPriority.constant(components, 1, job.held(), JobPriorityRecord.FOREVER);
    }
}
