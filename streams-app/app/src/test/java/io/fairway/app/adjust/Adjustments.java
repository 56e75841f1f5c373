package io.fairway.app.adjust;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.time.Instant;

/** Adjustments of anna in physics, for tests. */
final class Adjustments {
    static final Instant AT = Instant.parse("2026-11-20T12:00:00Z");

    private Adjustments() {}

    static Adjustment.Builder adjustment(AdjustmentKind kind, String id, double amount) {
        return Adjustment.newBuilder()
                .setDomain("alps")
                .setTree("alps")
                .setAccount("physics")
                .setUser("anna")
                .setId(id)
                .setKind(kind)
                .setAmount(amount)
                .setEffectiveAt(AT)
                .setActor("ops")
                .setReason("node failed");
    }
}
