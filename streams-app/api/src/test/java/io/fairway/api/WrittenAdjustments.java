package io.fairway.api;

import io.fairway.api.http.AdjustmentWriter;
import io.fairway.avro.Adjustment;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is written; the second adjustment of an id is a repeat. */
final class WrittenAdjustments implements AdjustmentWriter {
    final List<Adjustment> records = new ArrayList<>();

    @Override
    public synchronized Outcome write(Adjustment wanted, boolean atStated) {
        for (Adjustment there : records) {
            if (there.getId().equals(wanted.getId())) {
                return new Outcome(there, false);
            }
        }
        records.add(wanted);
        return new Outcome(wanted, true);
    }
}
