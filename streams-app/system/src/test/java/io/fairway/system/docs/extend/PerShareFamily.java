package io.fairway.system.docs.extend;

import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.TreeUsage;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.family.JobPricer;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.UsageTrend;
import io.fairway.policies.family.WaitingJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The example of docs/extend.md: a user's factor is shares / (shares + processor hours used), and a job's priority is 1000
 * times that and 10 for each hour that it waits.
 */
public final class PerShareFamily implements PolicyFamily {
    private static final double HOUR = 3600;

    private final MeasureDefinition hours = new MeasureDefinition(
            "hours",
            DecayLaw.halfLife(Duration.ofDays(7).toMillis()),
            null,
            Measure.Kind.BILLING_TRES,
            true,
            false,
            new ChargingRules((allocated, job) -> allocated.count("cpu"), true, true, true, 0),
            "7 days");

    /** A family of the program adds its own constant. */
    @Override
    public Scheduler scheduler() {
        return Scheduler.SLURM;
    }

    @Override
    public UsageTrend course() {
        return UsageTrend.SMOOTH;
    }

    @Override
    public List<MeasureDefinition> measures() {
        return List.of(hours);
    }

    @Override
    public @Nullable NodeId association(JobKey job, JobAttributes attributes) {
        return ChargeScope.ASSOCIATION.association(job, attributes);
    }

    @Override
    public String formulaOfJobs() {
        return "1000 * fairshare + 10 * hours waiting";
    }

    @Override
    public double mostFairshare() {
        return 1;
    }

    @Override
    public double usualEpsilon() {
        return THREE_DIGITS;
    }

    // shown: begin
    @Override
    public PolicyView view(ShareTree tree, UsageReader usage, long at) {
        return new View(TreeUsage.of(usage.lines(hours.name(), tree), usage.laws(hours), at), tree);
    }

    private record View(TreeUsage usage, ShareTree tree) implements PolicyView {
        @Override
        public Fairshare fairshare() {
            Fairshare.Values values = new Fairshare.Values(tree, usage);
            for (int node = 0; node < tree.size(); node++) {
                if (tree.isUser(node)) {
                    double shares = Math.max(0, tree.shares(node));
                    values.factor[node] = shares == 0 ? 0 : shares / (shares + values.raw(node) / HOUR);
                }
            }
            return values.finish(View::explain);
        }

        @Override
        public JobPricer pricer() {
            return (job, now) -> job.association() == null ? Map.of() : Map.of("", Ranked.of(job, priority(job)));
        }

        private static JobPriorityRecord priority(WaitingJob job) {
            Form waiting = new Form.Ramp(job.view().submitted(), 1000, HOUR, 0, 0, Double.POSITIVE_INFINITY);
            return new JobPriorityRecord(
                    List.of(Component.of("age", 10, waiting)),
                    1000,
                    0,
                    job.association(),
                    Rounding.LSF,
                    0,
                    Double.POSITIVE_INFINITY,
                    isHeld(job),
                    JobPriorityRecord.FOREVER);
        }
        // shown: end

        private static boolean isHeld(WaitingJob job) {
            boolean held = false;
            for (JobFact fact : job.facts()) {
                held = fact.holds() || (held && fact.type() != JobEventType.RELEASED);
            }
            return held;
        }

        private static List<Term> explain(Fairshare fairshare, int node) {
            return List.of(Term.of(
                    "fairshare",
                    fairshare.factor(node),
                    "shares / (shares + hours used)",
                    Term.in("shares", fairshare.tree().shares(node)),
                    Term.in("hoursUsed", fairshare.raw(node) / HOUR)));
        }

        @Override
        public Outlook outlook(Fairshare fairshare, int node, IntPredicate named, long nextReset) {
            return new Outlook("shares / (shares + hours used)", null, List.of(), List.of());
        }
    }
}
