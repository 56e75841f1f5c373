/**
 * What Kafka Streams does around the engine's processors, in one thread: tasks, stores with changelogs, restores,
 * commits, and the group that hands out tasks. Start with {@link Instance}.
 */
package io.fairway.simulator.streams;
