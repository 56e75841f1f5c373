package io.fairway.api.forecast;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.Windowing;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UsageTrend;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The instants of a stage at which a forecast must look, so that it finds every goal that is passed.
 *
 * <ol>
 *   <li>RATIOS, a factor: its end, because the factor is monotone.
 *   <li>RATIOS, a place, and LEVELS: between each two {@link Crossings}. This misses only ties of more than two nodes. In trees
 *       with very many crossings, only where the crossings can reach the goal.
 *   <li>WINDOWS: at, before and in {@value #WITHIN} parts between all boundaries, until the windows hold only what runs now.
 *       Then everything repeats.
 *   <li>SMOOTH, and in addition to LEVELS: a grid that is finest at the beginning, from 10 s on. It misses a rise above the
 *       goal that falls back between two of its instants.
 * </ol>
 */
final class Probes {
    private static final int WITHIN = 8;
    private static final long STEP = 10_000;
    private static final long DAY = 86_400_000;
    /** After so many half-lives, earlier usage no longer shows in the ninth digit of a percentage. */
    private static final int HALF_LIVES = 40;

    private final UsageTrend usageTrend;
    private final Trajectory trajectory;
    private final Windowing windowing;
    private final DecayLaw law;
    private final double halfLife;
    private final boolean accumulates;
    private final int most;

    Probes(PolicyFamily family, Trajectory trajectory) {
        this.trajectory = trajectory;
        usageTrend = family.course();
        DecayLaw first = DecayLaw.none();
        Windowing windows = new Windowing(DAY, 1);
        double longest = 0;
        boolean none = false;
        for (MeasureDefinition measureDefinition : family.measures()) {
            WindowDecay settings = measureDefinition.windows();
            if (settings != null) {
                windows = settings.windowing();
            } else if (measureDefinition.law().kind() == DecayLaw.Kind.NONE) {
                none = true;
            } else {
                first = measureDefinition.law();
                longest = Math.max(longest, halfLife(measureDefinition.law()));
            }
        }
        law = first;
        halfLife = longest;
        accumulates = none;
        windowing = windows;
        most = Math.clamp(4_000_000 / Math.max(1, trajectory.tree().size()), 40, 400);
    }

    private static double halfLife(DecayLaw law) {
        return switch (law.kind()) {
            case TENTH_LIFE, TENTH_LIFE_STEPS -> law.millis() * StrictMath.log10(2);
            case HALF_LIFE, SLURM_TICK, NONE -> law.millis();
        };
    }

    /** How far to look from the last change on. */
    long horizon(long last) {
        if (usageTrend == UsageTrend.WINDOWS) {
            return windowing.start(windowing.index(last) + windowing.depth() + 2);
        }
        long ahead = (long) (HALF_LIVES * halfLife);
        // Without decay: as far as a person may want to know. Beside other usage that decays: as long as jobs run.
        long undecayed = !accumulates ? 0 : halfLife == 0 ? 36_525 * DAY : 366 * DAY;
        return last + Math.max(ahead, undecayed);
    }

    /**
     * The instants of one stage, in order, its last millisecond included.
     *
     * @param first the fairshare at {@code start}
     * @param end exclusive
     */
    SortedSet<Long> of(Fairshare first, long start, long end, int stages) {
        TreeSet<Long> probes = new TreeSet<>();
        int count = Math.max(6, most / stages);
        switch (usageTrend) {
            case WINDOWS -> windows(start, probes);
            case RATIOS -> {
                if (trajectory.isOfPlaces()) {
                    probes.addAll(Crossings.probes(trajectory, usageTrend, law, first, start, end, count));
                }
            }
            case LEVELS -> {
                probes.addAll(Crossings.probes(trajectory, usageTrend, law, first, start, end, count));
                grid(start, end, Math.max(6, count / 10), probes);
            }
            case SMOOTH -> grid(start, end, count, probes);
        }
        if (end - 1 > start) {
            probes.add(end - 1);
        }
        return probes.subSet(start + 1, end);
    }

    private void windows(long start, NavigableSet<Long> probes) {
        long from = start;
        for (int i = 0; i <= windowing.depth() + 2; i++) {
            long boundary = windowing.nextBoundary(from);
            for (int part = 1; part < WITHIN; part++) {
                probes.add(from + (boundary - from) * part / WITHIN);
            }
            probes.add(boundary - 1);
            probes.add(boundary);
            from = boundary;
        }
    }

    private static void grid(long start, long end, int count, NavigableSet<Long> probes) {
        double length = (double) (end - start) / STEP;
        for (int i = 0; i < count && length > 1; i++) {
            probes.add(start + (long) (STEP * StrictMath.pow(length, (double) i / count)));
        }
    }
}
