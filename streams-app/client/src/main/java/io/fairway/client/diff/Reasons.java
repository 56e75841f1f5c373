package io.fairway.client.diff;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why an association differs, as far as the numbers of both sides tell it.
 *
 * @param ratio Slurm's raw usage by Fairway's, the median of all associations; not a number without usage
 * @param accounts accounts whose level fairshare differs
 * @param usersDiffer whether the usage of any association of a user differs
 * @param rules how this Slurm charges
 */
record Reasons(double ratio, Set<String> accounts, boolean usersDiffer, ChargeRules rules) {
    /** Slurm prints whole seconds of usage. */
    private static final double PRINTED = 1;

    private static final double EQUAL = 1e-3;

    /** No decay between two passes of Slurm is greater. */
    private static final double MAX_DECAY = 0.1;

    static Reasons of(List<Difference> all, ChargeRules rules) {
        double[] ratios = all.stream()
                .filter(each -> !each.isMissing())
                .mapToDouble(Reasons::ratio)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        Set<String> accounts = all.stream()
                .filter(each -> each.level() > 0 && each.fairway() != null)
                .map(each -> each.fairway() == null ? "" : each.fairway().name())
                .collect(Collectors.toSet());
        boolean usersDiffer = all.stream().anyMatch(Reasons::isOtherUsageOfUser);
        return new Reasons(ratios.length == 0 ? Double.NaN : ratios[ratios.length / 2], accounts, usersDiffer, rules);
    }

    private static double ratio(Difference each) {
        return each.slurm() == null || each.fairway() == null
                ? Double.NaN
                : each.slurm().rawUsage() / each.fairway().rawUsage();
    }

    private static boolean isOtherUsageOfUser(Difference each) {
        return each.slurm() != null
                && each.fairway() != null
                && each.fairway().isUser()
                && Math.abs(each.slurm().rawUsage() - each.fairway().rawUsage()) > PRINTED;
    }

    /** The reason in words; empty if both sides are equal. */
    String of(Difference each) {
        ShareLine slurm = each.slurm();
        ShareLine fairway = each.fairway();
        if (fairway == null) {
            return "missing in Fairway: it has no share record";
        }
        if (slurm == null) {
            return "missing in Slurm, or it does not show it";
        }
        boolean equalPlace = each.slurmPlace() == each.fairwayPlace();
        if (each.largest() == 0 && equalPlace) {
            return "";
        }
        if (!slurm.shares().isEmpty()
                && !fairway.shares().isEmpty()
                && !slurm.shares().equals(fairway.shares())) {
            return "shares: " + slurm.shares() + " in Slurm, " + fairway.shares() + " in Fairway";
        }
        if (each.effectiveUsage() == 0 && each.level() == 0) {
            return accounts.contains(fairway.account())
                    ? "its account differs"
                    : "tie: equal level fairshare, or an account further above differs";
        }
        double more = slurm.rawUsage() - fairway.rawUsage();
        if (Double.isNaN(more)) {
            return "";
        }
        if (Math.abs(more) <= PRINTED) {
            return "usage is equal to the second; siblings differ, or Slurm rounds";
        }
        return usage(slurm, fairway, more);
    }

    /** Usage that Slurm has and Fairway has not is of events; usage that only Fairway has is how Slurm charges. */
    private String usage(ShareLine slurm, ShareLine fairway, double more) {
        boolean decay = Math.abs(ratio - 1) <= MAX_DECAY
                && Math.abs(slurm.rawUsage() - ratio * fairway.rawUsage()) <= PRINTED + EQUAL * fairway.rawUsage();
        String ends = more < 0 && rules.leavesOutEnds() ? uncharged() + "; " : "";
        if (more < 0 && fairway.runningJobs() > 0) {
            return "running jobs: Slurm charges them every " + rules.each() + ", Fairway always; " + ends
                    + amount(more);
        }
        if (!ends.isEmpty()) {
            return ends + amount(more);
        }
        if (decay) {
            return "decay: Slurm decays every " + rules.each() + ", Fairway always; " + amount(more);
        }
        if (!fairway.isUser()) {
            return usersDiffer
                    ? "the usage of associations below it differs; " + amount(more)
                    : "an association that is not in this list, such as a removed one; " + amount(more);
        }
        if (more > 0) {
            return "late or missing event: " + amount(more);
        }
        return (rules.enforce().isEmpty()
                        ? "ends that Slurm does not charge without limits in AccountingStorageEnforce, or "
                        : "")
                + "runs that Slurm charges less or not at all, or that are older than slurmctld's state: "
                + amount(more);
    }

    private String uncharged() {
        return "ends: AccountingStorageEnforce is " + rules.enforce()
                + ", and without limits Slurm charges no run from its last pass to its end";
    }

    private static String amount(double more) {
        return String.format(Locale.ROOT, "Slurm has %.0f TRES-seconds %s", Math.abs(more), more > 0 ? "more" : "less");
    }
}
