package io.fairway.core.model;

/**
 * A job of a cluster. Ids come round again, so a job's runs are told apart by their start times (see
 * {@code io.fairway.core.ledger}).
 *
 * @param domain what is evaluated together: one or more clusters and their share trees
 * @param cluster the cluster that the job was submitted to
 * @param job the id that the scheduler gave
 */
public record JobKey(String domain, String cluster, String job) {}
