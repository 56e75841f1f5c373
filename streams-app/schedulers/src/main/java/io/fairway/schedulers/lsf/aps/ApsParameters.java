package io.fairway.schedulers.lsf.aps;

import io.fairway.schedulers.lsf.config.LsfProblem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * APS_PRIORITY of a queue (or of the master queue of a QUEUE_GROUP): weights, limits and grace periods. Immutable.
 *
 * <ol>
 *   <li>A sub-factor without a weight does not count. A factor with weighted sub-factors and no weight has weight 1;
 *       this does not apply to FS.
 *   <li>A limit keeps the weighted value of a factor within -limit..limit.
 *   <li>A factor adds nothing until its job has been pending for longer than the grace period.
 *   <li>No weight, limit or grace period can be 0; ADMIN has none of them.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.queues APS_PRIORITY; Absolute priority scheduling. The exact effect of a limit
 * and a grace period is from memory of that page.
 */
public final class ApsParameters {
    /** The largest APS value. */
    public static final double MAXIMUM = 1_000_000;

    private final EnumMap<ApsFactor, Double> weights;
    private final EnumMap<ApsFactor, Double> limits;
    private final EnumMap<ApsFactor, Long> graceMillis;

    private ApsParameters(
            Map<ApsFactor, Double> weights, Map<ApsFactor, Double> limits, Map<ApsFactor, Long> graceMillis) {
        this.weights = new EnumMap<>(ApsFactor.class);
        this.limits = new EnumMap<>(ApsFactor.class);
        this.graceMillis = new EnumMap<>(ApsFactor.class);
        this.weights.putAll(weights);
        this.limits.putAll(limits);
        this.graceMillis.putAll(graceMillis);
        weights.forEach((factor, weight) -> {
            notAdmin("WEIGHT", factor);
            if (weight == 0 || !Double.isFinite(weight)) {
                throw new IllegalArgumentException(
                        "WEIGHT of " + factor + " " + weight + ": must be a number other than 0");
            }
        });
        limits.forEach((factor, limit) -> {
            notAdmin("LIMIT", factor);
            if (!(limit > 0 && Double.isFinite(limit))) {
                throw new IllegalArgumentException("LIMIT of " + factor + " " + limit + ": must be a number above 0");
            }
        });
        graceMillis.forEach((factor, millis) -> {
            notAdmin("GRACE_PERIOD", factor);
            if (millis <= 0) {
                throw new IllegalArgumentException("GRACE_PERIOD of " + factor + " " + millis + " ms: must be above 0");
            }
        });
    }

    /**
     * The parameters.
     *
     * @param graceMillis grace periods in milliseconds
     * @throws IllegalArgumentException for a value that a factor cannot have; names both
     */
    public static ApsParameters of(
            Map<ApsFactor, Double> weights, Map<ApsFactor, Double> limits, Map<ApsFactor, Long> graceMillis) {
        return new ApsParameters(weights, limits, graceMillis);
    }

    /** The parameters of a text such as {@code WEIGHT[[JPRIORITY,1] [FS,100]] LIMIT[[FS,500]] GRACE_PERIOD[[MEM,10h]]}. */
    public static ApsParameters parse(String text) {
        return ApsText.parse(text);
    }

    /** The weight of a factor; 0 for one that does not count. */
    public double weight(ApsFactor factor) {
        Double own = weights.get(factor);
        if (own != null) {
            return own;
        }
        return factor.parts().stream().anyMatch(weights::containsKey) ? 1 : 0;
    }

    /** Whether a factor can add anything. */
    public boolean counts(ApsFactor factor) {
        return factor.parts().isEmpty()
                ? weights.containsKey(factor)
                : factor.parts().stream().anyMatch(weights::containsKey);
    }

    /** The limit of a factor; infinite without one. */
    public double limit(ApsFactor factor) {
        return limits.getOrDefault(factor, Double.POSITIVE_INFINITY);
    }

    /** The grace period of a factor in milliseconds; {@code null} without one. */
    public @Nullable Long graceMillis(ApsFactor factor) {
        return graceMillis.get(factor);
    }

    /** Warnings for weights and limits beyond {@link #MAXIMUM}, which are accepted. */
    public List<LsfProblem> warnings(String place) {
        List<LsfProblem> warnings = new ArrayList<>();
        weights.forEach((factor, weight) -> beyond(warnings, place, "WEIGHT", factor, weight));
        limits.forEach((factor, limit) -> beyond(warnings, place, "LIMIT", factor, limit));
        return warnings;
    }

    private static void beyond(
            List<LsfProblem> warnings, String place, String keyword, ApsFactor factor, double value) {
        if (Math.abs(value) > MAXIMUM) {
            warnings.add(LsfProblem.warning(
                    LsfProblem.Code.APS_BEYOND_MAXIMUM,
                    place + ": " + keyword + " of " + factor + " " + value + " exceeds the largest APS value "
                            + MAXIMUM));
        }
    }

    private static void notAdmin(String keyword, ApsFactor factor) {
        if (factor == ApsFactor.ADMIN) {
            throw new IllegalArgumentException(
                    keyword + " of ADMIN: must not be set, because LSF adds ADMIN unchanged");
        }
    }
}
