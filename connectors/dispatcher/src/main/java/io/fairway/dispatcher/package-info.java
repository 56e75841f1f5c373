/**
 * The reference dispatcher: an ordered view of the priority topic, and what starts the next job. {@link
 * io.fairway.dispatcher.Dispatcher} is the loop, {@link io.fairway.dispatcher.DispatchQueue} the order, {@link
 * io.fairway.dispatcher.Cluster} what a scheduler's adapter implements.
 */
package io.fairway.dispatcher;
