package io.fairway.collect.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobAttributes;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.line.TraceOptions.HetJobs;
import io.fairway.schemas.Bounds;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one job of {@code squeue --json} or of slurmrestd's {@code /jobs}, of Slurm 22.05 and later. */
final class SlurmJobReader {
    private static final int LONGEST_NAME = 1_024;
    private static final long SECONDS = 60;
    /** Slurm's own counters and seconds have 32 bits. */
    private static final long MAX_32 = 0xffffffffL;

    private final String cluster;
    private final String defaultAccount;
    private final HetJobs hetJobs;
    private final boolean takesNice;
    private final Notices notices;

    /**
     * @param cluster the cluster of jobs that name none; empty = there must be none such
     * @param defaultAccount the account of jobs that have none; empty = their group
     * @param hetJobs what a component of a heterogeneous job is charged for
     * @param takesNice whether the nice value of a job is taken; not, where Fairway itself sets it
     */
    SlurmJobReader(String cluster, String defaultAccount, HetJobs hetJobs, boolean takesNice, Notices notices) {
        this.cluster = cluster;
        this.defaultAccount = defaultAccount;
        this.hetJobs = hetJobs;
        this.takesNice = takesNice;
        this.notices = notices;
    }

    /** The id of a job that {@link #read} could not read; null if that is what is wrong. */
    @Nullable
    String id(JsonNode node, String place, Instant look) {
        Long id = new JobFields(node, place, look, notices).number("job_id", 1, MAX_32);
        return id == null ? null : Long.toString(id);
    }

    /** The job; null if it cannot be told apart from others, or is in no known state, which is told. */
    @Nullable
    SlurmJob read(JsonNode node, String place, Instant look) {
        JobFields fields = new JobFields(node, place, look, notices);
        Long id = fields.number("job_id");
        if (id == null || id <= 0 || id > MAX_32) {
            fields.skipped("job_id", node.path("job_id").asText(), "must be a number above 0, of at most 32 bits");
            return null;
        }
        Set<String> states = fields.words("job_state");
        JobPhase phase = JobPhase.of(states);
        if (phase == JobPhase.UNKNOWN) {
            fields.skipped("job_state", states, "must be a state of a job that is known here");
            return null;
        }
        Instant submitted = fields.past("submit_time");
        if (submitted == null) {
            fields.skipped(
                    "submit_time",
                    node.path("submit_time").asText(),
                    "must be seconds since 1970, and not after " + look);
            return null;
        }
        String named = fields.name("cluster");
        if (named.isEmpty() && cluster.isEmpty()) {
            fields.skipped("cluster", "", "must be named here, or by --cluster");
            return null;
        }
        String reason = fields.text("state_reason");
        boolean waits = phase == JobPhase.WAITING;
        if (waits && !WaitReason.isKnown(reason)) {
            fields.wrong("state_reason", reason, "is no reason that is known here: the job counts as eligible");
        }
        // While a job waits, its start and end are guesses of the future.
        Instant started = waits ? fields.time("start_time") : fields.past("start_time");
        return new SlurmJob(
                Long.toString(id),
                named.isEmpty() ? cluster : named,
                phase,
                submitted,
                fields.time("eligible_time"),
                started,
                ended(fields, phase, started),
                fields.past("suspend_time"),
                orZero(fields.number("pre_sus_time", 0, MAX_32)),
                fields.past("resize_time"),
                orZero(fields.number("restart_cnt", 0, MAX_32)),
                waits && isHeld(fields, reason),
                waits ? obstacle(fields, reason) : null,
                account(fields),
                user(fields),
                attributes(fields),
                held(fields),
                fields.exitStatus("exit_code"),
                fields.unread());
    }

    private Map<String, Double> held(JobFields fields) {
        Map<String, Double> allocated = fields.held("tres_alloc_str");
        Long leader = fields.number("het_job_id", 0, MAX_32);
        if (leader == null || leader == 0 || allocated.isEmpty()) {
            return allocated;
        }
        fields.assumed("het_job_id", hetJobs.notice(SlurmCollectConfig.HET_JOBS));
        return hetJobs.charged(allocated, fields.tres("tres_req_str"));
    }

    private static @Nullable Instant ended(JobFields fields, JobPhase phase, @Nullable Instant started) {
        Instant end = phase.isOver() ? fields.past("end_time") : fields.time("end_time");
        if (phase.isOver() && end != null && started != null && end.isBefore(started)) {
            fields.wrong("end_time", end, "must not be before start_time " + started);
            return null;
        }
        return end;
    }

