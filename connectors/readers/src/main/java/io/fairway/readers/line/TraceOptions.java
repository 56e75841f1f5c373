package io.fairway.readers.line;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to name a file's jobs, and which of them to read.
 *
 * @param cluster cluster of every job that the file does not place elsewhere; null = each record must name its own
 * @param clusterBy the property that places a job elsewhere
 * @param domain domain of every job; null = its cluster
 * @param zone zone of times that are written without one; null = nobody said it, so UTC, with a warning
 * @param scope the jobs to read
 * @param defaultAccount account of jobs whose record names none; null = their group
 * @param accountBy the property that is a job's account
 * @param hetJobs what a component of a heterogeneous job (Slurm) is charged for
 */
public record TraceOptions(
        @Nullable String cluster,
        ClusterBy clusterBy,
        @Nullable String domain,
        @Nullable ZoneId zone,
        Scope scope,
        @Nullable String defaultAccount,
        AccountBy accountBy,
        HetJobs hetJobs) {
    /** The clusters of a file. */
    public enum ClusterBy {
        /** The whole file is one cluster, whatever its records say. */
        TRACE,
        /**
         * Each partition is a cluster with its own domain and share tree: partition 17 is {@code p17}. Jobs of an
         * unknown partition stay in {@link TraceOptions#cluster}. Of SWF alone.
         */
        PARTITION,
        /** The cluster that a record names; {@link TraceOptions#cluster} if it names none. */
        RECORD
    }

    /** The jobs to read. */
    public enum Scope {
        /** Runs that ended: what can be charged for good. All others are skipped. */
        HISTORY,
        /**
         * All: also jobs that wait, that run, and that were cancelled before they started. For a source that is read while
         * the cluster runs.
         */
        LIVE
    }

    /** The account of a job. */
    public enum AccountBy {
        /** What the format has: its account, or else its project or group. */
        FORMAT,
        /** The department, instead of project and group. Of Grid Engine alone. */
        DEPARTMENT;

        /**
         * The one that a user names.
         *
         * @param option the option or setting that names it, for the message
         * @param name null = {@link #FORMAT}
         * @throws IllegalArgumentException unless it is {@code department}
         */
        public static AccountBy of(String option, @Nullable String name) {
            if (name != null && !name.equals("department")) {
                throw new IllegalArgumentException(option + " \"" + name + "\": must be department");
            }
            return name == null ? FORMAT : DEPARTMENT;
        }
    }

    /** What a component of a heterogeneous job is charged for: versions of Slurm differ. */
    public enum HetJobs {
        /** What it has, as any other job (22.05). */
        ALLOCATED,
        /** What it asked for, memory included (24.11). */
        REQUESTED,
        /** Nothing (26.05). */
        NOTHING;

        /** What the option or setting of a program means. */
        public static final String MEANING =
                "What a component of a heterogeneous job is charged for: allocated (as Slurm 22.05 does), requested (24.11)"
                        + " or nothing (26.05).";

        private static final Map<String, Double> NONE = Map.of("cpu", 0.0);

        /**
         * The one that a user names.
         *
         * @param option the option or setting that names it, for the message
         * @throws IllegalArgumentException unless it is one of these, in lower case
         */
        public static HetJobs of(String option, String name) {
            for (HetJobs each : values()) {
                if (each.id().equals(name)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(option + " \"" + name + "\": must be allocated, requested or nothing");
        }

        /** Its name in options and settings. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The TRES to charge.
         *
         * @param allocated what the component has; empty = it does not run
         * @param requested what it asked for; empty = unknown
         */
        public Map<String, Double> charged(Map<String, Double> allocated, Map<String, Double> requested) {
            if (allocated.isEmpty()) {
                return allocated;
            }
            return switch (this) {
                case ALLOCATED -> allocated;
                case REQUESTED -> requested.isEmpty() ? allocated : requested;
                case NOTHING -> NONE;
            };
        }

        /** What is said of the first such job. */
        public String notice(String option) {
            return "it is part of a heterogeneous job and charged for "
                    + (this == NOTHING ? "nothing" : "the resources " + id())
                    + ". Slurm 22.05 charges those allocated, 24.11 those requested, 26.05 nothing; " + option
                    + " says which";
        }
    }

    public TraceOptions {
        if (cluster == null && clusterBy != ClusterBy.RECORD) {
            throw new IllegalArgumentException("cluster: must be named unless each record names its own");
        }
        if (cluster != null && cluster.isEmpty()) {
            throw new IllegalArgumentException("cluster \"\": the name of a trace's cluster must not be empty");
        }
        if (domain != null && domain.isEmpty()) {
            throw new IllegalArgumentException("domain \"\": must not be empty");
        }
        if (defaultAccount != null && defaultAccount.isEmpty()) {
            throw new IllegalArgumentException("default account \"\": must not be empty");
        }
    }

    /** History whose domains are its clusters. */
    public TraceOptions(@Nullable String cluster, ClusterBy clusterBy) {
        this(cluster, clusterBy, null, null, Scope.HISTORY, null, AccountBy.FORMAT, HetJobs.ALLOCATED);
    }

    /** The whole file as one cluster. */
    public static TraceOptions ofCluster(String cluster) {
        return new TraceOptions(cluster, ClusterBy.TRACE);
    }

    /** The clusters that the records name. */
    public static TraceOptions ofRecords() {
        return new TraceOptions(null, ClusterBy.RECORD);
    }

    /** The same with a domain for every job; null = its cluster. */
    public TraceOptions withDomain(@Nullable String name) {
        return new TraceOptions(cluster, clusterBy, name, zone, scope, defaultAccount, accountBy, hetJobs);
    }

    /**
     * The zone that a user names; null = none.
     *
     * @param option the option that names it, for the message
     * @throws IllegalArgumentException unless it is one
     */
    public static @Nullable ZoneId zone(String option, @Nullable String name) {
        try {
            return name == null ? null : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    option + " \"" + name + "\": must be a zone such as Europe/Berlin, UTC or +01:00", e);
        }
    }

    /** The same with a zone for times that are written without one; null = UTC, with a warning. */
    public TraceOptions withZone(@Nullable ZoneId id) {
        return new TraceOptions(cluster, clusterBy, domain, id, scope, defaultAccount, accountBy, hetJobs);
    }

    /** The same for other jobs. */
    public TraceOptions withScope(Scope jobs) {
        return new TraceOptions(cluster, clusterBy, domain, zone, jobs, defaultAccount, accountBy, hetJobs);
    }

    /** The same with an account for jobs whose record names none; null = their group. */
    public TraceOptions withDefaultAccount(@Nullable String name) {
        return new TraceOptions(cluster, clusterBy, domain, zone, scope, name, accountBy, hetJobs);
    }

    /** The same with another property as the account. */
    public TraceOptions withAccountBy(AccountBy property) {
        return new TraceOptions(cluster, clusterBy, domain, zone, scope, defaultAccount, property, hetJobs);
    }

    /** The same with another charge for components of heterogeneous jobs (Slurm). */
    public TraceOptions withHetJobs(HetJobs charged) {
        return new TraceOptions(cluster, clusterBy, domain, zone, scope, defaultAccount, accountBy, charged);
    }
}
