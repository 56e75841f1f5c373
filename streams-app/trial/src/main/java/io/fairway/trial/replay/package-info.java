/**
 * {@code fairway replay}: a workload trace through a real broker, a real registry and the application in a process of
 * its own. It computes no usage itself. Start with {@link ReplayCommand}, then {@link ReplayPlan}, {@link Replay} and
 * {@link ReplayResult}.
 */
package io.fairway.trial.replay;
