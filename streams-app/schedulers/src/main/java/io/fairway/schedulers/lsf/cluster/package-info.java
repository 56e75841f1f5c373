/**
 * Queues and parameters of an LSF cluster, and what is wrong with them. It computes no priorities. Start with {@link
 * LsfCluster}.
 */
package io.fairway.schedulers.lsf.cluster;
