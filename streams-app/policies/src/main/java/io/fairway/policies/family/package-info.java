/**
 * A policy family for each scheduler: what a policy counts, and how it makes fairshare, priorities and orders. The
 * formulas are in {@code schedulers}; stores and Kafka are not here. Start with {@link PolicyFamily}, then
 * {@link SlurmFamily}.
 */
package io.fairway.policies.family;
