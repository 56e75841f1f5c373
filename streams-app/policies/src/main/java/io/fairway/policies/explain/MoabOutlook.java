package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.number;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.moab.Credential;
import io.fairway.schedulers.moab.CredentialType;
import io.fairway.schedulers.moab.FairshareSettings;
import io.fairway.schedulers.moab.FairshareTarget;
import io.fairway.schedulers.moab.MoabParameters;
import io.fairway.schedulers.moab.Window;
import io.fairway.schedulers.moab.WindowRing;
import io.fairway.schedulers.moab.Windowing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The outlook of a credential under fairshare windows: at every boundary each window weighs FSDECAY as much, and the oldest
 * leaves; what was used now is gone after FSDEPTH windows, at most FSDEPTH * FSINTERVAL.
 *
 * @param own usage of the credential per window, processor-seconds, the current one first
 * @param all usage of all, likewise
 */
public record MoabOutlook(List<Double> own, List<Double> all, FairshareSettings settings, long at) {
    public MoabOutlook {
        own = List.copyOf(own);
        all = List.copyOf(all);
    }

    /** That of windows as they are kept. */
    public static MoabOutlook of(List<Window> own, List<Window> all, FairshareSettings settings, long at) {
        return new MoabOutlook(
                own.stream().map(Window::procSeconds).toList(),
                all.stream().map(Window::procSeconds).toList(),
                settings,
                at);
    }

    /**
     * The outlook of a node of a share tree. A user's usage is that of all accounts, as Moab has it.
     *
     * @param rings windows by association
     */
    public static Outlook ofNode(
            ShareTree tree, int node, Map<NodeId, WindowRing> rings, MoabParameters parameters, long at) {
        FairshareSettings settings = parameters.fairshare();
        return of(tree, node, rings, settings, at).of(target(tree, node, parameters), !settings.percent());
    }

    /**
     * The target of a node, per cent, with its kind as the rule; and its usage by window, processor-seconds, weighed.
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
                    "processor-seconds, that weigh FSDECAY ^ " + k,
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
            int charged = charged(tree, id);
            if (charged < 0) {
                return;
            }
            all.add(ring);
            boolean within = tree.isUser(node)
                    ? id.user().equals(tree.id(node).user())
                    : charged >= node && charged < tree.subtreeEnd(node);
            if (within) {
                own.add(ring);
            }
        });
        return of(own.windows(at), all.windows(at), settings, at);
    }

    /** The node whose usage that of an association is; -1 = it is not in the tree. */
    private static int charged(ShareTree tree, NodeId id) {
        for (ShareTree.Deleted deleted : tree.deleted()) {
            if (deleted.id().equals(id)) {
                return deleted.account();
            }
        }
        return tree.find(id);
    }

    /**
     * The part of all usage that is the credential's after so many boundaries, if nothing is used meanwhile: per cent; 0
     * where nothing is left.
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

    /** When the windows have shifted so many times, epoch milliseconds. */
    private long boundary(int number) {
        Windowing windowing = settings.windowing();
        return windowing.nextBoundary(at) + (number - 1) * windowing.intervalMillis();
    }

    /**
     * The outlook of the credential.
     *
     * @param ofDelivered whether usage counts as a part of what all used
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
                ? "usage = 100 * sum of FSDECAY^k * window k / the same of all; what counts is target - usage"
                : "usage = 100 * sum of FSDECAY^k * window k / what was available; what counts is target - usage";
        return outlook.build(formula, new Sum("decayed", now, parts));
    }

    private static void aim(double now, double total, FairshareTarget target, Outlook.Builder outlook) {
        double share = target.value() / 100;
        double wanted = share * (total - now) / (1 - share);
        String at = "At its target of " + number(target.value()) + " % it had " + number(wanted)
                + " decayed processor-seconds instead of " + number(now) + ", everybody else as they are: ";
        outlook.change(
                wanted >= now
                        ? at + number(wanted - now) + " more in the current window."
                        : at + number(now - wanted) + " less.");
    }

    private void shifts(double now, FairshareTarget target, boolean ofDelivered, Outlook.Builder outlook) {
        Windowing windowing = settings.windowing();
        String every = "Windows shift every " + Wording.duration(windowing.intervalMillis() / 1000.0)
                + " (FSINTERVAL), next on " + Wording.instant(boundary(1));
        if (now == 0) {
            outlook.recovery(every + ". Nothing that counts has been used: there is nothing to recover from.");
            return;
        }
        outlook.recovery(every + "; what is used now is gone after " + windowing.depth() + " windows (FSDEPTH), on "
                + Wording.instant(boundary(windowing.depth())) + ".");
        for (int n = 1; n < windowing.depth(); n++) {
            double left = after(own, n);
            if (left == 0) {
                outlook.recovery(
                        "If nothing is used meanwhile, nothing of it is left on " + Wording.instant(boundary(n)) + ".");
                return;
            }
            String sentence = "If nothing is used meanwhile, " + number(left) + " of it are left on "
                    + Wording.instant(boundary(n));
            if (ofDelivered) {
                double percent = percentAfter(n);
                sentence += ", " + number(percent) + " % of all usage"
                        + (target.isSet() ? " (target - usage " + number(target.value() - percent) + ")" : "");
            }
            outlook.recovery(sentence + ".");
        }
    }
}
