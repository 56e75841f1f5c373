package io.fairway.core.model;

/**
 * A job of a cluster. Schedulers reuse ids, so start times tell a job's runs apart (see
 * {@code io.fairway.core.ledger}).
 *
 * @param domain the unit of evaluation: one or more clusters and their share trees
 * @param cluster the cluster that the job was submitted to
 * @param job the id that the scheduler assigned
 */
public record JobKey(String domain, String cluster, String job) {}
