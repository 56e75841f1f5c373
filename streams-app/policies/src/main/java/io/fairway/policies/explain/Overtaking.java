package io.fairway.policies.explain;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.LongToDoubleFunction;

/**
 * When a waiting job catches up with another one. Between the instants at which a form begins, jumps, or reaches a bound, each
 * priority is a straight line: so is the lead, which is looked at in each such stretch.
 */
final class Overtaking {
    /** The most steps of one form that are stretches of their own; a form with more is a line from one step to a later one. */
    private static final int STEPS_APART = 1_000;

    /** The pieces of a stretch in which a form is no line. */
    private static final int PIECES = 256;

    private final long from;
    private final long until;
    private final TreeSet<Long> turns = new TreeSet<>();
    private boolean curved;

    private Overtaking(long from, long until) {
        this.from = from;
        this.until = until;
        turns.add(until);
    }

    /**
     * The first instant after {@code from}, until {@code until} at most, at which the sum of {@code own} is not below that of
     * {@code other}, which is greater at {@code from}; empty if there is none. Epoch milliseconds. Of ramps with units of time,
     * it is exact to a unit.
     *
     * @param ownFairshare the number from the share tree that {@code own} takes
     */
    static OptionalLong first(
            JobPriorityRecord own,
            double ownFairshare,
            JobPriorityRecord other,
            double otherFairshare,
            long from,
            long until) {
        if (until <= from) {
            return OptionalLong.empty();
        }
        Overtaking stretches = new Overtaking(from, until);
        own.components().forEach(stretches::turnsOf);
        other.components().forEach(stretches::turnsOf);
        LongToDoubleFunction lead = time -> own.sum(time, ownFairshare) - other.sum(time, otherFairshare);
        long begin = from;
        for (long end : stretches.pieces()) {
            if (lead.applyAsDouble(end) >= 0) {
                return OptionalLong.of(firstIn(lead, begin, end));
            }
            begin = end;
        }
        return OptionalLong.empty();
    }

    /** The first instant in (begin, end] with a lead, which is there at the end and not at the beginning. */
    private static long firstIn(LongToDoubleFunction lead, long begin, long end) {
        long without = begin;
        long with = end;
        while (with - without > 1) {
            long middle = without + (with - without) / 2;
            if (lead.applyAsDouble(middle) >= 0) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return with;
    }

    private List<Long> pieces() {
        if (!curved) {
            return List.copyOf(turns);
        }
        List<Long> pieces = new ArrayList<>();
        long begin = from;
        for (long end : turns) {
            for (int piece = 1; piece < PIECES; piece++) {
                pieces.add(begin + (long) ((end - begin) * ((double) piece / PIECES)));
            }
            pieces.add(end);
            begin = end;
        }
        return pieces;
    }

    private void turnsOf(Component component) {
        for (Factor factor : component.factors()) {
            turnsOf(factor);
        }
        // Where the sum of its factors reaches a bound, it turns, too.
        Component free = component.withFloor(Double.NEGATIVE_INFINITY).withCap(Double.POSITIVE_INFINITY);
        LongToDoubleFunction sum = component.weight() == 0 ? time -> 0 : time -> free.at(time) / component.weight();
        long begin = from;
        for (long end : List.copyOf(turns)) {
            for (double bound : new double[] {component.floor(), component.cap()}) {
                crossing(sum, bound, begin, end);
            }
            begin = end;
        }
    }

    /** Notes where a line reaches a bound between two instants. */
    private void crossing(LongToDoubleFunction line, double bound, long begin, long end) {
        if (!Double.isFinite(bound)) {
            return;
        }
        double first = line.applyAsDouble(begin) - bound;
        double last = line.applyAsDouble(end) - bound;
        if (first * last < 0) {
            turn(begin + (end - begin) * (first / (first - last)));
        }
    }

    private void turnsOf(Factor factor) {
        switch (factor.form()) {
            case Form.Constant constant -> {}
            case Form.Ramp ramp -> {
                turn((double) ramp.start());
                for (double bound : new double[] {ramp.floor(), ramp.cap(), factor.floor(), factor.cap()}) {
                    turnsAt(ramp, bound);
                }
            }
            case Form.Step step -> {
                turn((double) step.start());
                double steps = step.increment() == 0 ? 0 : Math.ceil(step.max() / Math.abs(step.increment()));
                turn(step.start() + steps * step.every());
                long next = Math.max(0, Math.floorDiv(from - step.start(), step.every())) + 1;
                for (long count = next; count < Math.min(steps, (double) next + STEPS_APART); count++) {
                    turn(step.start() + (double) count * step.every());
                }
            }
            case Form.InverseSquare target -> {
                curved = true;
                turn((double) target.target());
                turn(target.target() - target.epsilon() * target.unit());
            }
        }
    }

    private void turnsAt(Form.Ramp ramp, double bound) {
        if (ramp.divisor() != 0 && Double.isFinite(bound)) {
            double units = (bound - ramp.base()) * ramp.divisor();
            turn((Math.floorDiv(ramp.start(), ramp.unit()) + Math.ceil(units)) * ramp.unit());
        }
    }

    /** Notes an instant, if it is one of those that are looked at. */
    private void turn(double instant) {
        if (instant > from && instant < until) {
            turns.add((long) Math.ceil(instant));
        }
    }
}
