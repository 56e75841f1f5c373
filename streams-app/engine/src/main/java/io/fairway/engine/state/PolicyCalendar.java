package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.schedulers.slurm.ResetPeriod;
import java.util.HashMap;
import java.util.Map;

/** When the next versions of the policies of one domain come into force, and when usage begins anew. */
public final class PolicyCalendar {
    private final PolicyBook policies;
    private final Timeline timeline;
    private final Map<String, Long> nextResets = new HashMap<>();

    public PolicyCalendar(PolicyBook policies, Timeline timeline) {
        this.policies = policies;
        this.timeline = timeline;
    }

    /** Schedules what comes after an instant. */
    public void schedule(long now) {
        Long change = policies.nextChange(now);
        if (change != null) {
            timeline.schedule(change, new Timeline.Due.PolicyChange());
        }
        for (Measure measure : policies.measures()) {
            long next = policies.resets(measure.name()).next(now);
            Long before = nextResets.put(measure.name(), next);
            if (next != ResetPeriod.NEVER && (before == null || before != next)) {
                timeline.schedule(next, new Timeline.Due.Reset(measure.name()));
            }
        }
    }

    /** Whether a measure is reset at an instant: another version may have moved the reset since it was scheduled. */
    public boolean isReset(String measure, long at) {
        Long expected = nextResets.get(measure);
        return expected != null && expected == at;
    }

    /** The last reset of every measure at or before an instant. */
    public Map<String, Long> lastResets(long now) {
        Map<String, Long> last = new HashMap<>();
        for (Measure measure : policies.measures()) {
            last.put(measure.name(), policies.resets(measure.name()).lastAtOrBefore(now));
        }
        return last;
    }
}
