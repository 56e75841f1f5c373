/**
 * The order of the waiting jobs of a domain, made of the output topics, and which of them start in a cycle. Pure: time
 * is an argument, and nothing starts here. Start with {@link DispatchQueue}, then {@link DispatchCycle}.
 */
package io.fairway.dispatcher.order;
