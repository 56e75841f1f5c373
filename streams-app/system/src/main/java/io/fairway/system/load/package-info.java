/**
 * {@code fairway load}: how much a machine takes, and what questions cost the stream. The way through it: {@link
 * io.fairway.system.load.LoadCommand} makes a {@link io.fairway.system.load.LoadPlan}, {@link io.fairway.system.load.Load}
 * carries it out with a {@link io.fairway.system.load.Pump} for events and {@link io.fairway.system.load.Reads} for
 * questions, {@link io.fairway.system.load.LoadResult} says what came of it.
 */
package io.fairway.system.load;
