/**
 * What a scenario results in, as values and as text. It computes nothing. Start with {@link Report}.
 */
package io.fairway.scenario.report;
