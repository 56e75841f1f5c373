package io.fairway.core.usage;

/** The weight z of an instant under one law: {@code mantissa * 2^shift} in units of an epoch. */
record Weight(long epoch, long mantissa, int shift) {
    static Weight of(DecayLaw law, long at) {
        return new Weight(law.epoch(at), law.mantissa(at), law.shift(at));
    }

    /** TRES-seconds per unit of a numerator at the instant of this weight. */
    double unit(DecayLaw law) {
        return law.kind() == DecayLaw.Kind.NONE
                ? 0x1p-40 * law.meanLifeSeconds()
                : law.meanLifeSeconds() * 0x1p-40 / (mantissa * StrictMath.pow(2, shift));
    }
}
