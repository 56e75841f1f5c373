package io.fairway.schedulers.lsf.config;

/**
 * A conflict that LSF forbids, or a warning for the administrator.
 *
 * @param code of the rule, as docs/policies.md lists them
 * @param severity whether the configuration is usable
 * @param message the value, the rule and the place, for people
 */
public record LsfProblem(Code code, Severity severity, String message) {
    /** Whether a configuration is usable. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** The rules that a configuration can break. */
    public enum Code {
        /** APS_PRIORITY and DISPATCH_ORDER=QUEUE. */
        APS_DISPATCH_ORDER,
        /** APS_PRIORITY and FAIRSHARE_QUEUES. */
        APS_CROSS_QUEUE,
        /** APS_PRIORITY in a queue whose hosts are in a host partition. */
        APS_HOST_PARTITION,
        /** APS_PRIORITY with FAIRSHARE, but without a weight of FS. */
        APS_QUEUE_FAIRSHARE,
        /** A weight of FS without FAIRSHARE. */
        APS_FS_WITHOUT_FAIRSHARE,
        /** APS_PRIORITY and a time-based SLA. */
        APS_TIME_BASED_SLA,
        /** A job priority that counts, while MAX_USER_PRIORITY is not defined. */
        APS_NO_MAX_USER_PRIORITY,
        /** A weight or limit beyond the largest APS value. */
        APS_BEYOND_MAXIMUM,
        /** Queue-level fairshare and a host partition in one cluster. */
        FAIRSHARE_AND_HOST_PARTITION,
        /** A queue in two sets of FAIRSHARE_QUEUES, or parent and child at once. */
        CROSS_QUEUE_TWICE,
        /** The priority of a queue outside a cross-queue set lies between those of the set. */
        CROSS_QUEUE_PRIORITY,
        /** FAIRSHARE_QUEUES without FAIRSHARE. */
        CROSS_QUEUE_WITHOUT_FAIRSHARE,
        /** FAIRSHARE of a child queue, which is ignored. */
        CROSS_QUEUE_CHILD_FAIRSHARE,
        /** Shares other than a positive integer. */
        BAD_SHARES,
        /** A name that is neither a user nor a group, or not a member of the group. */
        UNKNOWN_NAME,
        /** A group that contains itself, directly or not. */
        CYCLIC_GROUP,
        /** A group used before its definition. */
        GROUP_BEFORE_DEFINITION,
        /** The same name assigned twice, or two groups of one name. */
        DUPLICATE,
        /** EXPIRED_TIME with HIST_HOURS other than 0. */
        EXPIRED_TIME,
        /** COMMITTED_RUN_TIME_FACTOR without RUN_TIME_FACTOR. */
        COMMITTED_WITHOUT_RUN_TIME,
        /** SLOT_SHARE without SLOT_POOL, or SLOT_POOL without SLOT_SHARE, or a value out of range. */
        POOL_SHARE,
        /** Queues of one pool with different hosts. */
        POOL_HOSTS,
        /** A host of a pool in a host partition, or without a job slot limit. */
        POOL_HOST_LIMIT,
        /** A pool parameter on a queue after the first, which is ignored. */
        POOL_NOT_FIRST,
        /** RELAX_JOB_DISPATCH_ORDER: the order is not guaranteed. */
        RELAXED_ORDER
    }

    /** A problem that makes the configuration unusable. */
    public static LsfProblem error(Code code, String message) {
        return new LsfProblem(code, Severity.ERROR, message);
    }

    /** A warning for the administrator. */
    public static LsfProblem warning(Code code, String message) {
        return new LsfProblem(code, Severity.WARNING, message);
    }
}
