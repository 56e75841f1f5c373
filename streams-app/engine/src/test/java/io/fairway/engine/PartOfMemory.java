package io.fairway.engine;

import io.fairway.schedulers.lsf.fairshare.FairshareAdjustment;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider;
import java.util.Map;

/** An adjustment plug-in: ten times the part of the cluster's memory in use that is the account's. */
public final class PartOfMemory implements FairshareAdjustmentProvider {
    @Override
    public String name() {
        return "part-of-memory";
    }

    @Override
    public FairshareAdjustment create(Map<String, String> settings) {
        return input -> input.clusterMemory() == 0 ? 0 : 10 * input.use().memory() / input.clusterMemory();
    }
}
