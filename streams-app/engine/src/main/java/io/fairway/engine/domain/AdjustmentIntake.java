package io.fairway.engine.domain;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.engine.Budget;
import io.fairway.engine.Counters;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Takes adjustments of usage: carries them out once their time has come, and takes back what another one replaces. */
final class AdjustmentIntake {
    private final DomainState state;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Recalculations recalculations;
    private final Counters counters;
    private final Consumer<Change> apply;
    private final LongConsumer applied;

    /**
     * @param apply stores a change, and takes it into memory
     * @param applied hears of the time of each adjustment that is carried out
     */
    AdjustmentIntake(
            DomainState state,
            UsageAccounting usage,
            DomainEvaluation evaluation,
            Recalculations recalculations,
            Counters counters,
            Consumer<Change> apply,
            LongConsumer applied) {
        this.state = state;
        this.usage = usage;
        this.evaluation = evaluation;
        this.recalculations = recalculations;
        this.counters = counters;
        this.apply = apply;
        this.applied = applied;
    }

    /** Takes an adjustment. Returns the reason of a refusal, or null. */
    @Nullable
    String accept(Inbound.Adjust adjust, Budget budget) {
        Adjustment adjustment = adjust.adjustment();
        String problem = usage.problem(adjustment);
        if (problem != null) {
            return problem;
        }
        Adjustment old = state.adjustments().get(adjust.key());
        if (old != null && adjustment.compareTo(old) <= 0) {
            counters.duplicate();
            return null;
        }
        boolean counted = state.adjustments().isInEffect(adjust.key());
        apply.accept(new Change.Adjusted(adjust.key(), adjustment, false));
        if (old != null && counted) {
            String cause = "adjustment " + adjustment.id();
            evaluation.touch(usage.takeBack(old, state.clock()), cause);
            resetBy(old, cause);
        }
        if (adjustment.at() <= state.clock()) {
            carryOut(adjust.key());
        }
        recalculations.run(budget);
        return null;
    }

    /** The time of an adjustment may have come. */
    void carryOut(String key) {
        Adjustment adjustment = state.adjustments().get(key);
        if (adjustment != null
                && adjustment.at() <= state.clock()
                && !state.adjustments().isInEffect(key)) {
            applied.accept(adjustment.at());
            apply.accept(new Change.Adjusted(key, adjustment, true));
            String cause = "adjustment " + adjustment.id();
            evaluation.touch(usage.carryOut(adjustment, state.clock()), cause);
            resetBy(adjustment, cause);
        }
    }

    /** Computes usage in the reach of a reset anew: without what was before it, or with that again. */
    private void resetBy(Adjustment reset, String cause) {
        for (Measure measure : usage.resetBy(reset)) {
            recalculations.anew(measure, node -> usage.isReached(reset, node), cause);
        }
    }
}
