/**
 * What a Moab or Maui is configured with: weights, credentials with their limits and caps. It computes nothing. Start
 * with {@link MoabParameters}.
 */
package io.fairway.schedulers.moab.config;
