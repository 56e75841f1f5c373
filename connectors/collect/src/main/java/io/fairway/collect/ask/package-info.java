/**
 * Asks a running scheduler: its commands with a bound in time and bytes, how often, and what is told of its answers. Knows
 * no scheduler. Start with {@link BoundedCommand}.
 */
package io.fairway.collect.ask;
