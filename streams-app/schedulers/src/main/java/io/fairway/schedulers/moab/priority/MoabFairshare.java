package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moab's fairshare for the nodes of a tree, which are associations there. The factor is the fairshare component of a
 * job with this user and account, and no other credential.
 *
 * <ol>
 *   <li>The factor is the component, capped and not yet weighted: percentage points times subfactor weights, of either
 *       sign. An account's factor is that of its FSACCOUNT alone.
 *   <li>As in Moab, a user's usage is the sum over all accounts, and targets count, shares do not. See
 *       {@code AssociationUsage}.
 *   <li>Effective usage is the credential's part of delivered usage, 0..1. Normalised shares are its target, 0..1, and
 *       not a number without one.
 *   <li>An association has no group, QOS or class, and the factor excludes imported usage (FSGUSER, FSGACCOUNT) and the
 *       user's current activity (FSJPU and the like). Where these count, each job has its own value, see {@link
 *       MoabJobPriority#value}.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-B; Maui admin guide 6.3.
 */
public final class MoabFairshare implements FairshareAlgorithm {
    private final MoabParameters parameters;
    private final SystemTotals system;
    private final double seconds;
    private final Weights historical;

    /**
     * @param parameters the configuration; weights are those of the global partition
     * @param system configured resources, for an FSPOLICY that makes usage relative to them
     * @param seconds decayed length of the windows, {@link FairshareUsage#seconds}; for the same
     */
    public MoabFairshare(MoabParameters parameters, SystemTotals system, double seconds) {
        this.parameters = parameters;
        this.system = system;
        this.seconds = seconds;
        historical = Weights.builder()
                .weight(Subfactor.FSGUSER, 0)
                .weight(Subfactor.FSGACCOUNT, 0)
                .weight(Subfactor.FSJPU, 0)
                .weight(Subfactor.FSPPU, 0)
                .weight(Subfactor.FSPSPU, 0)
                .weight(Subfactor.WCACCURACY, 0)
                .build()
                .over(parameters.weights());
    }

    /**
     * The factors of all nodes.
     *
     * @param usage {@code sum of FSDECAY^k * usage in window k} of each node's subtree, processor-seconds
     */
    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Map<Credential, Double> decayed = new HashMap<>();
        for (int i = 1; i < tree.size(); i++) {
            decayed.merge(credential(tree, i), usage.raw(i), Double::sum);
        }
        return evaluate(tree, usage, new FairshareUsage(decayed, usage.raw(0), seconds));
    }

    /**
     * The factors of all nodes, where jobs that the tree does not know count, too.
     *
     * @param usage of the nodes, as above
     * @param credentials usage of all users and accounts, see {@code AssociationUsage}
     */
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage, FairshareUsage credentials) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        double[] raw = new double[tree.size()];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = values.raw(i);
        }
        MoabContext context = MoabContext.of(system, credentials);
        for (int i = 1; i < tree.size(); i++) {
            Credential credential = credential(tree, i);
            Evaluation evaluation = evaluation(tree, i, context);
            FairshareTarget target = parameters.target(credential);
            values.factor[i] = FairshareFactors.of(evaluation).value(evaluation);
            values.effectiveUsage[i] = context.usage().percentOfDelivered(credential) / 100;
            values.normUsage[i] = raw[0] > 0 ? raw[i] / raw[0] : 0;
            values.normShares[i] = target.isSet() ? target.value() / 100 : Double.NaN;
        }
        return values.finish((fairshare, node) -> explain(fairshare, node, context));
    }

    private List<Term> explain(Fairshare fairshare, int node, MoabContext context) {
        ShareTree tree = fairshare.tree();
        if (node == 0) {
            return List.of(Term.of("fairshare", Double.NaN, "the root is not a credential"));
        }
        Evaluation evaluation = evaluation(tree, node, context);
        FairshareFactors factors = FairshareFactors.of(evaluation);
        List<Term> terms = new ArrayList<>();
        terms.add(Term.of(
                "fairshare",
                fairshare.factor(node),
                factors.rule(),
                in("weight", factors.componentWeight()),
                in("cap", historical.cap(PriorityComponent.FS))));
        for (Evaluation.Part part : factors.parts()) {
            if (part.weight() != 0) {
                List<Term.Input> inputs = new ArrayList<>();
                inputs.add(in("weight", part.weight()));
                inputs.addAll(part.inputs());
                terms.add(new Term(part.subfactor().label(), evaluation.value(part), part.rule(), inputs));
            }
        }
        return terms;
    }

    private Evaluation evaluation(ShareTree tree, int node, MoabContext context) {
        String account = tree.id(node).account();
        JobCredentials names = tree.isUser(node)
                ? JobCredentials.of(Map.of(CredentialType.USER, tree.id(node).user(), CredentialType.ACCOUNT, account))
                : JobCredentials.of(Map.of(CredentialType.ACCOUNT, account));
        MoabJob job = MoabJob.builder("", names, JobRequest.ofWallclock(JobRequest.NO_LIMIT), 0)
                .build();
        return new Evaluation(job, context, parameters, historical, 0);
    }

    private static Credential credential(ShareTree tree, int node) {
        return tree.isUser(node)
                ? new Credential(CredentialType.USER, tree.id(node).user())
                : new Credential(CredentialType.ACCOUNT, tree.id(node).account());
    }
}
