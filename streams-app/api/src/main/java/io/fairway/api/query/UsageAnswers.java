package io.fairway.api.query;

import io.fairway.api.answer.ClusterUsageJson;
import io.fairway.api.answer.MeasureNameJson;
import io.fairway.api.answer.UsageJson;
import io.fairway.api.reading.DomainSnapshot;
import io.fairway.api.reading.DomainSnapshot.NamedPolicy;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.LawText;
import io.fairway.policies.family.MeasureDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Usage of associations, accounts and users, now or as of an earlier instant; by hour, day or fairshare window. */
final class UsageAnswers {
    private UsageAnswers() {}

    /**
     * The question.
     *
     * @param at its instant; null = now
     * @param from beginning of the first window; null = the default
     */
    record Question(
            @Nullable String tree,
            @Nullable String measure,
            String by,
            @Nullable String account,
            @Nullable String user,
            @Nullable Long at,
            @Nullable Long from,
            @Nullable Long to) {}

    /** The usage of one node, and its current rate. */
    private record Used(NodeId node, double value, double running) {}

    /** A page, and the total of all pages. */
    private record Listed(
            double total,
            List<? extends UsageJson.Item> items,
            @Nullable String next) {}

    static UsageJson usage(DomainView view, Question question, Page page, VisibleDomain visibleDomain) {
        if (question.by().equals("qos")) {
            return ofQos(view, question, page, visibleDomain);
        }
        DomainSnapshot snapshot = view.snapshot();
        Measure measure = measure(view, question.measure());
        NamedPolicy policy = policyOf(view, measure);
        String name = view.tree(policy, question.tree());
        visibleDomain.require(name, question.account(), question.user());
        ShareTree tree = snapshot.tree(policy, name);
        Predicate<NodeId> wanted = wanted(view, tree, question).and(counted(tree, question, visibleDomain::sees));
        List<NodeId> nodes = snapshot.charged(measure).stream()
                .filter(node -> node.tree().equals(name))
                .filter(wanted)
                .toList();
        MeasureDefinition measureDefinition = snapshot.statement(measure);
        long at = question.at() == null ? snapshot.asOf() : question.at();
        boolean windows = List.of("hour", "day", "window").contains(question.by());
        boolean approximate = !windows && question.at() != null && at < snapshot.asOf();
        Listed listed;
        if (windows) {
            PlainUsage plain = new PlainUsage(snapshot, measure);
            List<PlainUsage.Window> all = question.by().equals("window")
                    ? rings(snapshot, measure, measureDefinition, nodes)
                    : plain.windows(nodes, question.by(), question.from(), question.to());
            listed = list(all, page);
        } else {
            if (at > snapshot.asOf()) {
                throw Problem.parameter("at", Json.instant(at) + " is later than now; ask for a forecast");
            }
            List<Used> used = new ArrayList<>();
            PlainUsage plain = new PlainUsage(snapshot, measure);
            List<NodeId> asked = question.at() == null ? nodes : plain.limited(nodes);
            for (NodeId node : asked) {
                double value = question.at() == null || at == snapshot.asOf()
                        ? now(snapshot, measure, measureDefinition, node)
                        : plain.decayedAt(node, at);
                used.add(new Used(
                        node,
                        value,
                        question.at() == null ? running(snapshot, measure, measureDefinition, node) : Double.NaN));
            }
            listed = list(
                    tree, question.by(), used, approximate, page, snapshot, measure, measureDefinition, visibleDomain);
        }
        return new UsageJson(
                snapshot.domain(),
                name,
                name(measure, measureDefinition, at),
                question.by(),
                Instant.ofEpochMilli(at),
                approximate,
                listed.total(),
                listed.items(),
                listed.next(),
                view.freshness());
    }

    private static UsageJson ofQos(DomainView view, Question question, Page page, VisibleDomain visibleDomain) {
        if (question.account() != null || question.user() != null || question.at() != null) {
            throw Problem.parameter("by", "qos: the usage of a QOS is of all accounts and users, as of now");
        }
        return QosUsageAnswers.usage(view, question.tree(), question.measure(), page, visibleDomain);
    }

    /** The first policy that counts a measure; null = none does. */
    static @Nullable NamedPolicy policyOf(DomainView view, Measure measure) {
        return view.snapshot().policies().stream()
                .filter(of -> of.family().measures().stream()
                        .anyMatch(measureDefinition -> measureDefinition.name().equals(measure.name())))
                .findFirst()
                .orElse(null);
    }

