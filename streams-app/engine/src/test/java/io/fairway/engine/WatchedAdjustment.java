package io.fairway.engine;

import io.fairway.schedulers.lsf.AdjustmentInput;
import io.fairway.schedulers.lsf.FairshareAdjustment;
import io.fairway.schedulers.lsf.FairshareAdjustmentProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An adjustment plug-in of a site's own: twice the slots in use. It remembers what it was told. */
public final class WatchedAdjustment implements FairshareAdjustmentProvider {
    static final List<AdjustmentInput> TOLD = new ArrayList<>();

    @Override
    public String name() {
        return "watched";
    }

    @Override
    public FairshareAdjustment create(Map<String, String> settings) {
        return input -> {
            TOLD.add(input);
            return 2.0 * input.use().slotsInUse();
        };
    }
}
