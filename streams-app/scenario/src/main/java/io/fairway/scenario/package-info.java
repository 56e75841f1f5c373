/**
 * Scenario files: {@code fairway evaluate} and {@code fairway explain}, without a broker. It reads the sections and
 * prints the results; the formulas are in {@code schedulers}. Start with {@link Scenario}, then {@code
 * ScenarioFamily}.
 */
package io.fairway.scenario;
