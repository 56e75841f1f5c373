package io.fairway.readers;

/**
 * The naming of a trace's jobs.
 *
 * @param cluster cluster of every job that the trace does not place elsewhere; not empty
 * @param clusterBy the property that places a job elsewhere
 */
public record TraceOptions(String cluster, ClusterBy clusterBy) {
    /** The clusters of a trace. */
    public enum ClusterBy {
        /** The whole trace is one cluster. */
        TRACE,
        /**
         * Each partition is a cluster with its own domain and share tree: partition 17 is {@code p17}. Jobs of an
         * unknown partition stay in {@link TraceOptions#cluster}.
         */
        PARTITION
    }

    public TraceOptions {
        if (cluster.isEmpty()) {
            throw new IllegalArgumentException("cluster \"\": the name of a trace's cluster must not be empty");
        }
    }

    /** The whole trace as one cluster. */
    public static TraceOptions ofCluster(String cluster) {
        return new TraceOptions(cluster, ClusterBy.TRACE);
    }
}
