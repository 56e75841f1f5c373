/**
 * What is known of a domain: jobs, lines, rings, shares, policies, adjustments and deferred facts. Its books
 * decide changes, write them to the stores and replay them into memory, live and at a start alike; they send nothing.
 * Start with {@link DomainState}, then {@code Change} of {@code io.fairway.engine.state.change}.
 */
package io.fairway.engine.state;
