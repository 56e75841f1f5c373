package io.fairway.dispatcher.slurm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ids by which scontrol knows jobs. */
final class SlurmJobId {
    /** A job, a task or the waiting tasks of an array, or a part of a heterogeneous job. */
    private static final Pattern ID =
            Pattern.compile("([0-9]{1,10})(_[0-9]{1,10}|_\\[[0-9,%:-]{1,400}\\]|\\+[0-9]{1,4})?");

    private SlurmJobId() {}

    /**
     * What to tell for a job: its id, but for a task the id of its array. A single task would be split off from its
     * array, which costs slurmctld a job record for each.
     *
     * @return null if Slurm has no such ids
     */
    static @Nullable String unit(String job) {
        Matcher id = ID.matcher(job);
        if (!id.matches()) {
            return null;
        }
        return id.group(2) != null && id.group(2).startsWith("_") ? id.group(1) : job;
    }

    /** Of the id of a job or array, the one that names it alone; an id of a task or a component as it is. */
    static String first(String unit) {
        return unit.indexOf('_') < 0 && unit.indexOf('+') < 0 ? unit + "+0" : unit;
    }
}
