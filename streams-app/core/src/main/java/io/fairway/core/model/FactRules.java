package io.fairway.core.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a fact is possible at all. The verdict depends on the fact alone, so the order of arrival does not
 * change it.
 */
public final class FactRules {
    /** The last millisecond of the year 9999. A later time comes from a broken clock, or is in another unit. */
    public static final long MAX_TIME = 253_402_300_799_999L;
    /** Longest name of a domain, cluster, job, tree, account, user or resource, in characters. */
    public static final int MAX_NAME = 1024;
    /** Longest value of an attribute, in characters. */
    public static final int MAX_TEXT = 16_384;

    private static final Attribute[] ATTRIBUTES = Attribute.values();

    /** A million processors for 30 years. */
    private static final double MAX_CPU_SECONDS = 1e15;

    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(1_000_000_000_000L);
    private static final int MAX_RESOURCES = 1024;

    /** The largest nice value and site factor that Slurm accepts; its negative is the smallest. */
    private static final long MAX_NICE = 2_147_483_645L;

    private static final long MAX_PRIORITY = 0xFFFF_FFFFL;

    /**
     * The largest magnitude of a system value. Beyond it, an order by a single number has no room left ({@code
     * ApsState.MAX_SYSTEM}).
     */
    private static final long MAX_SYSTEM_VALUE = 100_000_000_000L;

    /** The moves of a job in its queue. */
    private static final List<String> MOVES = List.of("TOP", "BOTTOM", "OWN_TOP", "OWN_BOTTOM");

    private FactRules() {}

    /** The reason to refuse a fact, with the value and the rule; null for a valid fact. */
    public static @Nullable String problem(JobKey job, JobFact fact) {
        if (job.cluster().isEmpty() || job.job().isEmpty()) {
            return "cluster '" + job.cluster() + "' and job '" + job.job() + "': neither may be empty";
        }
        for (String name : List.of(job.domain(), job.cluster(), job.job())) {
            if (name.length() > MAX_NAME) {
                return tooLong("a name in the key of the job", name, MAX_NAME);
            }
        }
        if (!isPossible(fact.time())) {
            return "time " + fact.time() + ": must lie in the years 1970 to 9999";
        }
        if (fact.run() != JobFact.NO_RUN) {
            if (!isPossible(fact.run())) {
                return "run " + fact.run() + ": the start time must lie in the years 1970 to 9999";
            }
            if (fact.type() == JobEventType.STARTED && fact.run() != fact.time()) {
                return "run " + fact.run() + ": a start must carry its own time, " + fact.time() + ", as its run";
            }
            if (fact.type().belongsToRun() && fact.time() < fact.run()) {
                return "time " + fact.time() + " of " + fact.type() + ": must not be before the run's start "
                        + fact.run();
            }
        }
        if (fact.cpuSeconds() < 0 || fact.cpuSeconds() > MAX_CPU_SECONDS) {
            return "CPU time " + fact.cpuSeconds() + " s: must be 0 to " + MAX_CPU_SECONDS;
        }
        String allocated = problem("allocated", fact.allocated());
        return allocated != null ? allocated : problem(fact.attributes());
    }

    /** Whether a clock can show this instant: epoch milliseconds in the years 1970 to 9999. */
    public static boolean isPossible(long time) {
        return time >= 0 && time <= MAX_TIME;
    }

    private static @Nullable String problem(JobAttributes attributes) {
        for (Attribute attribute : ATTRIBUTES) {
            String value = attributes.text(attribute);
            String problem = value == null ? null : problem(attribute, value);
            if (problem != null) {
                return problem;
            }
        }
        return problem("requested", attributes.requested());
    }

    private static @Nullable String problem(Attribute attribute, String value) {
        int longest = isName(attribute) ? MAX_NAME : MAX_TEXT;
        if (value.length() > longest) {
            return tooLong(attribute.toString(), value, longest);
        }
        if (!attribute.accepts(value)) {
            return attribute + " '" + value + "': must be a number";
        }
        return switch (attribute) {
            case TIME_LIMIT, NODES, TASKS, BEGIN_TIME, DEADLINE, HUNGER ->
                within(attribute, value, 0, attribute == Attribute.BEGIN_TIME ? MAX_TIME : Long.MAX_VALUE);
            case NICE, SITE_FACTOR -> within(attribute, value, -MAX_NICE, MAX_NICE);
            case DIRECT_PRIORITY -> within(attribute, value, -1, MAX_PRIORITY);
            case SYSTEM_VALUE -> within(attribute, value, -MAX_SYSTEM_VALUE, MAX_SYSTEM_VALUE);
            case TREE,
                    ACCOUNT,
                    USER,
                    GROUP,
                    PARTITION,
                    PARTITIONS,
                    QUEUE,
                    QOS,
                    JOB_CLASS,
                    PROJECT,
                    APPLICATION,
                    JOB_NAME,
                    USER_PRIORITY,
                    ADMIN_VALUE,
                    SYSTEM_PRIORITY,
                    SOFT_LIMIT_VIOLATIONS,
                    ATTRIBUTES,
                    GENERIC_RESOURCES,
                    GPU_MODE,
                    CHUNK,
                    SLA,
                    REMOTE_CLUSTER,
                    REASON,
                    HOST,
                    EXECUTION_HOSTS,
                    RESIZABLE,
                    REQUESTED,
                    FEATURES,
                    BYPASSED_BY,
                    LIMIT_POLICY,
                    LIMITS,
                    ACCRUED,
                    RESOURCE_REQUIREMENT,
                    REQUESTED_HOSTS -> null;
            case BYPASSES -> within(attribute, value, 1, Integer.MAX_VALUE);
            case QUEUE_MOVE -> MOVES.contains(value) ? null : attribute + " '" + value + "': must be one of " + MOVES;
            case QUEUE_PRIORITY -> within(attribute, value, -MAX_PRIORITY, MAX_PRIORITY);
        };
    }

    private static boolean isName(Attribute attribute) {
        return attribute == Attribute.TREE || attribute == Attribute.ACCOUNT || attribute == Attribute.USER;
    }

    private static @Nullable String within(Attribute attribute, String value, long from, long to) {
        BigDecimal number = new BigDecimal(value);
        return number.compareTo(BigDecimal.valueOf(from)) < 0 || number.compareTo(BigDecimal.valueOf(to)) > 0
                ? attribute + " " + value + ": must be " + from + " to " + to
                : null;
    }

    private static String tooLong(String what, String value, int longest) {
        return what + " of " + value.length() + " characters ('" + value.substring(0, 32) + "...'): must have at most "
                + longest;
    }

    private static @Nullable String problem(String what, Tres tres) {
        if (tres.counts().size() > MAX_RESOURCES) {
            return what + " names " + tres.counts().size() + " resources: must be at most " + MAX_RESOURCES;
        }
        for (Map.Entry<String, BigDecimal> entry : tres.counts().entrySet()) {
            if (entry.getKey().length() > MAX_NAME) {
                return tooLong("resource", entry.getKey(), MAX_NAME);
            }
            if (entry.getValue().signum() < 0 || entry.getValue().compareTo(MAX_COUNT) > 0) {
                return what + " " + entry.getKey() + "=" + entry.getValue().toPlainString() + ": must be 0 to "
                        + MAX_COUNT.toPlainString();
            }
        }
        return null;
    }
}
