/**
 * Random sites through {@code fairway evaluate}: it must come to the numbers of the topology, and to those that second code came to.
 * Start with {@link EvaluateIsTheStreamTest}.
 */
package io.fairway.system.parity;
