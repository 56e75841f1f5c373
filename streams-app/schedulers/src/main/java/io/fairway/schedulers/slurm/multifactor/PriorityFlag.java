package io.fairway.schedulers.slurm.multifactor;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The flags of PriorityFlags in this policy family (slurm.conf of Slurm 22.05 to 26.05). */
public enum PriorityFlag {
    /** Age counts from submission, also while the job is held, dependent or before its begin time. */
    ACCRUE_ALWAYS,
    /** Running jobs are still evaluated. */
    CALCULATE_RUNNING,
    /** Fairshare is {@code DepthObliviousFairshare}; implies NO_FAIR_TREE. */
    DEPTH_OBLIVIOUS,
    /** Fairshare is {@code FairTree}: the default, so the flag has no effect. */
    FAIR_TREE,
    /** Fairshare is {@code ClassicFairshare}. */
    NO_FAIR_TREE,
    /** A priority never falls. */
    INCR_ONLY,
    /** Billing takes the largest node resource instead of the sum ({@link BillingWeights}). */
    MAX_TRES,
    /** The same without gres, which are added (Slurm 25.05 and later). */
    MAX_TRES_GRES,
    /** The association factor is the raw priority. */
    NO_NORMAL_ASSOC,
    /** The partition factor is the raw PriorityJobFactor. */
    NO_NORMAL_PART,
    /** The QOS factor is the raw priority. */
    NO_NORMAL_QOS,
    /** TRES factors are raw counts. */
    NO_NORMAL_TRES,
    /** The job size factor is size divided by the time limit. */
    SMALL_RELATIVE_TO_TIME;

    private static final Set<PriorityFlag> NO_NORMAL =
            EnumSet.of(NO_NORMAL_ASSOC, NO_NORMAL_PART, NO_NORMAL_QOS, NO_NORMAL_TRES);

    /**
     * Reads PriorityFlags: names in any case, separated by commas; NO_NORMAL_ALL stands for four of them.
     *
     * <p>Where we differ: Slurm 22.05 searches the text for the names. Here an unknown name is an error.
     *
     * @throws IllegalArgumentException if a name is unknown
     */
    public static Set<PriorityFlag> parse(String text) {
        Set<PriorityFlag> flags = EnumSet.noneOf(PriorityFlag.class);
        for (String part : text.split(",", -1)) {
            String name = part.trim().toUpperCase(Locale.ROOT);
            if (name.equals("NO_NORMAL_ALL")) {
                flags.addAll(NO_NORMAL);
            } else if (!name.isEmpty()) {
                flags.add(byName(name));
            }
        }
        return flags;
    }

    private static PriorityFlag byName(String name) {
        return Stream.of(values())
                .filter(flag -> flag.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("PriorityFlags: \"" + name + "\" is unknown"));
    }
}