    /** Slurm 23.02 and later say so. Earlier versions give a held job the priority 0. */
    private static boolean isHeld(JobFields fields, String reason) {
        Boolean hold = fields.flag("hold");
        if (hold != null && hold) {
            return true;
        }
        Long priority = fields.number("priority");
        return WaitReason.isHold(reason) || (priority != null && priority == 0);
    }

    /** Of several obstacles Slurm names one. A dependency that is not met is listed whatever the reason. */
    private static @Nullable Ineligibility obstacle(JobFields fields, String reason) {
        return fields.text("dependency").isEmpty() ? WaitReason.obstacle(reason) : Ineligibility.DEPENDENCY;
    }

    /** Slurm without enforcement of associations has jobs without an account. */
    private String account(JobFields fields) {
        String account = lowerCase(fields, "account");
        if (!account.isEmpty() || !fields.text("account").isEmpty()) {
            return account;
        }
        String group = fields.name("group_name");
        String instead = defaultAccount.isEmpty() ? group : defaultAccount;
        if (instead.isEmpty()) {
            fields.assumed(
                    "account",
                    "account \"\": must be named by the job, by its group, or by default.account."
                            + " The job is charged to none");
        } else if (defaultAccount.isEmpty()) {
            fields.assumed(
                    "account",
                    "the job has no account and counts for its group " + group
                            + ", unless default.account names another one");
        }
        return instead;
    }

    /** Where the host of slurmctld does not know the user's name, Slurm has the number alone. */
    private static String user(JobFields fields) {
        String name = lowerCase(fields, "user_name");
        Long number = name.isEmpty() ? fields.number("user_id", 0, MAX_32) : null;
        if (number != null) {
            fields.assumed(
                    "user",
                    "the user has no name and counts under the number " + number
                            + "; let the host of slurmctld know the user");
        }
        return number == null ? name : number.toString();
    }

    /** Slurm's database keeps users and accounts in lower case, and finds associations by the user's number. */
    private static String lowerCase(JobFields fields, String name) {
        String told = fields.name(name);
        String kept = told.toLowerCase(Locale.ROOT);
        if (!kept.equals(told)) {
            fields.assumed(
                    name + " " + told,
                    name + " " + told + " is read in lower case, as Slurm's database keeps it: " + kept);
        }
        return kept;
    }

    private JobAttributes attributes(JobFields fields) {
        JobAttributes attributes = new JobAttributes();
        attributes.setGroup(textOrNull(fields.name("group_name")));
        List<String> partitions = Arrays.stream(
                        fields.text("partition", Bounds.TEXT).split(","))
                .filter(name -> !name.isEmpty())
                .toList();
        if (!partitions.isEmpty()) {
            attributes.setPartition(partitions.get(0));
            attributes.setPartitions(partitions.size() > 1 ? partitions : null);
        }
        attributes.setQos(textOrNull(fields.name("qos")));
        attributes.setName(textOrNull(clipped(fields.text("name"))));
        Map<String, Double> requested = fields.tres("tres_req_str");
        attributes.setRequestedTres(requested.isEmpty() ? null : requested);
        Double nodes = requested.get("node");
        // Of a job that waits, node_count is a guess; the size that Slurm ranks it by has the nodes that it asks for.
        attributes.setNodes(nodes == null ? count(fields, "node_count") : (Integer) nodes.intValue());
        attributes.setTasks(count(fields, "tasks"));
        Long minutes = fields.number("time_limit", 0, MAX_32);
        attributes.setTimeLimitSeconds(minutes == null ? null : (Long) (minutes * SECONDS));
        attributes.setDeadline(fields.time("deadline"));
        if (takesNice) {
            // Slurm 22.05 prints no nice value as null.
            attributes.setNice(orZero(fields.number("nice", -MAX_32, MAX_32)));
        }
        return attributes;
    }

    private static @Nullable Integer count(JobFields fields, String name) {
        Long count = fields.number(name, 0, Integer.MAX_VALUE);
        return count == null || count == 0 ? null : (Integer) count.intValue();
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    private static @Nullable String textOrNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Job names are free text, of which the beginning is enough: a character has at most 4 bytes. */
    private static String clipped(String text) {
        return text.length() <= LONGEST_NAME / 4 ? text : text.substring(0, LONGEST_NAME / 4);
    }
}
