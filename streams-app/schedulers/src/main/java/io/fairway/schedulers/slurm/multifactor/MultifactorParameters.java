package io.fairway.schedulers.slurm.multifactor;

import io.fairway.schedulers.slurm.time.SlurmEdition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;

/**
 * The settings of Slurm's multifactor job priority, with the defaults of a dialect.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><th>parameter</th><th>2.0</th><th>22.05</th></tr>
 *   <tr><td>PriorityWeightAge, Fairshare, JobSize, Partition, QOS</td><td>1</td><td>0</td></tr>
 *   <tr><td>PriorityWeightAssoc, TRES</td><td>not known</td><td>0, none</td></tr>
 *   <tr><td>PriorityMaxAge</td><td>7-0</td><td>7-0</td></tr>
 *   <tr><td>PriorityFavorSmall</td><td>NO</td><td>NO</td></tr>
 *   <tr><td>lowest priority of a job without a hold</td><td>0, compatible 2</td><td>1</td></tr>
 * </table>
 *
 * <p>Source: Slurm 2.0 multifactor priority page of June 2009 (its "default is 1" for the weights is 0 in every
 * released code); Slurm 22.05 slurm.conf and source defaults.
 *
 * @param dialect the release whose rules hold
 * @param compatible dialect 2.0 only: follows the released 2.0.5 where it contradicts the page (job size, lowest
 *     priority, priority 1 before the begin time)
 * @param weights the W of each factor
 * @param tresWeights PriorityWeightTRES
 * @param maxAgeSeconds PriorityMaxAge; 0 = any eligible job has age 1
 * @param favorSmall PriorityFavorSmall
 * @param flags PriorityFlags
 * @param enforceLimits whether AccountingStorageEnforce has {@code limits}; age then counts from the moment at which
 *     the job may accrue it
 */
@RecordBuilder
public record MultifactorParameters(
        SlurmEdition dialect,
        boolean compatible,
        Weights weights,
        TresWeights tresWeights,
        long maxAgeSeconds,
        boolean favorSmall,
        Set<PriorityFlag> flags,
        boolean enforceLimits)
        implements MultifactorParametersBuilder.With {
    /** Default of PriorityMaxAge: 7-0. */
    public static final long DEFAULT_MAX_AGE_SECONDS = 604_800;

    /** The weights, each an unsigned 32 bit integer; 0 switches a factor off. */
    public record Weights(long age, long association, long fairshare, long jobSize, long partition, long qos) {
        private static final long MAX = 0xFFFF_FFFFL;

        public Weights {
            check("PriorityWeightAge", age);
            check("PriorityWeightAssoc", association);
            check("PriorityWeightFairshare", fairshare);
            check("PriorityWeightJobSize", jobSize);
            check("PriorityWeightPartition", partition);
            check("PriorityWeightQOS", qos);
        }

        private static void check(String key, long weight) {
            if (weight < 0 || weight > MAX) {
                throw new IllegalArgumentException(key + " " + weight + ": must be 0 to " + MAX);
            }
        }
    }

    public MultifactorParameters {
        flags = Set.copyOf(flags);
        if (maxAgeSeconds < 0) {
            throw new IllegalArgumentException("PriorityMaxAge " + maxAgeSeconds + " s: must be at least 0");
        }
        switch (dialect) {
            case SLURM_2_0 -> {
                if (weights.association() != 0 || !tresWeights.isEmpty() || !flags.isEmpty() || enforceLimits) {
                    throw new IllegalArgumentException("PriorityWeightAssoc " + weights.association()
                            + ", PriorityWeightTRES " + tresWeights + ", PriorityFlags " + flags
                            + ", AccountingStorageEnforce=limits " + enforceLimits
                            + ": must not be set in dialect 2.0");
                }
            }
            case SLURM_22_05 -> {
                if (compatible) {
                    throw new IllegalArgumentException("compatible: must not be set outside dialect 2.0");
                }
            }
        }
    }

    /** The defaults of Slurm 22.05: every weight 0. */
    public static MultifactorParameters slurm22() {
        return defaults(SlurmEdition.SLURM_22_05, false, new Weights(0, 0, 0, 0, 0, 0));
    }

    /** The defaults of the page of Slurm 2.0: every weight 1. */
    public static MultifactorParameters slurm20(boolean compatible) {
        return defaults(SlurmEdition.SLURM_2_0, compatible, new Weights(1, 0, 1, 1, 1, 1));
    }

    private static MultifactorParameters defaults(SlurmEdition dialect, boolean compatible, Weights weights) {
        return new MultifactorParameters(
                dialect, compatible, weights, TresWeights.NONE, DEFAULT_MAX_AGE_SECONDS, false, Set.of(), false);
    }

    public boolean has(PriorityFlag flag) {
        return flags.contains(flag);
    }

    /** The rule of the age. */
    public AgeRule ageRule() {
        return switch (dialect) {
            case SLURM_2_0 -> AgeRule.FREEZING;
            case SLURM_22_05 -> {
                if (has(PriorityFlag.ACCRUE_ALWAYS)) {
                    yield AgeRule.ALWAYS;
                }
                yield enforceLimits ? AgeRule.WITH_LIMITS : AgeRule.WITHOUT_LIMITS;
            }
        };
    }

    /** The lowest priority of a job without a hold. */
    public long minimum() {
        return switch (dialect) {
            case SLURM_2_0 -> compatible ? 2 : 0;
            case SLURM_22_05 -> 1;
        };
    }
}
