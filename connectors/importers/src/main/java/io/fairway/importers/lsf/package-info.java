/** Files of LSF: lsb.params, lsb.queues, lsb.users, lsb.hosts, lsb.resources, lsf.conf. */
package io.fairway.importers.lsf;
