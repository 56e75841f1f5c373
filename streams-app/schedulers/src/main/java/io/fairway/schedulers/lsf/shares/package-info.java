/**
 * Share trees as LSF's files have them, with groups, {@code others} and {@code default}. They hold no usage. Start with
 * {@link LsfShareTree}.
 */
package io.fairway.schedulers.lsf.shares;
