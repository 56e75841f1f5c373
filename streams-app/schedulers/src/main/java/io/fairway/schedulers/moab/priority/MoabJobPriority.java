package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.job.ActiveRun;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.OperatorPriority;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The priority of a job by Moab's and Maui's rules.
 *
 * <ol>
 *   <li>{@code sum over the components of weight * cap(sum over its subfactors of weight * cap(subfactor))}, in doubles. Caps
 *       come before weights; they bound in both directions, see {@code Readings.Caps}.
 *   <li>At least 1, unless ENABLENEGJOBPRIORITY is TRUE; at most 1000000000.
 *   <li>A system priority p makes it 1000000000 + p. A relative priority is added to the result of rule 2.
 *   <li>Schedulers compare the integer, truncated towards zero.
 *   <li>With REJECTNEGPRIOJOBS a job of negative priority may not start.
 * </ol>
 *
 * <p>Source: Moab 5.1.2, Job Priority Factors; Maui admin guide 5.1.1, 5.1.3 (caps), 5.1.4, 5.1.5 (system priority),
 * Appendix F (bounds). Where the prose there weighs before it caps, the formulas apply.
 *
 * <p>Holds from the instant of evaluation until {@link #validUntil}, as long as neither usage nor the job changes: the
 * forms contain every effect of time alone. Fairshare usage changes with every charge and with the windows, so the
 * component can be published on its own, see {@link #recordApart}.
 */
public final class MoabJobPriority {
    /** The highest computed priority. */
    public static final double MAX = 1_000_000_000;

    private final Evaluation evaluation;
    private final FairshareFactors fairshare;
    private final EnumMap<PriorityComponent, Group> groups = new EnumMap<>(PriorityComponent.class);

    /** A component with its subfactors. */
    private record Group(PriorityComponent kind, List<Evaluation.Part> parts, Component component) {
        Group {
            parts = List.copyOf(parts);
        }
    }

    private MoabJobPriority(Evaluation evaluation) {
        this.evaluation = evaluation;
        fairshare = FairshareFactors.of(evaluation);
        for (PriorityComponent kind : PriorityComponent.values()) {
            List<Evaluation.Part> parts = parts(kind);
            groups.put(kind, new Group(kind, parts, component(kind, parts)));
        }
    }

    /**
     * Evaluates a job for its partition.
     *
     * @param context the resources and usage that the priority is relative to, at {@code now}
     * @param now epoch milliseconds from which the result holds
     */
    public static MoabJobPriority evaluate(MoabJob job, MoabContext context, MoabParameters parameters, long now) {
        return new MoabJobPriority(
                new Evaluation(job, context, parameters, parameters.weightsOf(job.partition()), now));
    }

    /** The record to publish, with fairshare in it; it omits summands of weight 0. */
    public JobPriorityRecord record() {
        return record(null);
    }

    /**
     * The record to publish where fairshare is published on its own: the reader finds the value of the FS component
     * under {@code node}.
     */
    public JobPriorityRecord recordApart(NodeId node) {
        return record(node);
    }

    /** The value of a component at the instant of evaluation, capped and not yet weighted. */
    public double value(PriorityComponent component) {
        return group(component).component().withWeight(1).at(evaluation.now());
    }

    /** The weight of a component for this job. */
    public double weight(PriorityComponent component) {
        return group(component).component().weight();
    }

    /** Whether the dialect has a subfactor. */
    public boolean has(Subfactor subfactor) {
        return evaluation.exists(subfactor);
    }

    /** The value of a subfactor at the instant of evaluation, capped and not yet weighted. */
    public double value(Subfactor subfactor) {
        for (Evaluation.Part part : group(subfactor.component()).parts()) {
            if (part.subfactor() == subfactor) {
                return evaluation.value(part);
            }
        }
        throw new IllegalStateException(subfactor + ": must be a subfactor of the dialect");
    }

    /** The sum at the instant of evaluation, without bounds; {@code mdiag -p} prints it rounded. */
    public double unbounded() {
        return full().sum(evaluation.now(), Double.NaN);
    }

    /** The priority at the instant of evaluation with its fraction. */
    public double bounded() {
        JobPriorityRecord full = full();
        return Math.max(full.minimum(), Math.min(full.maximum(), unbounded()));
    }

    /** The priority at the instant of evaluation: a whole number; 0 for a held job. */
    public double priority() {
        return record().evaluate(evaluation.now(), Double.NaN);
    }

    /** Whether the job may not start because its priority is negative at the instant of evaluation. */
    public boolean isRejected() {
        return evaluation.parameters().rejectNegative() && bounded() < 0;
    }

    /** Epoch milliseconds from which the job needs a new evaluation even without an event. */
    public long validUntil() {
        MoabJob job = evaluation.job();
        long changes = job.queue().changesAfter(evaluation.now());
        ActiveRun run = job.run();
        if (run != null) {
            changes = Math.min(changes, run.elapsed().changesAfter(evaluation.now()));
        }
        return evaluation.weights().weight(Subfactor.FSPSPU) == 0
                ? changes
                : Math.min(changes, job.activity().changesAt());
    }

    /** All numbers with their inputs and rules: the priority, then each component followed by its subfactors. */
    public List<Term> explain() {
        List<Term> terms = new ArrayList<>();
        terms.add(Term.of(
                "priority",
                priority(),
                boundRule(),
                in("sum", unbounded()),
                in("minimum", minimum()),
                in("maximum", maximum())));
        for (Group group : groups.values()) {
            Component component = group.component();
            terms.add(Term.of(
                    group.kind().label(),
                    value(group.kind()),
                    group.kind() == PriorityComponent.FS ? fairshare.rule() : "sum of weight * subfactor",
                    in("weight", component.weight()),
                    in("floor", component.floor()),
                    in("cap", component.cap())));
            for (Evaluation.Part part : group.parts()) {
                List<Term.Input> inputs = new ArrayList<>();
                inputs.add(in("weight", part.weight()));
                inputs.add(in("cap", evaluation.weights().cap(part.subfactor())));
                inputs.addAll(part.inputs());
                terms.add(new Term(part.subfactor().label(), evaluation.value(part), part.rule(), inputs));
            }
        }
        return terms;
    }

    private Group group(PriorityComponent kind) {
        return Objects.requireNonNull(groups.get(kind), "component");
    }

    private List<Evaluation.Part> parts(PriorityComponent kind) {
        return switch (kind) {
            case CRED -> CredentialFactors.of(evaluation);
            case FS -> fairshare.parts();
            case RES -> ResourceFactors.of(evaluation);
            case SERV -> ServiceFactors.of(evaluation).service();
            case TARG -> ServiceFactors.of(evaluation).target();
            case USAGE -> UsageFactors.of(evaluation);
            case ATTR -> AttributeFactors.of(evaluation);
        };
    }

    private Component component(PriorityComponent kind, List<Evaluation.Part> parts) {
        return kind == PriorityComponent.FS
                ? fairshare.component(evaluation)
                : evaluation.component(kind, (double) evaluation.weights().weight(kind), parts);
    }

    private JobPriorityRecord record(@Nullable NodeId apart) {
        List<Component> components = new ArrayList<>();
        int position = 0;
        for (Group group : groups.values()) {
            boolean isApart = apart != null && group.kind() == PriorityComponent.FS;
            position = isApart ? components.size() : position;
            List<Factor> counted = group.component().factors().stream()
                    .filter(factor -> factor.weight() != 0)
                    .toList();
            if (!isApart && !counted.isEmpty() && group.component().weight() != 0) {
                components.add(group.component().withFactors(counted));
            }
        }
        return record(components, apart == null ? 0 : weight(PriorityComponent.FS), position, apart);
    }

    private JobPriorityRecord full() {
        return record(
                new ArrayList<>(groups.values().stream().map(Group::component).toList()), 0, 0, null);
    }

    private JobPriorityRecord record(
            List<Component> components, double fairshareWeight, int fairsharePosition, @Nullable NodeId node) {
        long relative = evaluation.job().operator().relative();
        if (relative != 0) {
            components.add(Component.of("relative", 1, new Form.Constant((double) relative)));
        }
        return new JobPriorityRecord(
                        components,
                        fairshareWeight,
                        fairsharePosition,
                        node,
                        Rounding.MOAB,
                        minimum(),
                        maximum(),
                        evaluation.job().held(),
                        validUntil())
                .withRejectsNegative(evaluation.parameters().rejectNegative() && minimum() < 0);
    }

    private double minimum() {
        OperatorPriority operator = evaluation.job().operator();
        if (operator.system() > 0) {
            return MAX + operator.system();
        }
        return isUnbounded() ? Double.NEGATIVE_INFINITY : 1.0 + operator.relative();
    }

    private double maximum() {
        OperatorPriority operator = evaluation.job().operator();
        return operator.system() > 0 ? MAX + operator.system() : MAX + operator.relative();
    }

    private boolean isUnbounded() {
        MoabParameters parameters = evaluation.parameters();
        return switch (parameters.readings().lowerBound()) {
            case UNLESS_NEGATIVE_ENABLED -> parameters.enableNegative();
            case UNLESS_NEGATIVE_ENABLED_OR_REJECTED -> parameters.enableNegative() || parameters.rejectNegative();
        };
    }

    private String boundRule() {
        OperatorPriority operator = evaluation.job().operator();
        if (operator.system() > 0) {
            return "1000000000 + system priority; the sum does not count";
        }
        String bounds = isUnbounded() ? "sum, at most 1000000000" : "sum, 1 to 1000000000";
        return operator.relative() == 0 ? bounds : bounds + ", shifted by the relative priority";
    }
}
