/**
 * The books of a domain: jobs, lines, rings, shares, policies, adjustments, held facts and the timeline. They hold what
 * the stores hold and keep it in step; they send nothing. Start with {@link JobBook}, then {@link UsageAccounting}.
 */
package io.fairway.engine.state;
