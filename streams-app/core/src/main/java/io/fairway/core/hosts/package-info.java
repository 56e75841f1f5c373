/**
 * The hosts of a cluster as schedulers see them: how many slots each has, whether it takes jobs, and which slots of a
 * host a run holds. It chooses no host for a job. Start with {@link HostTable}.
 */
package io.fairway.core.hosts;
