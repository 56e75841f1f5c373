package io.fairway.core.model;

import java.math.BigDecimal;

/**
 * The attributes that a job event may carry. Each has its own name, so a later event changes only those that it names.
 *
 * <p>Values are text in the form given here. The codes are part of the stored state. A code never passes to another
 * attribute.
 */
public enum Attribute {
    /** The share tree; without it, the one named like the cluster. */
    TREE(1, Form.TEXT),
    /** The account to charge. */
    ACCOUNT(2, Form.TEXT),
    /** The user to charge. */
    USER(3, Form.TEXT),
    /** The user group. */
    GROUP(4, Form.TEXT),
    /** The partition that the job is in, or would start in. */
    PARTITION(5, Form.TEXT),
    /** All requested partitions, separated by commas. */
    PARTITIONS(6, Form.TEXT),
    /** The queue (LSF, PBS). */
    QUEUE(7, Form.TEXT),
    /** The quality of service. */
    QOS(8, Form.TEXT),
    /** The class (Moab). */
    JOB_CLASS(9, Form.TEXT),
    /** The project (LSF). */
    PROJECT(10, Form.TEXT),
    /** The application profile (LSF). */
    APPLICATION(11, Form.TEXT),
    /** The name of the job. */
    JOB_NAME(12, Form.TEXT),
    /** Requested nodes. */
    NODES(13, Form.DECIMAL),
    /** Requested tasks. */
    TASKS(14, Form.DECIMAL),
    /** Seconds; absent when the job has no limit of its own. */
    TIME_LIMIT(15, Form.DECIMAL),
    /** Epoch milliseconds before which the job must not start. */
    BEGIN_TIME(16, Form.DECIMAL),
    /** Epoch milliseconds by which the job must have ended. */
    DEADLINE(17, Form.DECIMAL),
    /** Priority that the user gave the job among that user's own jobs (LSF, Moab). */
    USER_PRIORITY(18, Form.DECIMAL),
    /** The nice value; positive lowers the priority. */
    NICE(19, Form.DECIMAL),
    /** The site factor (Slurm). */
    SITE_FACTOR(20, Form.DECIMAL),
    /** Priority set by an operator; policies leave it alone; 0 holds the job. */
    DIRECT_PRIORITY(21, Form.DECIMAL),
    /** Administrator's value of absolute priority scheduling (LSF); 0 removes it. */
    ADMIN_VALUE(22, Form.DECIMAL),
    /** System priority (Moab). */
    SYSTEM_PRIORITY(23, Form.DECIMAL),
    /** Soft limits of fairness policies that the job would violate (Moab). */
    SOFT_LIMIT_VIOLATIONS(24, Form.TEXT),
    /** Job attributes, separated by commas (Moab). */
    ATTRIBUTES(25, Form.TEXT),
    /** Requested generic resources, {@code name=count} separated by commas. */
    GENERIC_RESOURCES(26, Form.TEXT),
    /** The use of GPUs: shared or exclusive (LSF). */
    GPU_MODE(27, Form.TEXT),
    /** The chunk that the job is a member of: the id of its first job (LSF). */
    CHUNK(28, Form.TEXT),
    /** The service class (LSF). */
    SLA(29, Form.TEXT),
    /** The cluster that a forwarded job went to, or came from. */
    REMOTE_CLUSTER(30, Form.TEXT),
    /** Why the job is not eligible. */
    REASON(31, Form.TEXT),
    /** The host that a job was submitted from or ran on. */
    HOST(32, Form.TEXT),
    /** The hosts that a job runs on, or has slots on, with the slots on each: {@link io.fairway.core.hosts.HostSlots}. */
    EXECUTION_HOSTS(33, Form.TEXT),
    /** System value of absolute priority scheduling (LSF); 0 removes it. */
    SYSTEM_VALUE(34, Form.DECIMAL),
    /** Whether the job may request another size while it runs (LSF): {@code true} or {@code false}. */
    RESIZABLE(35, Form.TEXT),
    /** Whether a user or an operator asked for what the event tells: {@code true} or {@code false}. */
    REQUESTED(36, Form.TEXT),
    /** Node features that the job requires, separated by commas. */
    FEATURES(37, Form.TEXT),
    /** Priority of the job's queue or class in the resource manager. */
    QUEUE_PRIORITY(38, Form.DECIMAL),
    /** Processors that a dynamic job needs for balance (Moab). */
    HUNGER(39, Form.DECIMAL),
    /** How many jobs overtook the job, of an event that tells so. */
    BYPASSES(50, Form.DECIMAL),
    /** The last job that overtook the job, of an event that tells so. */
    BYPASSED_BY(51, Form.TEXT),
    /** The policy whose limits a fact is about, of {@link JobEventType#LIMITED} only, as the next two. */
    LIMIT_POLICY(52, Form.TEXT),
    /** What the limits say of the job. */
    LIMITS(53, Form.TEXT),
    /** Effective queue time until the fact, milliseconds. */
    ACCRUED(54, Form.DECIMAL),
    /** Resource requirement as submitted (LSF). */
    RESOURCE_REQUIREMENT(45, Form.TEXT),
    /** Hosts as requested, separated by commas (LSF). */
    REQUESTED_HOSTS(46, Form.TEXT),
    /** A move in its queue while it waits (LSF): {@code TOP}, {@code BOTTOM}, {@code OWN_TOP} or {@code OWN_BOTTOM}. */
    QUEUE_MOVE(47, Form.TEXT);

    /** The format of a value's text. */
    private enum Form {
        TEXT,
        DECIMAL
    }

    /** {@link #values} makes a copy each time. */
    private static final Attribute[] ALL = values();

    private final int code;
    private final Form form;

    Attribute(int code, Form form) {
        this.code = code;
        this.form = form;
    }

    /** The stable number of this attribute in stored state. */
    public int code() {
        return code;
    }

    /** Whether {@code text} is a value of this attribute. */
    public boolean accepts(String text) {
        if (form == Form.TEXT) {
            return true;
        }
        try {
            return new BigDecimal(text).precision() < 40;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }

    /** The attribute with a stored code. */
    public static Attribute ofCode(int code) {
        for (Attribute attribute : ALL) {
            if (attribute.code == code) {
                return attribute;
            }
        }
        throw new IllegalArgumentException("attribute code " + code + ": no attribute has this code");
    }
}
