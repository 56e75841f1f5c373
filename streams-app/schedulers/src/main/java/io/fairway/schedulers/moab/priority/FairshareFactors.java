package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.UserActivity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fairshare component: usage of the job's credentials against their targets, and the user's current activity.
 *
 * <ol>
 *   <li>Usage of a credential is {@code 100 * sum of FSDECAY^k * its usage in window k / the same sum of the total}, k
 *       from 0 to FSDEPTH - 1: percent of delivered usage.
 *   <li>{@link FairshareTarget#delta} gives a subfactor. Without target, without FSPOLICY, or before any usage, it is
 *       0.
 *   <li>Imported usage (FSG*) counts by the same rules against the same targets.
 *   <li>FSJPU, FSPPU, FSPSPU and WCACCURACY: {@link UserActivity}; they count without FSPOLICY too.
 *   <li>FSWEIGHT of the job's account, group and QOS is added to the weight of the component.
 *   <li>A violated ceiling or floor: {@link Readings.Violation}.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-B; Maui admin guide 6.3; rule 5 from the Moab manual, Fairshare.
 *
 * @param parts the subfactors
 * @param componentWeight weight of the component for this job
 * @param isZero whether a violation makes the whole component 0
 * @param rule the rule that gave the component
 */
record FairshareFactors(List<Evaluation.Part> parts, double componentWeight, boolean isZero, String rule) {
    FairshareFactors {
        parts = List.copyOf(parts);
    }

    static FairshareFactors of(Evaluation evaluation) {
        List<Evaluation.Part> parts = new ArrayList<>();
        List<String> violated = new ArrayList<>();
        Reader own = new Reader(evaluation, evaluation.context().usage(), false, violated);
        boolean counted = evaluation.parameters().fairshare().policy() != FairsharePolicy.NONE;
        parts.add(own.part(Subfactor.FSUSER, CredentialType.USER, counted));
        parts.add(own.part(Subfactor.FSGROUP, CredentialType.GROUP, counted));
        parts.add(own.part(Subfactor.FSACCOUNT, CredentialType.ACCOUNT, counted));
        parts.add(own.part(Subfactor.FSQOS, CredentialType.QOS, counted));
        parts.add(own.part(Subfactor.FSCLASS, CredentialType.CLASS, counted));
        Reader imported = new Reader(evaluation, evaluation.context().imported(), true, violated);
        parts.add(imported.part(Subfactor.FSGUSER, CredentialType.USER, true));
        parts.add(imported.part(Subfactor.FSGGROUP, CredentialType.GROUP, true));
        parts.add(imported.part(Subfactor.FSGACCOUNT, CredentialType.ACCOUNT, true));
        UserActivity user = evaluation.job().activity();
        parts.add(evaluation.constant(Subfactor.FSJPU, user.jobs(), "active jobs of the user"));
        parts.add(evaluation.constant(Subfactor.FSPPU, user.procs(), "processors of the user's active jobs"));
        parts.add(activeSeconds(evaluation, user));
        parts.add(evaluation.constant(
                Subfactor.WCACCURACY,
                user.accuracy(),
                user.requested() > 0
                        ? "processor-seconds dedicated / requested, of the user's finished jobs"
                        : "1: the user has no history",
                in("dedicated", user.dedicated()),
                in("requested", user.requested())));
        return new FairshareFactors(
                parts,
                componentWeight(evaluation),
                !violated.isEmpty()
                        && evaluation.parameters().readings().violation() == Readings.Violation.ZERO_COMPONENT,
                rule(evaluation.parameters().readings().violation(), violated));
    }

    private static Evaluation.Part activeSeconds(Evaluation evaluation, UserActivity user) {
        return switch (evaluation.parameters().readings().activeSeconds()) {
            case LEFT ->
                evaluation.part(
                        Subfactor.FSPSPU,
                        user.procSeconds(),
                        "processor-seconds left to the user's active jobs (LEFT)");
            case ALLOCATED ->
                evaluation.constant(
                        Subfactor.FSPSPU,
                        user.allocated(),
                        "processors times limits of the user's active jobs (ALLOCATED)");
        };
    }

    /** The component; 0 if a violation zeroes it. */
    Component component(Evaluation evaluation) {
        return isZero
                ? new Component(PriorityComponent.FS.label(), componentWeight, evaluation.factors(parts), 0, 0)
                : evaluation.component(PriorityComponent.FS, componentWeight, parts);
    }

    /** The value of the component, capped and not yet weighted. */
    double value(Evaluation evaluation) {
        Component component = component(evaluation);
        return new Component(component.name(), 1, component.factors(), component.floor(), component.cap())
                .at(evaluation.now());
    }

    private static double componentWeight(Evaluation evaluation) {
        long weight = evaluation.weights().weight(PriorityComponent.FS);
        if (evaluation.parameters().readings().subfactors() == Readings.Subfactors.ALL) {
            weight += evaluation.settings(CredentialType.ACCOUNT).fairshareWeight();
            weight += evaluation.settings(CredentialType.GROUP).fairshareWeight();
            weight += evaluation.settings(CredentialType.QOS).fairshareWeight();
        }
        return (double) weight;
    }

    private static String rule(Readings.Violation violation, List<String> violated) {
        if (violated.isEmpty()) {
            return "sum of weight * subfactor";
        }
        String who = String.join(", ", violated);
        return switch (violation) {
            case ZERO_COMPONENT -> "0: FSUsagePriority is 0, because of " + who + " (ZERO_COMPONENT)";
            case ZERO_CREDENTIAL -> "sum of weight * subfactor, 0 for " + who + " (ZERO_CREDENTIAL)";
            case CLAMP -> "sum of weight * subfactor; " + who + " (CLAMP)";
        };
    }

    /** Reads one source of usage; records the credentials that violate a ceiling or floor. */
    private record Reader(Evaluation evaluation, FairshareUsage usage, boolean imported, List<String> violated) {

        Evaluation.Part part(Subfactor subfactor, CredentialType type, boolean counted) {
            Credential credential = evaluation.job().credentials().get(type);
            String none = none(credential, counted);
            if (none != null || credential == null) {
                return evaluation.constant(subfactor, 0, "0: " + none);
            }
            FairshareTarget target = evaluation.parameters().target(credential);
            double percent = percent(credential);
            double delta = target.delta(percent, isRatio());
            String rule = !target.isSet()
                    ? "0: " + credential + " has no FSTARGET"
                    : isRatio() ? "1 - usage / target " + target.display() : "target " + target.display() + " - usage";
            if (violates(subfactor, target, percent)) {
                violated.add(
                        target.kind() == FairshareTarget.Kind.CEILING
                                ? credential + " above its ceiling"
                                : credential + " below its floor");
                if (evaluation.parameters().readings().violation() == Readings.Violation.ZERO_CREDENTIAL) {
                    delta = 0;
                    rule = "0: " + violated.get(violated.size() - 1);
                }
            }
            return evaluation.part(
                    subfactor,
                    new Form.Constant(delta + 0.0),
                    rule,
                    in("target", target.value()),
                    in("usagePercent", percent),
                    in("decayedUsage", usage.of(credential)),
                    in("decayedTotal", usage.total()));
        }

        private @Nullable String none(@Nullable Credential credential, boolean counted) {
            if (credential == null) {
                return "the job has none";
            }
            if (!counted) {
                return "FSPOLICY is NONE";
            }
            return usage.total() > 0 ? null : imported ? "no imported usage" : "no usage yet";
        }

        /** Only a subfactor with a weight can violate anything. */
        private boolean violates(Subfactor subfactor, FairshareTarget target, double percent) {
            return evaluation.exists(subfactor)
                    && evaluation.weights().weight(subfactor) != 0
                    && target.isViolatedBy(percent);
        }

        private double percent(Credential credential) {
            return hasPercentSign(Readings.Percent.OF_AVAILABLE)
                    ? usage.percentOfAvailable(
                            credential, evaluation.context().system().procs())
                    : usage.percentOfDelivered(credential);
        }

        private boolean isRatio() {
            return hasPercentSign(Readings.Percent.RATIO);
        }

        private boolean hasPercentSign(Readings.Percent meaning) {
            return !imported
                    && evaluation.parameters().fairshare().percent()
                    && evaluation.parameters().readings().percent() == meaning;
        }
    }
}
