package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.priority.Form;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import java.util.ArrayList;
import java.util.List;

/**
 * The credential component: the priorities of the job's user, group, account, QOS and class.
 *
 * <ol>
 *   <li>The value of a credential is its PRIORITY. A missing or zero PRIORITY is that of DEFAULT; a QOS has no such
 *       fallback.
 *   <li>For a class without a PRIORITY of its own, its queue's priority in the resource manager comes before DEFAULT.
 *       A PRIORITY of 0 is one of its own: it replaces that of the queue.
 *   <li>A CLASSWEIGHT above 0 of the job's group replaces the parameter CLASSWEIGHT.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-A; the fallback and rule 3 from Maui 3.3.
 */
final class CredentialFactors {
    private CredentialFactors() {}

    static List<Evaluation.Part> of(Evaluation evaluation) {
        List<Evaluation.Part> parts = new ArrayList<>();
        parts.add(part(evaluation, Subfactor.USER, CredentialType.USER, 0));
        parts.add(part(evaluation, Subfactor.GROUP, CredentialType.GROUP, 0));
        parts.add(part(evaluation, Subfactor.ACCOUNT, CredentialType.ACCOUNT, 0));
        parts.add(part(evaluation, Subfactor.QOS, CredentialType.QOS, 0));
        long ofGroup = evaluation.settings(CredentialType.GROUP).classWeight();
        long more = ofGroup > 0 ? ofGroup - evaluation.weights().weight(Subfactor.CLASS) : 0;
        parts.add(part(evaluation, Subfactor.CLASS, CredentialType.CLASS, more));
        return parts;
    }

    private static Evaluation.Part part(Evaluation evaluation, Subfactor subfactor, CredentialType type, long more) {
        Credential credential = evaluation.job().credentials().get(type);
        if (credential == null) {
            return evaluation.constant(subfactor, 0, "0: the job has none");
        }
        Long ownPriority = evaluation.parameters().settings(credential).priority();
        Long ofAll = evaluation.parameters().settings(credential.template()).priority();
        long own = ownPriority == null ? 0 : ownPriority;
        long queue = type == CredentialType.CLASS && ownPriority == null
                ? evaluation.job().queuePriority()
                : 0;
        long template = type == CredentialType.QOS || ofAll == null ? 0 : ofAll;
        long value = own != 0 ? own : queue != 0 ? queue : template;
        String rule = own != 0
                ? "PRIORITY of " + credential
                : queue != 0
                        ? "priority of the queue in the resource manager"
                        : template != 0
                                ? "PRIORITY of " + credential.template() + ", " + credential + " has none"
                                : "0: " + credential + " has no PRIORITY";
        return evaluation.part(subfactor, more, new Form.Constant((double) value), rule, in("priority", value));
    }
}
