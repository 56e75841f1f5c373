/**
 * The reference dispatcher: the loop that starts the next job of each domain that it leads. It holds no rules of a
 * scheduler: {@code core} evaluates the records. Start with {@link Dispatcher}; {@code DispatchQueue} is the order,
 * and an adapter of a scheduler implements {@code Cluster}.
 */
package io.fairway.dispatcher;
