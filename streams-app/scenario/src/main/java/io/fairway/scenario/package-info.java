/**
 * Scenario files: {@code fairway evaluate} and {@code fairway explain}, without a broker. It computes nothing: the
 * engine does, and these commands print the results. Start with {@link Scenario}.
 */
package io.fairway.scenario;
