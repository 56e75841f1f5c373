/**
 * {@code fairway replay}: a workload trace through a real broker, a real registry and the application in a process of its
 * own, as fast as it goes. The way through it: {@link io.fairway.system.replay.ReplayCommand} makes a {@link
 * io.fairway.system.replay.ReplayPlan}, {@link io.fairway.system.replay.Replay} carries it out, {@link
 * io.fairway.system.replay.ReplayResult} says what came of it.
 */
package io.fairway.system.replay;
