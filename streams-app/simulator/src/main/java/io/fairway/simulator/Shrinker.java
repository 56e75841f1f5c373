package io.fairway.simulator;

import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Leaves acts out of a schedule for as long as it breaks the same law: halves first, then single acts. */
final class Shrinker {
    private Shrinker() {}

    /**
     * The schedule with as few acts as were found.
     *
     * @param breaks whether a schedule breaks the law
     * @param most how often to try at most
     */
    static Schedule shrink(Schedule schedule, Predicate<Schedule> breaks, int most) {
        Schedule smallest = schedule;
        int left = most;
        int length = Math.max(1, schedule.acts().size() / 2);
        while (left > 0) {
            boolean shorter = false;
            for (int from = 0; from < smallest.acts().size() && left > 0; ) {
                Schedule without = smallest.with(without(smallest.acts(), from, length));
                left--;
                if (breaks.test(without)) {
                    smallest = without;
                    shorter = true;
                } else {
                    from += length;
                }
            }
            if (length == 1 && !shorter) {
                return smallest;
            }
            length = Math.max(1, length / 2);
        }
        return smallest;
    }

    private static List<Act> without(List<Act> acts, int from, int length) {
        List<Act> rest = new ArrayList<>(acts.subList(0, from));
        rest.addAll(acts.subList(Math.min(acts.size(), from + length), acts.size()));
        return rest;
    }
}
