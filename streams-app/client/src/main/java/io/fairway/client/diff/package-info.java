/**
 * Fairshare of a live Slurm beside that of Fairway, association by association: reading what Slurm prints, and comparing.
 * It runs no program and asks nobody. Start with {@link Comparison}.
 */
package io.fairway.client.diff;
