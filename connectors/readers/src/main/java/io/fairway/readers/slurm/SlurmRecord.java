package io.fairway.readers.slurm;

import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is the same in all of Slurm's forms.
 *
 * <ol>
 *   <li>A job's id is the number of the task in an array, and of the component in a heterogeneous job: the one that
 *       slurmctld, squeue's job_id, jobcomp and the cgroups on the hosts have. A record of several waiting tasks has no
 *       number of its own; its id is as printed, {@code 12_[4-9]}.
 *   <li>What a run holds is its allocated TRES; what they lack of CPUs and nodes is from their own fields. Without any TRES it
 *       is CPUs, nodes and requested memory.
 *   <li>Suspended time counts as run time, as Slurm's own fairshare counts it: no record says when it was.
 *   <li>A job that waits though it has a start and an end was requeued: jobcomp writes it so.
 *   <li>A cancelled job that starts and ends at once and holds nothing never started: jobcomp writes it so.
 *   <li>A job that ends without another run after a requeue ends with this record, in a history too: the run before left it
 *       waiting.
 *   <li>Slurm's database keeps users and accounts in lower case, and finds the association by the number of the user. So
 *       names are in lower case here. A user without a name is its number (UID), as in {@code squeue}. {@code (null)} is
 *       no name.
 *   <li>A component of a heterogeneous job is charged as {@link HetJobs} says: versions of Slurm differ.
 *   <li>Without enforcement of associations, jobs have no account: {@link JobRecord} has what is charged instead.
 * </ol>
 */
final class SlurmRecord {
    /** Memory of at least this many MB is a count for each CPU with a flag bit that was printed too. */
    private static final double PER_CPU_BIT = 2_147_483_648.0;

    private static final String NULL = "(null)";

    final JobRecord job;
    /** CPUs and nodes, in case that no TRES are allocated; 0 = unknown. */
    double cpus;

    double requestedCpus;
    double nodes;
    /** As in ReqMem: {@code 3000Mc} for each CPU, {@code 48000Mn} for each node, {@code 200M} for the job. */
    String memory = "";
    /** The number of the user; empty = unknown. */
    String uid = "";
    /** Whether it is a component of a heterogeneous job. */
    boolean isHet;

    SlurmRecord(String source) {
        job = new JobRecord(source);
        job.userRule = "must not be empty; put the user's name or number into the record (sacct: the fields User, UID)";
    }

    ParsedLine line(SlurmReading reading) {
        boolean ranOnce = job.started != JobRecord.NEVER && job.ended != JobRecord.NEVER && job.ended > job.started;
        if (job.requested.isEmpty()) {
            put(job.requested, "cpu", requestedCpus > 0 ? requestedCpus : cpus);
            put(job.requested, "node", nodes);
            put(job.requested, "mem", reading.findings.orUnknown(job.job, "ReqMem", this::requestedMegabytes));
        }
        if (job.started != JobRecord.NEVER) {
            boolean hasTres = !job.allocated.isEmpty();
            put(job.allocated, "cpu", cpus);
            put(job.allocated, "node", nodes);
            if (!hasTres && cpus > 0) {
                put(job.allocated, "mem", job.requested.getOrDefault("mem", 0.0));
            }
        }
        if (job.state == State.CANCELLED && !ranOnce && job.allocated.getOrDefault("cpu", 0.0) <= 0) {
            job.started = JobRecord.NEVER;
        }
        if (isHet) {
            HetJobs charge = reading.options.hetJobs();
            reading.findings.add(
                    "het", "job " + job.job + ": " + charge.notice("--het-jobs (het.jobs of a collector)"));
            job.allocated = charge.charged(job.allocated, job.requested);
        }
        return named(reading);
    }

    private ParsedLine named(SlurmReading reading) {
        String user = orEmpty(job.user);
        String account = orEmpty(job.account);
        job.group = orEmpty(job.group);
        job.account = account.toLowerCase(Locale.ROOT);
        job.user = (user.isEmpty() ? uid : user).toLowerCase(Locale.ROOT);
        ParsedLine line = job.line(reading.options, reading.names);
        if (job.state == State.REQUEUED) {
            reading.requeued.add(job);
        } else if (isOver() && reading.requeued.remove(job) && line instanceof ParsedLine.Skipped) {
            line = job.line(reading.options.withScope(TraceOptions.Scope.LIVE), reading.names);
        }
        if (line instanceof ParsedLine.Job) {
            tell(reading, user, account);
        }
        return line;
    }

    private boolean isOver() {
        return job.state == State.ENDED || job.state == State.CANCELLED;
    }

    private void tell(SlurmReading reading, String user, String account) {
        if (user.isEmpty()) {
            reading.findings.add(
                    "uid",
                    "job " + job.job + ": the user has no name and counts under the number " + uid
                            + "; run sacct where the user is known, or put the name into the file");
        } else if (!user.equals(job.user)) {
            reading.findings.lowerCase(user, job.user);
        }
        if (account.isEmpty() && reading.options.defaultAccount() == null) {
            reading.findings.add(
                    "account",
                    "job " + job.job + ": it has no account and counts for its group " + job.account
                            + "; --default-account (default.account of a collector) names another one");
        } else if (!account.isEmpty() && !account.equals(job.account)) {
            reading.findings.lowerCase(account, job.account);
        }
    }

    /** What Slurm prints for no text is no name. */
    private static String orEmpty(@Nullable String text) {
        return text == null || text.equals(NULL) ? "" : text;
    }

    /** Whether a record that names this number for the whole heterogeneous job is one of its components. */
    static boolean isHet(String leader) {
        return !leader.isEmpty() && !leader.equals("0");
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
            counts.putIfAbsent(name, count);
        }
    }
}
