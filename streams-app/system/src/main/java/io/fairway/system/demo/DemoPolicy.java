package io.fairway.system.demo;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.PolicyState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The policies of the demo: one decides, the others are its shadows. What is shown of each is in the words of its scheduler. */
enum DemoPolicy {
    /** Shares in a tree, factor and rank. */
    SLURM("share", "factor", "rank", "factor: the higher, the more is owed to it; the highest rank is served first") {
        @Override
        String score(FairshareRecord fairshare) {
            return number("%.4f", fairshare.getFactor());
        }
    },

    /** A queue with FAIRSHARE: shares in a tree, dynamic priority. */
    LSF("share", "priority", "rank", "priority: shares / use (CPU and run time, slots), compared among siblings") {
        @Override
        String score(FairshareRecord fairshare) {
            return number("%.3f", fairshare.getFactor());
        }
    },

    /** Targets of accounts and users, each for itself. */
    MOAB("target", "fs use", "diff", "fs use: % of what all used in the fairshare windows; diff: target - fs use") {
        @Override
        String score(FairshareRecord fairshare) {
            return number("%.2f", percent(fairshare.getEffectiveUsage()));
        }

        @Override
        String place(FairshareRecord fairshare) {
            Double target = percent(fairshare.getNormShares());
            Double use = percent(fairshare.getEffectiveUsage());
            return target == null || use == null ? "" : number("%+.1f", target - use);
        }
    };

    /** Heading of what an account is owed. */
    final String owed;

    /** Heading of {@link #score(FairshareRecord)}. */
    final String score;

    /** Heading of {@link #place(FairshareRecord)}. */
    final String place;

    /** What the two say, in one line. */
    final String legend;

    DemoPolicy(String owed, String score, String place, String legend) {
        this.owed = owed;
        this.score = score;
        this.place = place;
        this.legend = legend;
    }

    /**
     * The policy of a name such as {@code lsf}.
     *
     * @throws IllegalArgumentException listing the names, if it is none
     */
    static DemoPolicy of(String name) {
        for (DemoPolicy known : values()) {
            if (known.toString().equals(name)) {
                return known;
            }
        }
        throw new IllegalArgumentException("--policy \"" + name + "\": must be one of "
                + Arrays.stream(values()).map(DemoPolicy::toString).collect(Collectors.joining(", ")));
    }

    /** What it is in a demo in which a policy was chosen. */
    PolicyState state(DemoPolicy chosen) {
        return this == chosen ? PolicyState.ACTIVE : PolicyState.SHADOW;
    }

    /** By what a node is compared; empty where there is nothing. */
    abstract String score(FairshareRecord fairshare);

    /** Where a node stands; empty where there is nothing. */
    String place(FairshareRecord fairshare) {
        Long rank = fairshare.getRank();
        return rank == null ? "" : Long.toString(rank);
    }

    /**
     * The users in the order in which this policy would serve them now; without those whom it puts in no order.
     *
     * @param records its last fairshare records
     */
    static List<String> order(Map<SimulatedJob.Owner, FairshareRecord> records) {
        return records.values().stream()
                .filter(record -> !record.getUser().isEmpty() && !Double.isNaN(standing(record)))
                .sorted(Comparator.comparingDouble((FairshareRecord record) -> -standing(record))
                        .thenComparing(FairshareRecord::getUser))
                .map(FairshareRecord::getUser)
                .toList();
    }

    /** The rank where there is one; else the factor, if jobs of different accounts are compared by it. */
    private static double standing(FairshareRecord record) {
        Long rank = record.getRank();
        Double factor = record.getFactor();
        return rank != null ? rank : factor != null ? factor : Double.NaN;
    }

    private static @Nullable Double percent(@Nullable Double part) {
        return part == null ? null : 100 * part;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static String number(String format, @Nullable Double value) {
        return value == null || value.isNaN() ? "" : String.format(Locale.ROOT, format, value);
    }

    /** Its name as a policy, and on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
