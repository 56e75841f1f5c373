/**
 * Random sites through {@code fairway evaluate} and through the topology: both must come to the same numbers. Start with
 * {@link EvaluateAgainstStreamTest}.
 */
package io.fairway.system.parity;
