package io.fairway.schedulers.moab.fairshare;

import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.dialect.MoabDialect;

/**
 * The settings of historical usage.
 *
 * @param policy FSPOLICY
 * @param percent whether FSPOLICY ends in a percent sign; a reading of the dialect gives its meaning
 * @param windowing FSINTERVAL and FSDEPTH
 * @param decay FSDECAY, 0..1: window k (0 = the current one) weighs decay^k
 */
public record FairshareSettings(FairsharePolicy policy, boolean percent, Windowing windowing, double decay) {
    private static final long HOUR = 3_600_000;

    public FairshareSettings {
        if (!(decay >= 0 && decay <= 1)) {
            throw new IllegalArgumentException("FSDECAY " + decay + ": must be 0 to 1");
        }
    }

    /** The defaults: no fairshare; windows of 24 hours, 7 of them (Maui 3.3: of 12 hours, 8 of them), no decay. */
    public static FairshareSettings of(MoabDialect dialect) {
        return new FairshareSettings(
                FairsharePolicy.NONE,
                false,
                switch (dialect) {
                    case MOAB -> new Windowing(24 * HOUR, 7);
                    case MAUI -> new Windowing(12 * HOUR, 8);
                },
                1);
    }

    /**
     * These settings with a value of FSPOLICY, which may end in a percent sign.
     *
     * @throws IllegalArgumentException for an unknown policy
     */
    public FairshareSettings withPolicy(String text) {
        boolean sign = text.endsWith("%");
        String name = sign ? text.substring(0, text.length() - 1) : text;
        return new FairshareSettings(FairsharePolicy.parse(name), sign, windowing, decay);
    }

    /** How usage under these settings is forgotten. */
    public WindowDecay windows() {
        return new WindowDecay(windowing, decay);
    }

    /** The weight of window {@code k}, 0..1. */
    public double weight(int k) {
        return StrictMath.pow(decay, k);
    }
}
