package io.fairway.reading.period;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.time.Period;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** The amounts that adjustments charged to associations in a period, TRES-seconds; negative where they gave usage back. */
public final class Corrections {
    private Corrections() {}

    /** The amounts of a measure. An association that has none is not in it. */
    public static Map<NodeId, BigDecimal> of(DomainSnapshot snapshot, Measure measure, Period period) {
        Map<NodeId, BigDecimal> amounts = new HashMap<>();
        StateStores.forEach(snapshot.stores().get(Stores.ADJUSTMENTS), Keys.domain(snapshot.domain()), (key, bytes) -> {
            Adjustment adjustment = StoredRecords.adjustment(bytes);
            boolean counts = StoredRecords.isInEffect(bytes)
                    && (adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name()))
                    && adjustment.at() >= period.from()
                    && adjustment.at() < period.to();
            if (counts) {
                adjustment
                        .amounts()
                        .forEach(amount -> amounts.merge(amount.association(), amount.tresSeconds(), BigDecimal::add));
            }
        });
        return amounts;
    }
}
