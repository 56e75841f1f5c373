package io.fairway.readers.slurm;

import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;
import java.util.Map;

/**
 * What is the same in all of Slurm's forms.
 *
 * <ol>
 *   <li>A job's id is the number of the task in an array, and of the component in a heterogeneous job: the one that
 *       slurmctld, squeue's job_id, jobcomp and the cgroups on the hosts have. A record of several waiting tasks has no
 *       number of its own; its id is as printed, {@code 12_[4-9]}.
 *   <li>What a run holds is its allocated TRES; without them its CPUs, nodes and requested memory.
 *   <li>Suspended time counts as run time, as Slurm's own fairshare counts it: no record says when it was.
 *   <li>A job that waits though it has a start and an end was requeued: jobcomp writes it so.
 *   <li>A cancelled job that starts and ends at once and holds nothing never started: jobcomp writes it so.
 * </ol>
 */
final class SlurmRecord {
    /** Memory of at least this many MB is a count for each CPU with a flag bit that was printed too. */
    private static final double PER_CPU_BIT = 2_147_483_648.0;

    final JobRecord job;
    /** CPUs and nodes, in case that no TRES are allocated; 0 = unknown. */
    double cpus;

    double requestedCpus;
    double nodes;
    /** As in ReqMem: {@code 3000Mc} for each CPU, {@code 48000Mn} for each node, {@code 200M} for the job. */
    String memory = "";

    SlurmRecord(String source) {
        job = new JobRecord(source);
    }

    ParsedLine line(TraceOptions options, Interned<String> names) {
        boolean ranOnce = job.started != JobRecord.NEVER && job.ended != JobRecord.NEVER && job.ended > job.started;
        if (job.requested.isEmpty()) {
            put(job.requested, "cpu", requestedCpus > 0 ? requestedCpus : cpus);
            put(job.requested, "node", nodes);
            put(job.requested, "mem", requestedMegabytes());
        }
        if (job.allocated.isEmpty() && job.started != JobRecord.NEVER) {
            put(job.allocated, "cpu", cpus);
            put(job.allocated, "node", nodes);
            if (cpus > 0) {
                put(job.allocated, "mem", job.requested.getOrDefault("mem", 0.0));
            }
        }
        if (job.state == State.CANCELLED && !ranOnce && job.allocated.getOrDefault("cpu", 0.0) <= 0) {
            job.started = JobRecord.NEVER;
        }
        return job.line(options, names);
    }

    /** Of a job completion record: a requeued run has the state PENDING, and its own start and end. */
    static State completed(State state, boolean hasEnd) {
        return hasEnd && (state == State.WAITING || state == State.RUNNING) ? State.REQUEUED : state;
    }

    private double requestedMegabytes() {
        if (memory.isEmpty()) {
            return 0;
        }
        char last = Character.toLowerCase(memory.charAt(memory.length() - 1));
        boolean perCpu = last == 'c';
        boolean perNode = last == 'n';
        double megabytes =
                SlurmTres.megabytes("ReqMem", perCpu || perNode ? memory.substring(0, memory.length() - 1) : memory);
        if (megabytes >= PER_CPU_BIT) {
            megabytes -= PER_CPU_BIT;
            perCpu = true;
        }
        return perCpu ? megabytes * Math.max(cpus, requestedCpus) : perNode ? megabytes * nodes : megabytes;
    }

    private static void put(Map<String, Double> counts, String name, double count) {
        if (count > 0) {
            counts.put(name, count);
        }
    }
}
