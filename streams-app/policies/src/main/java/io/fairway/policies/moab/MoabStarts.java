package io.fairway.policies.moab;

import io.fairway.policies.family.StartVerdict;
import io.fairway.policies.family.WaitingJob;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.priority.FairshareCaps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What keeps a waiting job from starting: the last decision of its policy's limits, and usage caps. */
final class MoabStarts {
    private final String policy;
    private final MoabParameters parameters;
    private final boolean capsUsage;

    MoabStarts(String policy, MoabParameters parameters) {
        this.policy = policy;
        this.parameters = parameters;
        capsUsage = FairshareCaps.areSet(parameters);
    }

    /** Whether usage keeps jobs from starting. */
    boolean capsUsage() {
        return capsUsage;
    }

    /** The last decision of the limits. Without limits any more, its queue time stays and its verdict does not. */
    @Nullable
    LimitMark mark(WaitingJob waiting) {
        LimitMark mark = LimitMark.of(waiting.facts(), policy);
        return mark == null || parameters.limitsJobs()
                ? mark
                : new LimitMark(mark.at(), mark.sequence(), mark.accruedMillis(), LimitVerdict.NONE);
    }

    /** What the limits say. */
    static StartVerdict limits(@Nullable LimitMark mark) {
        return mark == null
                ? StartVerdict.NO_LIMIT
                : new StartVerdict(mark.verdict().mayStart(), mark.verdict().reason());
    }

    /** What limits and usage caps say. */
    StartVerdict decide(@Nullable LimitMark mark, MoabJob job, MoabContext context) {
        if (!capsUsage) {
            return limits(mark);
        }
        List<String> capped = FairshareCaps.blocking(job, context, parameters);
        return limits(mark).and(new StartVerdict(capped.isEmpty(), String.join("; ", capped)));
    }
}
