/**
 * What a family of policies gives the engine: what a policy counts, and how it makes fairshare, priorities and orders.
 * It names no scheduler, and knows no store and no Kafka. Start with {@link PolicyFamily}.
 */
package io.fairway.policies.family;
