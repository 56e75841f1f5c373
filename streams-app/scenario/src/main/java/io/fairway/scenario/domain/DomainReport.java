package io.fairway.scenario.domain;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * A report of a domain with one policy. Its sections, if they have content: {@code fairshare} (every node of the share trees),
 * {@code pools} and {@code queues} (LSF), {@code priorities} (the jobs that wait, in their order), {@code chunks} (LSF: those that go
 * together), {@code warnings}.
 */
final class DomainReport {
    private final DomainSnapshot now;
    private final NamedPolicy policy;
    private final Report report = new Report();

    private DomainReport(DomainSnapshot now) {
        this.now = now;
        policy = now.policies().get(0);
    }

    static Report of(DomainSnapshot now) {
        DomainReport report = new DomainReport(now);
        SortedSet<String> trees = now.trees(report.policy);
        if (trees.isEmpty() && !report.policy.family().needsShares()) {
            report.credentials(now.domain(), false);
        }
        for (String tree : trees) {
            report.credentials(tree, trees.size() > 1);
            report.fairshare(tree, trees.size() > 1);
        }
        report.orders();
        RankedJobs.report(now, report.policy, report.report);
        report.warnings();
        return report.report;
    }

    private void warnings() {
        int number = 1;
        for (String warning : policy.family().warnings()) {
            report.row("warnings", Integer.toString(number++)).put("message", warning);
        }
    }

    private void credentials(String name, boolean several) {
        PolicyView view = policy.family().view(now.tree(policy, name), now.usage(), now.asOf());
        view.credentials().forEach((credential, known) -> {
            Report.Row row = report.row("fairshare", (several ? name + " " : "") + credential);
            for (Term number : known.numbers()) {
                switch (number.name()) {
                    case "target" -> row.put("target", number.rule());
                    case "violated" -> row.put("violated", number.value() > 0 ? "yes" : "no");
                    default -> {
                        row.number(number.name(), number.value());
                        row.explain(number.name(), number.value(), rule(number));
                    }
                }
            }
            row.outlook(known.outlook());
        });
    }

    private void fairshare(String name, boolean several) {
        PolicyFamily family = policy.family();
        String section = family.needsShares() ? "fairshare" : "associations";
        ShareTree tree = now.tree(policy, name);
        PolicyView view = family.view(tree, now.usage(), now.asOf());
        Fairshare fairshare = now.fairshare(policy, name);
        long reset = family.measures().stream()
                .flatMap(stated ->
                        now.measures().stream().filter(measure -> measure.name().equals(stated.name())))
                .mapToLong(now::nextReset)
                .min()
                .orElse(Long.MAX_VALUE);
        for (int node = 0; node < tree.size(); node++) {
            if (tree.size() == 1 && !family.needsShares()) {
                return;
            }
            Report.Row row = report.row(section, (several ? name : "") + tree.path(node));
            row.put("shares", tree.hasParentShares(node) ? "parent" : (Object) tree.shares(node));
            switch (family.scheduler()) {
                case SLURM -> slurm(fairshare, node, row);
                case LSF -> lsf(tree, fairshare, node, row);
                case MOAB -> moab(view, fairshare, node, row);
            }
            for (Term term : fairshare.explain(node)) {
                row.explain(term.name(), term.value(), rule(term));
            }
            row.outlook(view.outlook(fairshare, node, other -> true, reset));
        }
    }

    private static void slurm(Fairshare fairshare, int node, Report.Row row) {
        row.number("normShares", fairshare.normShares(node))
                .number("rawUsage", fairshare.raw(node))
                .number("normUsage", fairshare.normUsage(node))
                .number("effectiveUsage", fairshare.effectiveUsage(node))
                .number("levelFairshare", fairshare.levelFs(node))
                .number("factor", fairshare.factor(node))
                .put("rank", fairshare.rank(node) == 0 ? null : (Object) fairshare.rank(node));
    }

    private static void lsf(ShareTree tree, Fairshare fairshare, int node, Report.Row row) {
        if (node == 0) {
            return;
        }
        Map<String, Double> inputs = new HashMap<>();
        for (Term term : fairshare.explain(node)) {
            term.inputs().forEach(input -> inputs.putIfAbsent(input.name(), input.value()));
        }
        double importance = 1;
        for (int above = node; above > 0; above = tree.parent(above)) {
            importance *= fairshare.normShares(above);
        }
        row.put("levelShares", tree.levelShares(node))
                .number("importance", importance)
                .number("priority", fairshare.factor(node))
                .number("denominator", fairshare.raw(node))
                .number("slots", sum(inputs, "slotsInUse", "slotsSuspended", "slotsReserved"))
                .number("cpuHours", sum(inputs, "cpuTimeHours"))
                .number("runHours", sum(inputs, "runTimeHours", "historicalRunTimeHours"))
                .number("adjustment", sum(inputs, "fairshareAdjustment"));
    }

    private static double sum(Map<String, Double> inputs, String... names) {
        double sum = 0;
        for (String name : names) {
            sum += inputs.getOrDefault(name, 0.0);
        }
        return sum;
    }

    private static void moab(PolicyView view, Fairshare fairshare, int node, Report.Row row) {
        row.number("rawUsage", fairshare.raw(node))
                .number("effectiveUsage", fairshare.effectiveUsage(node))
                .number("target", fairshare.normShares(node))
                .number("factor", fairshare.factor(node));
        for (Term number : view.numbers(node)) {
            if (!number.name().equals("target")) {
                row.number(number.name(), number.value());
            }
            row.explain(number.name(), number.value(), rule(number));
        }
    }

    private void orders() {
        for (Order order : now.orders(policy)) {
            boolean all = order.pool().isEmpty();
            if (!all) {
                pool(order, report.row("pools", order.pool()));
            }
            long place = 1;
            for (int i = 0; i < order.queues().size(); i++) {
                String queue = order.queues().get(i);
                Report.Row row = report.row(all ? "queues" : "pools", all ? queue : order.pool() + "/" + queue)
                        .put("place", place++);
                if (!all || !order.slots().isEmpty()) {
                    row.put("slots", order.slots().get(queue));
                }
                for (Term number : order.numbers().getOrDefault(queue, List.of())) {
                    if (number.name().equals("order")) {
                        row.explain(number.name(), number.value(), rule(number));
                    } else {
                        row.number(number.name(), number.value());
                    }
                }
                for (Term round : order.rounds()) {
                    if (round.name().startsWith("round ")) {
                        row.put(round.name(), (long) round.inputs().get(i + 1).value());
                    }
                }
            }
        }
    }

    private static void pool(Order order, Report.Row row) {
        order.numbers().getOrDefault("", List.of()).forEach(number -> row.put(number.name(), (long) number.value()));
        order.rounds().forEach(round -> row.explain(round.name(), round.value(), rule(round)));
    }

    static String rule(Term term) {
        List<Term.Input> inputs = term.inputs();
        return inputs.isEmpty()
                ? term.rule()
                : term.rule() + "  ["
                        + inputs.stream()
                                .map(input -> input.name() + " " + ReportText.text(input.value()))
                                .collect(Collectors.joining(", "))
                        + "]";
    }
}
