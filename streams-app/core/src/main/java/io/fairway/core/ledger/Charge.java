package io.fairway.core.ledger;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;

/** One part of a job's usage, charged to one association under one measure. */
public record Charge(String measure, NodeId association, Use use) {
    Charge negated() {
        return new Charge(measure, association, use.negated());
    }
}
