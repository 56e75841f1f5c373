package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.usage.ResetPeriod;
import io.fairway.engine.state.change.Timeline;
import java.util.HashMap;
import java.util.Map;

/** The instants at which the next policy versions of one domain come into force, and at which usage begins anew. */
final class PolicyCalendar {
    private final PolicyBook policies;
    private final Timeline timeline;

    PolicyCalendar(PolicyBook policies, Timeline timeline) {
        this.policies = policies;
        this.timeline = timeline;
    }

    /** Schedules everything that comes after an instant. Replaces the earlier schedule. */
    void schedule(long now) {
        Long change = policies.nextChange(now);
        Timeline.Due versions = new Timeline.Due.PolicyChange();
        if (change == null) {
            timeline.cancel(versions);
        } else {
            timeline.schedule(change, versions);
        }
        for (Measure measure : policies.measures()) {
            scheduleReset(measure, now);
        }
    }

    /** Schedules the reset of a measure that comes after an instant. What else is due at that instant stays. */
    void scheduleReset(Measure measure, long now) {
        long next = policies.resets(measure.name()).next(now);
        Timeline.Due reset = new Timeline.Due.Reset(measure.name());
        if (next == ResetPeriod.NEVER) {
            timeline.cancel(reset);
        } else {
            timeline.schedule(next, reset);
        }
    }

    /** The last reset of every measure at or before an instant. */
    Map<String, Long> lastResets(long now) {
        Map<String, Long> last = new HashMap<>();
        for (Measure measure : policies.measures()) {
            last.put(measure.name(), policies.resets(measure.name()).lastAtOrBefore(now));
        }
        return last;
    }
}
