package io.fairway.core.usage;

/**
 * The weight z of an instant under one law: {@code mantissa * 2^shift} in units of an epoch.
 *
 * @param runMantissa the mantissa of a run until the instant, see {@link DecayLaw#runMantissa}
 */
record Weight(long epoch, long mantissa, long runMantissa, int shift) {
    static Weight of(DecayLaw law, long at) {
        long mantissa = law.mantissa(at);
        long runs = law.kind() == DecayLaw.Kind.TENTH_LIFE_STEPS ? law.runMantissa(at) : mantissa;
        return new Weight(law.epoch(at), mantissa, runs, law.shift(at));
    }

    /** The lower 64 bits of {@code runMantissa * 2^shift}. */
    long runLow() {
        return runMantissa << shift;
    }

    /** The bits of {@code runMantissa * 2^shift} above the lower 64, with its sign. */
    long runHigh() {
        return shift == 0 ? runMantissa >> 63 : runMantissa >> (64 - shift);
    }

    /** TRES-seconds per unit of a numerator at the instant of this weight. */
    double unit(DecayLaw law) {
        return law.kind() == DecayLaw.Kind.NONE
                ? 0x1p-40 * law.meanLifeSeconds()
                : law.meanLifeSeconds() * 0x1p-40 / (mantissa * Math.scalb(1.0, shift));
    }
}
