/**
 * What a measurement runs on: empty servers, backlogs of jobs, floors, and the watch over processes. It knows no goal.
 * Start with {@link Testbed}, then {@link GroupWatch}.
 */
package io.fairway.bench.bed;
