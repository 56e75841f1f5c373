package io.fairway.readers;

/**
 * How the jobs of a trace are named.
 *
 * @param cluster cluster of every job that the trace does not place elsewhere; not empty
 * @param clusterBy what places a job elsewhere
 */
public record TraceOptions(String cluster, ClusterBy clusterBy) {
    /** What a trace's clusters are. */
    public enum ClusterBy {
        /** The whole trace is one cluster. */
        TRACE,
        /**
         * Each partition is a cluster of its own, with its own domain and share tree: partition 17 is {@code p17}. Jobs of
         * an unknown partition stay in {@link TraceOptions#cluster}.
         */
        PARTITION
    }

    public TraceOptions {
        if (cluster.isEmpty()) {
            throw new IllegalArgumentException("cluster \"\": the cluster of a trace must have a name");
        }
    }

    /** The whole trace as one cluster. */
    public static TraceOptions ofCluster(String cluster) {
        return new TraceOptions(cluster, ClusterBy.TRACE);
    }
}
