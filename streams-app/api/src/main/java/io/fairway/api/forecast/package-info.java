/**
 * Forecasts when an association passes a factor or a place, while running jobs continue, drain or stop. It changes no
 * usage. Start with {@link Forecaster}.
 */
package io.fairway.api.forecast;
