/**
 * Reads files of LSF: lsb.params, lsb.queues, lsb.users, lsb.hosts, lsb.resources, lsf.conf. It computes no priorities.
 * Start with {@link LsfImporter}.
 */
package io.fairway.importers.lsf;
