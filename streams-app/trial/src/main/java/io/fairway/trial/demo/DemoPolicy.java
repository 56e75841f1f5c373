package io.fairway.trial.demo;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.PolicyState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The policies of the demo: one decides, the others are shadows. Each is shown in the words of its scheduler. */
enum DemoPolicy {
    /** Shares in a tree, factor and place. */
    SLURM("share", "factor", "place", "factor: the higher, the earlier; place 1 is served first") {
        @Override
        String score(FairshareRecord fairshare) {
            return number("%.4f", fairshare.getFactor());
        }
    },

    /** A queue with FAIRSHARE: shares in a tree, dynamic priority. */
    LSF("share", "priority", "place", "priority: shares / use (CPU time, run time, slots); place 1 is served first") {
        @Override
        String score(FairshareRecord fairshare) {
            return number("%.3f", fairshare.getFactor());
        }
    },

    /** Targets of accounts and users. */
    MOAB("target", "fs use", "diff", "fs use: % of all use in the fairshare windows; diff: target - fs use") {
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

    /** Heading of the share or target. */
    final String owed;

    /** Heading of {@link #score(FairshareRecord)}. */
    final String score;

    /** Heading of {@link #place(FairshareRecord)}. */
    final String place;

    /** The meaning of both columns, in one line. */
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
     * @throws IllegalArgumentException listing the names, if it is not one of them
     */
    static DemoPolicy of(String name) {
        for (DemoPolicy policy : values()) {
            if (policy.toString().equals(name)) {
                return policy;
            }
        }
        throw new IllegalArgumentException("--policy \"" + name + "\": must be one of "
                + Arrays.stream(values()).map(DemoPolicy::toString).collect(Collectors.joining(", ")));
    }

    /** Its state in a demo of the chosen policy. */
    PolicyState state(DemoPolicy chosen) {
        return this == chosen ? PolicyState.ACTIVE : PolicyState.SHADOW;
    }

    /** The number by which the policy compares a node; empty = none. */
    abstract String score(FairshareRecord fairshare);

    /** The place of a node, 1 is served first; empty = none. */
    String place(FairshareRecord fairshare) {
        Long rank = fairshare.getRank();
        // A record's rank counts from the other end.
        return rank == null ? "" : Long.toString(fairshare.getUsers() - rank + 1);
    }

    /**
     * The users in the order of this policy now, without users that have no place in it.
     *
     * @param records the last fairshare records of the policy
     */
    static List<String> order(Map<SimulatedJob.Owner, FairshareRecord> records) {
        return records.values().stream()
                .filter(record -> !record.getUser().isEmpty() && !Double.isNaN(standing(record)))
                .sorted(Comparator.comparingDouble((FairshareRecord record) -> -standing(record))
                        .thenComparing(FairshareRecord::getUser))
                .map(FairshareRecord::getUser)
                .toList();
    }

    /** The rank; without one, the factor, if the policy compares jobs of different accounts by it. */
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
