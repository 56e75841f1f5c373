package io.fairway.core.model;

/**
 * A job of a cluster. Schedulers reuse ids, so start times tell a job's runs apart (see
 * {@code io.fairway.core.ledger}).
 *
 * @param domain the unit of evaluation: one or more clusters and their share trees
 * @param cluster the cluster that the job was submitted to
 * @param job the id that the scheduler assigned
 */
public record JobKey(String domain, String cluster, String job) {
    // Every event looks its job up several times: what tells jobs apart comes first.
    @Override
    public boolean equals(Object other) {
        return other instanceof JobKey that
                && job.equals(that.job)
                && cluster.equals(that.cluster)
                && domain.equals(that.domain);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * domain.hashCode() + cluster.hashCode()) + job.hashCode();
    }
}