    /** The usage of a domain in every tree: of an account, of a user, or of everybody. */
    static List<ClusterUsageJson> byCluster(
            DomainView view, @Nullable String account, @Nullable String user, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        List<ClusterUsageJson> rows = new ArrayList<>();
        NamedPolicy policy = view.policy(null);
        Measure measure = measure(view, null);
        MeasureDefinition measureDefinition = snapshot.statement(measure);
        TreeSet<String> clusters = new TreeSet<>();
        snapshot.jobs().keySet().forEach(job -> clusters.add(job.cluster()));
        for (String name : snapshot.trees(policy)) {
            ShareTree tree = snapshot.tree(policy, name);
            if (account != null
                    && (tree.findAccount(account) < 0 || !visibleDomain.sees(NodeId.ofAccount(name, account)))) {
                continue;
            }
            if (user != null && !visibleDomain.user(name, user)) {
                continue;
            }
            Question question = new Question(name, null, "account", account, user, null, null, null);
            Predicate<NodeId> wanted = wanted(view, tree, question).and(counted(tree, question, visibleDomain::sees));
            double value = 0;
            double running = 0;
            for (NodeId node : snapshot.charged(measure)) {
                if (node.tree().equals(name) && wanted.test(node)) {
                    value += now(snapshot, measure, measureDefinition, node);
                    running += running(snapshot, measure, measureDefinition, node);
                }
            }
            rows.add(new ClusterUsageJson(
                    snapshot.domain(),
                    name,
                    clusters,
                    measure.name(),
                    law(measure, measureDefinition, snapshot.asOf()),
                    value,
                    running,
                    view.freshness()));
        }
        return rows;
    }

    /** The first measure that a policy counts. */
    static Measure measureOf(DomainView view, NamedPolicy policy) {
        return measure(
                view,
                policy.family().measures().stream()
                        .filter(MeasureDefinition::ofAssociations)
                        .findFirst()
                        .orElseThrow()
                        .name());
    }

    static Measure measure(DomainView view, @Nullable String name) {
        if (name == null) {
            return measureOf(view, view.policy(null));
        }
        DomainSnapshot snapshot = view.snapshot();
        for (Measure measure : snapshot.measures()) {
            if (measure.name().equals(name) && snapshot.statement(measure).ofAssociations()) {
                return measure;
            }
        }
        throw Problem.notFound("measure " + name + ": not in domain " + snapshot.domain() + "; known: "
                + String.join(
                        ", ", snapshot.measures().stream().map(Measure::name).toList()));
    }

    /** A measure with the law in force at an instant. */
    static MeasureNameJson name(Measure measure, MeasureDefinition measureDefinition, long at) {
        return new MeasureNameJson(
                measure.name(),
                law(measure, measureDefinition, at),
                measure.kind().name());
    }

    private static String law(Measure measure, MeasureDefinition measureDefinition, long at) {
        return LawText.of(measure.laws(), at, measureDefinition.windows());
    }

    private static Predicate<NodeId> wanted(DomainView view, ShareTree tree, Question question) {
        Predicate<NodeId> user =
                node -> question.user() == null || question.user().equals(node.user());
        if (question.account() == null) {
            return user;
        }
        int above = view.account(tree, question.account());
        return user.and(node -> {
            int account = tree.findAccount(node.account());
            return account >= above && account < tree.subtreeEnd(above);
        });
    }

    /**
     * Sums of visible accounts count everybody's usage. A question about a user, or by user or association, counts only
     * visible nodes.
     */
    private static Predicate<NodeId> counted(ShareTree tree, Question question, Predicate<NodeId> sees) {
        return question.user() != null || List.of("user", "association").contains(question.by())
                ? sees
                : node -> sees.test(node) || !accounts(tree, node, sees).isEmpty();
    }

    static double now(DomainSnapshot snapshot, Measure measure, MeasureDefinition measureDefinition, NodeId node) {
        WindowDecay windows = measureDefinition.windows();
        if (windows == null) {
            Line line = snapshot.usage().line(measure.name(), node);
            return line == null ? 0 : line.usage(measure.laws(), snapshot.asOf());
        }
        WindowRing ring = snapshot.usage().rings(measure.name()).get(node);
        return ring == null ? 0 : ring.decayed(windows.decay(), snapshot.asOf());
    }

    static double running(DomainSnapshot snapshot, Measure measure, MeasureDefinition measureDefinition, NodeId node) {
        if (measureDefinition.windows() == null) {
            Line line = snapshot.usage().line(measure.name(), node);
            return line == null ? 0 : Rate.tres(line.rate());
        }
        WindowRing ring = snapshot.usage().rings(measure.name()).get(node);
        return ring == null ? 0 : Rate.tres(ring.rate());
    }

