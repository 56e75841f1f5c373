/**
 * A job as Moab sees it: what it requests, how long it queued, and what blocked it. It computes no priority. Start
 * with {@link MoabJob}, then {@link MoabJobReader}.
 */
package io.fairway.schedulers.moab.job;
