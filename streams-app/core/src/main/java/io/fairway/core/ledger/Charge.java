package io.fairway.core.ledger;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;

/** What a job adds to one association's usage under one measure. */
public record Charge(String measure, NodeId association, Use use) {
    Charge negated() {
        return new Charge(measure, association, use.negated());
    }
}
