/**
 * The reference dispatcher: an ordered view of the priority topic, and the start of the next job.
 * {@link io.fairway.dispatcher.Dispatcher} is the loop, {@link io.fairway.dispatcher.DispatchQueue} the order,
 * {@link io.fairway.dispatcher.Cluster} the interface for a scheduler's adapter.
 */
package io.fairway.dispatcher;
