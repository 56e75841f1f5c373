package io.fairway.client.diff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fairshare of Slurm beside that of Fairway.
 *
 * <p>Slurm prints six decimals, so both sides are compared with six. Places are those among the users that both sides
 * have: an association that one side lacks does not move all others. The root is left out.
 *
 * @param all every account and association of either side, in Fairway's order
 */
public record Comparison(List<Difference> all) {
    private static final double DECIMALS = 1e6;

    public Comparison {
        all = List.copyOf(all);
    }

    /**
     * Compares. Of several lines for one association, the first counts.
     *
     * @param rules how this Slurm charges, for the reasons
     */
    public static Comparison of(List<ShareLine> slurm, List<ShareLine> fairway, ChargeRules rules) {
        Map<String, ShareLine> ours = byName(fairway);
        Map<String, ShareLine> theirs = byName(slurm);
        Map<String, Integer> slurmPlaces = places(theirs, ours);
        Map<String, Integer> fairwayPlaces = places(ours, theirs);
        Map<String, ShareLine> names = new LinkedHashMap<>(ours);
        theirs.forEach(names::putIfAbsent);
        List<Difference> all = new ArrayList<>();
        names.keySet()
                .forEach(name -> all.add(difference(
                        theirs.get(name),
                        ours.get(name),
                        slurmPlaces.getOrDefault(name, 0),
                        fairwayPlaces.getOrDefault(name, 0))));
        Reasons reasons = Reasons.of(all, rules);
        return new Comparison(
                all.stream().map(each -> each.because(reasons.of(each))).toList());
    }

    private static Map<String, ShareLine> byName(List<ShareLine> lines) {
        Map<String, ShareLine> named = new LinkedHashMap<>();
        for (ShareLine line : lines) {
            if (line.isUser() || !line.account().equals("root")) {
                named.putIfAbsent(line.name(), line);
            }
        }
        return named;
    }

    /** Equal factors have one place. */
    private static Map<String, Integer> places(Map<String, ShareLine> lines, Map<String, ShareLine> others) {
        List<ShareLine> ranked = lines.values().stream()
                .filter(line -> line.isUser() && others.containsKey(line.name()) && !Double.isNaN(line.factor()))
                .sorted(Comparator.comparingDouble(line -> -rounded(line.factor())))
                .toList();
        Map<String, Integer> places = new LinkedHashMap<>();
        double last = Double.NaN;
        int place = 0;
        for (int i = 0; i < ranked.size(); i++) {
            double factor = rounded(ranked.get(i).factor());
            if (factor != last) {
                place = i + 1;
                last = factor;
            }
            places.put(ranked.get(i).name(), place);
        }
        return places;
    }

    private static Difference difference(
            @Nullable ShareLine slurm, @Nullable ShareLine fairway, int slurmPlace, int fairwayPlace) {
        if (slurm == null || fairway == null) {
            return new Difference(slurm, fairway, 0, 0, Double.NaN, Double.NaN, Double.NaN, "");
        }
        return new Difference(
                slurm,
                fairway,
                slurmPlace,
                fairwayPlace,
                absolute(slurm.effectiveUsage(), fairway.effectiveUsage()),
                relative(slurm.level(), fairway.level()),
                absolute(slurm.factor(), fairway.factor()),
                "");
    }

    private static double absolute(double one, double other) {
        return rounded(Math.abs(rounded(one) - rounded(other)));
    }

    private static double relative(double one, double other) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return Double.NaN;
        }
        double first = rounded(one);
        double second = rounded(other);
        double greater = Math.max(Math.abs(first), Math.abs(second));
        return first == second ? 0 : Double.isInfinite(greater) ? 1 : Math.abs(first - second) / greater;
    }

    static double rounded(double number) {
        return Double.isNaN(number) || Double.isInfinite(number) ? number : Math.rint(number * DECIMALS) / DECIMALS;
    }

    /** Ranked associations, of those that both sides have. */
    public int associations() {
        return (int) all.stream().filter(each -> each.slurmPlace() > 0).count();
    }

    /** Ranked associations with the same place on both sides. */
    public int placesEqual() {
        return (int) all.stream().filter(Difference::isPlaceEqual).count();
    }

    /** Accounts and associations that one side does not have. */
    public int missing() {
        return (int) all.stream().filter(Difference::isMissing).count();
    }

    /** The one that differs most; empty if none can be compared. */
    public Optional<Difference> largest() {
        return all.stream().filter(each -> !each.isMissing()).max(Comparator.comparingDouble(Difference::largest));
    }

    /** Whether nothing is missing, and no difference is beyond a tolerance. */
    public boolean isWithin(double tolerance) {
        return missing() == 0 && largest().map(Difference::largest).orElse(0.0) <= tolerance;
    }

    /** Those that are missing, have another place, or differ by more than a tolerance. */
    public List<Difference> beyond(double tolerance) {
        return all.stream()
                .filter(each -> each.isMissing()
                        || (each.slurmPlace() > 0 && !each.isPlaceEqual())
                        || each.largest() > tolerance)
                .toList();
    }
}
