package io.fairway.core.usage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The decay laws of a measure, one after the other. Most measures have one law for good.
 *
 * <p>Usage stays when the law changes, and decays by the new law from then on: what was used at t and at the change, at
 * T, was worth w, is worth {@code w * z(T)/z(now)} of the new law. So the weight of an instant is a product of one
 * factor for each law since then. A {@link Line} keeps the charges under each law apart, and a run across a change is
 * charged in parts.
 *
 * <ol>
 *   <li>The first law also holds before its own beginning.
 *   <li>A law that follows slurm-tick begins at a pass: the first one at or after the instant that was given for it. So
 *       the old law ends as it went, with a pass.
 * </ol>
 *
 * <p>Sources: slurm.conf, PriorityDecayHalfLife; IBM Spectrum LSF, HIST_HOURS. Both may change while the scheduler
 * keeps its usage.
 */
public final class DecayLaws {
    /**
     * The most laws of a measure that a policy may make: each one is in every usage record. A change in every month needs
     * as many in eight years.
     */
    public static final int MOST = 100;

    /** One law and the time in which it holds: from {@code start} on, until {@code end}. */
    private static final class Stretch {
        private final DecayLaw law;
        private final long start;
        /** The beginning of the next law; {@link Long#MAX_VALUE} for the last one. */
        private final long end;
        /** The part of a use at {@link #start} that is left at {@link #end}; 0 for the last one. */
        private final double left;

        Stretch(DecayLaw law, long start, long end) {
            this.law = law;
            this.start = start;
            this.end = end;
            left = start == Long.MIN_VALUE || end == Long.MAX_VALUE ? 0 : law.left(start, end);
        }
    }

    private final Stretch[] stretches;

    private DecayLaws(List<Stretch> stretches) {
        this.stretches = stretches.toArray(Stretch[]::new);
    }

    /** One law for good. */
    public static DecayLaws of(DecayLaw law) {
        return new DecayLaws(List.of(new Stretch(law, Long.MIN_VALUE, Long.MAX_VALUE)));
    }

    /**
     * Laws by the instants from which they hold, at least one.
     *
     * @param byStart epoch milliseconds
     */
    public static DecayLaws of(NavigableMap<Long, DecayLaw> byStart) {
        List<DecayLaw> laws = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        for (Map.Entry<Long, DecayLaw> entry : byStart.entrySet()) {
            if (laws.isEmpty()) {
                laws.add(entry.getValue());
                starts.add(Long.MIN_VALUE);
                continue;
            }
            int last = laws.size() - 1;
            if (starts.get(last) >= entry.getKey()) {
                // It would have begun at a pass, and this one comes before the pass.
                laws.remove(last);
                starts.remove(last);
                last--;
            }
            DecayLaw before = laws.get(last);
            if (!before.equals(entry.getValue())) {
                starts.add(
                        before.kind() == DecayLaw.Kind.SLURM_TICK
                                ? SlurmTicks.firstPassAfter(before, entry.getKey() - 1)
                                : entry.getKey());
                laws.add(entry.getValue());
            }
        }
        if (laws.isEmpty()) {
            throw new IllegalArgumentException("decay laws: at least one must be given");
        }
        List<Stretch> stretches = new ArrayList<>(laws.size());
        for (int i = 0; i < laws.size(); i++) {
            long end = i + 1 < laws.size() ? starts.get(i + 1) : Long.MAX_VALUE;
            stretches.add(new Stretch(laws.get(i), starts.get(i), end));
        }
        return new DecayLaws(stretches);
    }

    /** The law in force at an instant. */
    public DecayLaw at(long time) {
        return stretches[index(time)].law;
    }

    /** The instants at which another law begins. */
    public List<Long> changes() {
        return size() == 1
                ? List.of()
                : Arrays.stream(stretches).skip(1).map(stretch -> stretch.start).toList();
    }

    /** Whether another family of laws weighs every instant up to {@code through}, that one included, alike. */
    public boolean isSameThrough(DecayLaws other, long through) {
        int last = index(through);
        if (other.index(through) != last) {
            return false;
        }
        for (int i = 0; i <= last; i++) {
            if (start(i) != other.start(i) || !law(i).equals(other.law(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number of the law in force at an instant; the first is 0. */
    int index(long time) {
        int index = stretches.length - 1;
        while (index > 0 && stretches[index].start > time) {
            index--;
        }
        return index;
    }

    /** The number of laws, one after the other. */
    public int size() {
        return stretches.length;
    }

    DecayLaw law(int index) {
        return stretches[index].law;
    }

    /** The beginning of a law; {@link Long#MIN_VALUE} of the first. */
    long start(int index) {
        return stretches[index].start;
    }

    /** The end of a law, at which it no longer holds; {@link Long#MAX_VALUE} of the last. */
    long end(int index) {
        return stretches[index].end;
    }

    /**
     * The instant of the value that a reading at {@code time} returns: under slurm-tick the last pass, but not before
     * the law began.
     */
    long reading(int index, long time) {
        Stretch stretch = stretches[index];
        return stretch.law.kind() == DecayLaw.Kind.SLURM_TICK
                ? Math.max(stretch.start, SlurmTicks.lastPass(stretch.law, time))
                : time;
    }

    /** The part of usage at the beginning of the law in force at {@code time} that is left then. */
    double leftSinceBegin(long time) {
        int now = index(time);
        return stretches[now].law.left(start(now), reading(now, time));
    }

    /** The part of usage at the beginning of a law, which is not the first, that is left at its end. */
    double left(int index) {
        return stretches[index].left;
    }

    /** The part of usage at the end of a law that is left at {@code time}, under a later law. */
    double leftSinceEnd(int index, long time) {
        int now = index(time);
        double left = stretches[now].law.left(start(now), reading(now, time));
        for (int i = index + 1; i < now; i++) {
            left *= stretches[i].left;
        }
        return left;
    }

    /** The laws and their beginnings in words. */
    public String text() {
        StringBuilder text = new StringBuilder(law(0).text());
        for (int i = 1; i < size(); i++) {
            text.append("; from ")
                    .append(Instant.ofEpochMilli(start(i)))
                    .append(' ')
                    .append(law(i).text());
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DecayLaws that && isSameThrough(that, Long.MAX_VALUE);
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
