/**
 * Scenario files: {@code fairway evaluate} and {@code fairway explain}, without a broker. It prints the results; the engine
 * computes them. Start with {@link Scenario}.
 */
package io.fairway.scenario;
