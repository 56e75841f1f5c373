package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.config.LsfParameter.COMMITTED_RUN_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_FACTOR;

import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

/**
 * The parameters of one fairshare policy: a queue's value overrides the cluster's, and that the default. Immutable.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority ("When the queue value is not defined, ...").
 */
public final class DynamicPriorityParameters {
    /** The source of a value. */
    public enum Origin {
        /** Nobody set it: the default of the documents. */
        DEFAULT,
        /** The cluster, in lsb.params. */
        CLUSTER,
        /** The queue, in lsb.queues. */
        QUEUE
    }

    /** The condition on which finished GPU jobs count. */
    public enum GpuHistory {
        /** Always, as in the formula of the page Dynamic user priority. */
        ALWAYS,
        /** Only with ENABLE_GPU_HIST_RUN_TIME=Y, as on the page about GPU run time. */
        ENABLED
    }

    /** The cluster's defaults. */
    public static final DynamicPriorityParameters DEFAULTS = of(LsfSettings.NONE, LsfSettings.NONE);

    private final EnumMap<LsfParameter, Double> values = new EnumMap<>(LsfParameter.class);
    private final EnumMap<LsfParameter, Origin> origins = new EnumMap<>(LsfParameter.class);
    private final GpuHistory gpuHistory;

    /** The values in force. */
    public DynamicPriorityParameters(LsfSettings cluster, LsfSettings queue, GpuHistory gpuHistory) {
        this.gpuHistory = gpuHistory;
        for (LsfParameter parameter : LsfParameter.values()) {
            Double ofQueue = queue.get(parameter);
            Double ofCluster = cluster.get(parameter);
            Origin origin = ofQueue != null ? Origin.QUEUE : ofCluster != null ? Origin.CLUSTER : Origin.DEFAULT;
            origins.put(parameter, origin);
            double inForce = ofQueue != null ? ofQueue : ofCluster != null ? ofCluster : parameter.initial();
            values.put(parameter, inForce);
        }
    }

    /** The values in force, with finished GPU jobs always counted. */
    public static DynamicPriorityParameters of(LsfSettings cluster, LsfSettings queue) {
        return new DynamicPriorityParameters(cluster, queue, GpuHistory.ALWAYS);
    }

    /** The value in force; not a number = not defined. */
    public double value(LsfParameter parameter) {
        return values.getOrDefault(parameter, Double.NaN);
    }

    /** The source of the value in force. */
    public Origin origin(LsfParameter parameter) {
        Origin origin = origins.get(parameter);
        return origin == null ? Origin.DEFAULT : origin;
    }

    /** Whether a parameter has a value at all. */
    public boolean isDefined(LsfParameter parameter) {
        return !Double.isNaN(value(parameter));
    }

    /** Whether a switch is on. */
    public boolean isOn(LsfParameter parameter) {
        return value(parameter) == 1;
    }

    /** Whether finished GPU jobs count. */
    public boolean countsGpuHistory() {
        return switch (gpuHistory) {
            case ALWAYS -> true;
            case ENABLED -> isOn(LsfParameter.ENABLE_GPU_HIST_RUN_TIME);
        };
    }

    /** The continuous decay of finished use. */
    public HistoryDecay decay() {
        return HistoryDecay.continuous(value(LsfParameter.HIST_HOURS));
    }

    /** Accepted settings that an administrator should know about. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (value(COMMITTED_RUN_TIME_FACTOR) > 0 && value(RUN_TIME_FACTOR) == 0) {
            warnings.add("COMMITTED_RUN_TIME_FACTOR " + value(COMMITTED_RUN_TIME_FACTOR)
                    + " with RUN_TIME_FACTOR 0: the priority rises while a job runs");
        }
        return warnings;
    }
}
