/**
 * Processes as {@code /proc} shows them, where no control group counts for a job. It knows no jobs. Start with
 * {@link ProcessTable}, then {@link ProcessStat}.
 */
package io.fairway.agent.proc;
