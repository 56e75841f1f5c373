package io.fairway.core.ledger;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Segment;

/** A segment of a run that moves one association's line of one measure. */
public record Charge(String measure, NodeId association, Segment segment) {
    Charge negated() {
        return new Charge(measure, association, segment.negated());
    }
}
