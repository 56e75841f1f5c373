package io.fairway.schedulers.moab.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effective queue time of a job: a pure function of its facts, in the given order. Facts of one instant take effect
 * together: submission first, then starts and requeues, then blockers in the given order.
 *
 * <p>QUEUETIME, XFACTOR, TARGETQUEUETIME and TARGETXFACTOR read it. {@link AccrualPolicy} has the rules. The scheduler
 * detects that a job is blocked, and reports it as a fact.
 *
 * <p>Source: Moab 5.1.2, Service Component, Queue Time Subcomponent.
 */
public final class QueueClock {
    private final AccrualPolicy policy;
    private final EnumSet<QueueBlocker> blockers = EnumSet.noneOf(QueueBlocker.class);
    private Set<QueueBlocker> limits = Set.of();
    private boolean waiting;
    private Accrual accrued = Accrual.stopped(0);

    private QueueClock(AccrualPolicy policy) {
        this.policy = policy;
    }

    /** The effective queue time after these facts; 0 and not growing before a submission. */
    public static Accrual of(AccrualPolicy policy, List<QueueFact> facts) {
        return of(policy, facts, null);
    }

    /**
     * The effective queue time where limits were decided.
     *
     * @param mark the last decision: until then its number holds, and its blockers hold from then on; {@code null} = none
     */
    public static Accrual of(AccrualPolicy policy, List<QueueFact> facts, @Nullable LimitMark mark) {
        List<QueueFact> sorted = new ArrayList<>(facts);
        sorted.sort(Comparator.comparingLong(QueueFact::at).thenComparing(fact -> switch (fact.kind()) {
            case SUBMITTED -> 0;
            case STARTED, REQUEUED -> 1;
            case BLOCKED, UNBLOCKED -> 2;
        }));
        QueueClock clock = new QueueClock(policy);
        int from = 0;
        if (mark != null) {
            while (from < sorted.size() && sorted.get(from).at() <= mark.at()) {
                clock.take(sorted.get(from++));
            }
            clock.limits = mark.verdict().blockers();
            clock.accrued = Accrual.stopped(mark.accruedMillis());
            clock.settle(mark.at());
        }
        for (int i = from; i < sorted.size(); i++) {
            clock.take(sorted.get(i));
            if (i + 1 == sorted.size()
                    || sorted.get(i + 1).at() != sorted.get(i).at()) {
                clock.settle(sorted.get(i).at());
            }
        }
        return clock.accrued;
    }

    private void take(QueueFact fact) {
        switch (fact.kind()) {
            case SUBMITTED, REQUEUED -> waiting = true;
            case STARTED -> waiting = false;
            case BLOCKED, UNBLOCKED -> {
                QueueBlocker blocker = fact.blocker();
                if (blocker != null && fact.kind() == QueueFact.Kind.BLOCKED) {
                    blockers.add(blocker);
                } else if (blocker != null) {
                    blockers.remove(blocker);
                }
            }
        }
    }

    private void settle(long at) {
        boolean blocked = !policy.exceptions().containsAll(blockers)
                || !policy.exceptions().containsAll(limits);
        if (blocked && policy.reset()) {
            accrued = Accrual.stopped(0);
        } else if (waiting && !blocked && accrued.since() == null) {
            accrued = new Accrual(accrued.millis(), at);
        } else if ((!waiting || blocked) && accrued.since() != null) {
            accrued = Accrual.stopped(accrued.at(at));
        }
    }
}
