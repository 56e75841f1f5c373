package io.fairway.policies.moab;

import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.ledger.RateFunction;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.WaitingJob;
import io.fairway.schedulers.moab.job.UserActivity;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * WCACCURACY: over a user's ended jobs with a limit, the processor-seconds held, divided by the processor-seconds
 * requested. Both are lines of measures without decay, by user. They exist only if a policy weighs them. They count all
 * reported jobs, in any order of events.
 *
 * <p>Source: Moab Workload Manager, 5.1.2 Job Priority Factors, FS component.
 */
final class MoabAccuracy {
    private static final DecayLaw LAW = DecayLaw.none();

    private final String dedicated;
    private final String requested;
    private final boolean needed;

    MoabAccuracy(String measure, boolean needed) {
        dedicated = measure + ".dedicated";
        requested = measure + ".requested";
        this.needed = needed;
    }

    boolean isNeeded() {
        return needed;
    }

    /** The measures that it counts; none if it does not matter. */
    List<MeasureDefinition> measures(long leaseMillis) {
        return needed
                ? List.of(
                        statement(dedicated, Measure.Kind.FINISHED_RUN, leaseMillis),
                        statement(requested, Measure.Kind.REQUESTED_RUN, leaseMillis))
                : List.of();
    }

    private static MeasureDefinition statement(String name, Measure.Kind kind, long leaseMillis) {
        RateFunction processors = (allocated, job) ->
                job.has(Attribute.TIME_LIMIT) ? allocated.count("cpu").max(BigDecimal.ZERO) : BigDecimal.ZERO;
        ChargeScope byUser = (job, attributes) -> node(attributes, job.cluster());
        return new MeasureDefinition(
                name,
                LAW,
                null,
                kind,
                false,
                false,
                new ChargingRules(processors, true, true, true, leaseMillis, byUser),
                List.of(kind, leaseMillis));
    }

    /** The activity of a job's user, with history. */
    UserActivity with(WaitingJob job, UsageReader usage, long now) {
        UserActivity active = job.activity().activity();
        NodeId user = node(job.view().attributes(), job.key().cluster());
        if (!needed || user == null) {
            return active;
        }
        return new UserActivity(
                active.jobs(),
                active.procs(),
                active.procSeconds(),
                active.allocated(),
                active.changesAt(),
                sum(usage, dedicated, user, now),
                sum(usage, requested, user, now));
    }

    private static double sum(UsageReader usage, String measure, NodeId user, long now) {
        Line line = usage.line(measure, user);
        return line == null ? 0 : Math.max(0, line.usage(LAW, now));
    }

    /** A node without user, whose account holds the user's name. */
    private static @Nullable NodeId node(JobAttributes job, String cluster) {
        String user = job.text(Attribute.USER);
        return user == null ? null : new NodeId(job.text(Attribute.TREE, cluster), user, "");
    }
}
