/**
 * The reference dispatcher: an ordered view of the priority topic, and the loop that starts the next job. It holds no
 * rules of a scheduler: {@code core} evaluates the records. Start with {@link Dispatcher}; {@link DispatchQueue} is the
 * order, and an adapter of a scheduler implements {@link Cluster}.
 */
package io.fairway.dispatcher;
