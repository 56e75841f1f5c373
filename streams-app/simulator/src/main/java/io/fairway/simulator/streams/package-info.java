/**
 * What Kafka Streams does around the engine's processors: tasks, stores with changelogs, restores, commits, and the group
 * that hands out tasks. It breaks nothing by itself. Start with {@link Instance}, then {@link Undisturbed}.
 */
package io.fairway.simulator.streams;
