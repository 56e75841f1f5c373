package io.fairway.engine;

import io.fairway.schedulers.lsf.fairshare.AdjustmentInput;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustment;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A site's own adjustment plug-in: twice the slots in use. It remembers its inputs. */
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