    private static Listed list(
            ShareTree tree,
            String by,
            List<Used> used,
            boolean approximate,
            Page page,
            DomainSnapshot snapshot,
            Measure measure,
            MeasureDefinition measureDefinition,
            VisibleDomain visibleDomain) {
        double total = 0;
        Map<NodeId, double[]> sums = new java.util.HashMap<>();
        for (Used one : used) {
            total += one.value();
            for (NodeId node : keys(tree, by, one.node(), visibleDomain::sees)) {
                double[] sum = sums.computeIfAbsent(node, n -> new double[2]);
                sum[0] += one.value();
                sum[1] += one.running();
            }
        }
        // A percentage tells the whole, too.
        double whole = !visibleDomain.root(tree.tree()) ? Double.NaN : approximate ? total : 0;
        if (whole == 0) {
            for (NodeId node : snapshot.charged(measure)) {
                if (node.tree().equals(tree.tree())) {
                    whole += now(snapshot, measure, measureDefinition, node);
                }
            }
        }
        List<NodeId> nodes = new ArrayList<>(sums.keySet());
        nodes.sort(Comparator.<NodeId>comparingDouble(node -> -valueOf(sums, node)[0])
                .thenComparing(NodeId::account)
                .thenComparing(NodeId::user)
                .thenComparing(NodeId::partition));
        List<UsageJson.Part> items = new ArrayList<>();
        for (NodeId node : page.of(nodes)) {
            double[] sum = valueOf(sums, node);
            items.add(new UsageJson.Part(
                    by.equals("user") ? null : node.account(),
                    by.equals("account") ? null : node.user(),
                    node.partition().isEmpty() ? null : node.partition(),
                    null,
                    sum[0],
                    sum[1],
                    whole == 0 ? Double.NaN : 100 * sum[0] / whole));
        }
        return new Listed(total, items, page.next(nodes.size()));
    }

    private static double[] valueOf(Map<NodeId, double[]> sums, NodeId node) {
        return java.util.Objects.requireNonNull(sums.get(node));
    }

    /** The nodes that an association counts under: itself, its user, or its account and those above. */
    private static List<NodeId> keys(ShareTree tree, String by, NodeId node, Predicate<NodeId> sees) {
        return switch (by) {
            case "association" -> List.of(node);
            case "user" -> List.of(new NodeId(tree.tree(), "", node.user()));
            default -> accounts(tree, node, sees);
        };
    }

    private static List<NodeId> accounts(ShareTree tree, NodeId node, Predicate<NodeId> sees) {
        List<NodeId> above = new ArrayList<>();
        int account = tree.findAccount(node.account());
        if (account < 0) {
            return sees.test(node.accountNode()) ? List.of(node.accountNode()) : List.of();
        }
        for (int at = account; at >= 0; at = at == 0 ? -1 : tree.parent(at)) {
            if (sees.test(tree.id(at))) {
                above.add(tree.id(at));
            }
        }
        return above;
    }

    private static Listed list(List<PlainUsage.Window> windows, Page page) {
        double total = 0;
        for (PlainUsage.Window window : windows) {
            total += window.value();
        }
        List<UsageJson.Window> items = page.of(windows).stream()
                .map(window -> new UsageJson.Window(
                        Instant.ofEpochMilli(window.start()), Instant.ofEpochMilli(window.end()), window.value()))
                .toList();
        return new Listed(total, items, page.next(windows.size()));
    }

    private static List<PlainUsage.Window> rings(
            DomainSnapshot snapshot, Measure measure, MeasureDefinition measureDefinition, List<NodeId> nodes) {
        if (measureDefinition.windows() == null) {
            throw Problem.parameter(
                    "by",
                    "window: measure " + measure.name() + " is not kept in fairshare windows; ask by hour or day");
        }
        TreeMap<Long, PlainUsage.Window> sums = new TreeMap<>();
        Map<NodeId, WindowRing> rings = snapshot.usage().rings(measure.name());
        for (NodeId node : nodes) {
            WindowRing ring = rings.get(node);
            if (ring != null) {
                ring.windows(snapshot.asOf())
                        .forEach(window -> sums.merge(
                                window.start(),
                                new PlainUsage.Window(window.start(), window.end(), window.procSeconds()),
                                (one, other) ->
                                        new PlainUsage.Window(one.start(), one.end(), one.value() + other.value())));
            }
        }
        return List.copyOf(sums.values());
    }
}
