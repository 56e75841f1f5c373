package io.fairway.api.forecast;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;

/**
 * A coming addition to the usage of an association under a measure.
 *
 * @param at the instant from which it counts, epoch milliseconds
 */
public record UsageChange(long at, String measure, NodeId node, Use use) {}
