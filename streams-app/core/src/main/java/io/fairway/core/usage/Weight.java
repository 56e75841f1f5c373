package io.fairway.core.usage;

/**
 * The weight z of an instant under one law: {@code mantissa * 2^shift} in units of an epoch.
 *
 * @param runMantissa the mantissa of a run until the instant, see {@link DecayLaw#runMantissa}
 */
record Weight(long epoch, long mantissa, long runMantissa, int shift) {
    static Weight of(DecayLaw law, long at) {
        return new Weight(law.epoch(at), law.mantissa(at), law.runMantissa(at), law.shift(at));
    }

    /** TRES-seconds per unit of a numerator at the instant of this weight. */
    double unit(DecayLaw law) {
        return law.kind() == DecayLaw.Kind.NONE
                ? 0x1p-40 * law.meanLifeSeconds()
                : law.meanLifeSeconds() * 0x1p-40 / (mantissa * StrictMath.pow(2, shift));
    }
}
