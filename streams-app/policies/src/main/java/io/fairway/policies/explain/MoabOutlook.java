package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Window;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The outlook of a credential under fairshare windows. At every boundary the weight of each window is multiplied by FSDECAY, and
 * the oldest window no longer counts. Current usage counts for FSDEPTH windows, at most FSDEPTH * FSINTERVAL.
 *
 * @param own usage of the credential per window, processor-seconds, the current one first
 * @param all usage of everybody per window, in the same way
 * @param at the instant of the outlook, epoch milliseconds
 */
public record MoabOutlook(List<Double> own, List<Double> all, FairshareSettings settings, long at) {
    public MoabOutlook {
        own = List.copyOf(own);
        all = List.copyOf(all);
    }

    /** The outlook of windows as {@link WindowRing} keeps them. */
    public static MoabOutlook of(List<Window> own, List<Window> all, FairshareSettings settings, long at) {
        return new MoabOutlook(
                own.stream().map(Window::procSeconds).toList(),
                all.stream().map(Window::procSeconds).toList(),
                settings,
                at);
    }

    /**
     * The outlook of a node of a share tree. As in Moab, a user's usage is that in all accounts.
     *
     * @param rings windows by association
     */
    public static Outlook ofNode(
            ShareTree tree, int node, Map<NodeId, WindowRing> rings, MoabParameters parameters, long at) {
        FairshareSettings settings = parameters.fairshare();
        return of(tree, node, rings, settings, at).of(target(tree, node, parameters), !settings.percent());
    }

    /**
     * The target of a node, per cent, with its kind as the rule; and its usage by window, processor-seconds, with weights.
     *
     * @param rings windows by association
     */
    public static List<Term> numbers(
            ShareTree tree, int node, Map<NodeId, WindowRing> rings, MoabParameters parameters, long at) {
        List<Term> numbers = new ArrayList<>();
        FairshareTarget target = target(tree, node, parameters);
        if (target.isSet()) {
            numbers.add(Term.of(
                    "target",
                    target.value(),
                    target.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        }
        MoabOutlook windows = of(tree, node, rings, parameters.fairshare(), at);
        for (int k = 0; k < windows.own.size(); k++) {
            numbers.add(Term.of(
                    "window" + k,
                    windows.own.get(k),
                    "processor-seconds, weighted by FSDECAY^" + k,
                    Term.in("weight", windows.settings.weight(k))));
        }
        return numbers;
    }

    private static FairshareTarget target(ShareTree tree, int node, MoabParameters parameters) {
        if (node == 0) {
            return FairshareTarget.NONE;
        }
        NodeId id = tree.id(node);
        return parameters.target(
                tree.isUser(node)
                        ? new Credential(CredentialType.USER, id.user())
                        : new Credential(CredentialType.ACCOUNT, id.account()));
    }

    private static MoabOutlook of(
            ShareTree tree, int node, Map<NodeId, WindowRing> rings, FairshareSettings settings, long at) {
        WindowRing own = new WindowRing(settings.windowing());
        WindowRing all = new WindowRing(settings.windowing());
        rings.forEach((id, ring) -> {
            if (!id.tree().equals(tree.tree())) {
                return;
            }
            all.add(ring);
            int account = tree.findAccount(id.account());
            boolean within = tree.isUser(node)
                    ? id.user().equals(tree.id(node).user())
                    : node == 0 || (account >= node && account < tree.subtreeEnd(node));
            if (within) {
                own.add(ring);
            }
        });
        return of(own.windows(at), all.windows(at), settings, at);
    }

    /**
     * The credential's part of all usage after so many boundaries, if nobody uses anything until then, per cent; 0 if nothing
     * is left.
     */
    double percentAfter(int boundaries) {
        double total = after(all, boundaries);
        return total == 0 ? 0 : 100 * after(own, boundaries) / total;
    }

    private double after(List<Double> windows, int boundaries) {
        double sum = 0;
        for (int k = 0; k + boundaries < settings.windowing().depth() && k < windows.size(); k++) {
            sum += settings.weight(k + boundaries) * windows.get(k);
        }
        return sum;
    }

    /** When the windows shift for the {@code number}-th time from now, epoch milliseconds. */
    private long boundary(int number) {
        Windowing windowing = settings.windowing();
        return windowing.nextBoundary(at) + (number - 1) * windowing.intervalMillis();
    }

    /**
     * The outlook of the credential.
     *
     * @param ofDelivered whether usage counts as a part of everybody's usage
     */
    public Outlook of(FairshareTarget target, boolean ofDelivered) {
        Outlook.Builder outlook = new Outlook.Builder();
        double now = after(own, 0);
        double total = after(all, 0);
        if (ofDelivered && target.isSet() && target.value() < 100 && total > 0) {
            aim(now, total, target, outlook);
        }
        shifts(now, target, ofDelivered, outlook);
        List<Sum.Part> parts = new ArrayList<>();
        for (int k = 0; k < own.size(); k++) {
            parts.add(Sum.Part.of("window" + k, settings.weight(k), own.get(k)));
        }
        String formula = ofDelivered
                ? "usage = 100 * sum of FSDECAY^k * window k / the same sum of all users; delta = target - usage"
                : "usage = 100 * sum of FSDECAY^k * window k / what was available; delta = target - usage";
        return outlook.build(formula, new Sum("decayed", now, parts));
    }

    private static void aim(double now, double total, FairshareTarget target, Outlook.Builder outlook) {
        double share = target.value() / 100;
        double wanted = share * (total - now) / (1 - share);
        String at = "If everybody else's usage stays as it is, its target of " + rounded(target.value()) + " % is "
                + rounded(wanted) + " decayed processor-seconds: ";
        outlook.change(
                wanted >= now
                        ? at + rounded(wanted - now) + " more than now, in the current window."
                        : at + rounded(now - wanted) + " less than now.");
    }

    private void shifts(double now, FairshareTarget target, boolean ofDelivered, Outlook.Builder outlook) {
        Windowing windowing = settings.windowing();
        String every = "Windows shift every " + Wording.duration(windowing.intervalMillis() / 1000.0)
                + " (FSINTERVAL), next on " + Wording.instant(boundary(1));
        if (now == 0) {
            outlook.recovery(every + ". No usage counts: there is nothing to recover from.");
            return;
        }
        outlook.recovery(every + ". Current usage no longer counts after " + windowing.depth()
                + " windows (FSDEPTH), on " + Wording.instant(boundary(windowing.depth())) + ".");
        for (int n = 1; n < windowing.depth(); n++) {
            double left = after(own, n);
            if (left == 0) {
                outlook.recovery(
                        "If nobody uses anything, no usage of it counts from " + Wording.instant(boundary(n)) + " on.");
                return;
            }
            String sentence = "If nobody uses anything, " + rounded(left) + " processor-seconds are left on "
                    + Wording.instant(boundary(n));
            if (ofDelivered) {
                double percent = percentAfter(n);
                sentence += ": " + rounded(percent) + " % of all usage"
                        + (target.isSet() ? " (delta " + rounded(target.value() - percent) + ")" : "");
            }
            outlook.recovery(sentence + ".");
        }
    }
}
