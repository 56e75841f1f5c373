package io.fairway.simulator.schedule;

import java.util.List;

/** Everything that happens in one run, in order of time. At its end, everything comes to rest. */
public record Schedule(Site site, List<Act> acts) {
    public Schedule {
        acts = acts.stream().sorted(Act.BY_TIME).toList();
    }

    /** The same with other acts. */
    public Schedule with(List<Act> others) {
        return new Schedule(site, others);
    }
}
