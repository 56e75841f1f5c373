package io.fairway.api.query;

import io.fairway.api.answer.ClusterUsageJson;
import io.fairway.api.answer.UsageJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.time.Period;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.LawText;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Usage of associations, accounts and users: now, as of an earlier instant, of a period; by hour, day or fairshare window. */
final class UsageAnswers {
    private UsageAnswers() {}

    /**
     * The question.
     *
     * @param at its instant; null = now
     * @param period for whole usage of a period; null = usage as of one instant
     * @param from beginning of the first window; null = the default
     */
    record Question(
            @Nullable String tree,
            @Nullable String measure,
            String by,
            Set<String> accounts,
            Set<String> users,
            @Nullable Long at,
            @Nullable Period period,
            @Nullable Long from,
            @Nullable Long to) {
        /** A question as it was asked. */
        static Question of(Answers.Parameters asked, long now) {
            String by = asked.needed("by");
            boolean parts = !List.of("hour", "day", "window").contains(by);
            Period period = parts || asked.text("period") != null ? asked.period(now) : null;
            if (asked.text("zone") != null
                    && period == null
                    && asked.text("from") == null
                    && asked.text("to") == null) {
                throw Problem.parameter("zone", "applies to period, from and to; none of them is given");
            }
            return new Question(
                    asked.text("tree"),
                    asked.text("measure"),
                    by,
                    asked.each("account"),
                    asked.each("user"),
                    asked.instant("at"),
                    period,
                    parts || period == null ? asked.instant("from") : (Long) period.from(),
                    parts || period == null ? asked.instant("to") : (Long) period.to());
        }

        /** A parameter that does not apply is an error: the answer would be to another question. */
        private void check() {
            switch (by) {
                case "hour", "day" -> refuse("at", at, "shows windows of time, from \"from\" to \"to\"");
                case "window" -> {
                    refuse("at", at, "shows the windows that are kept now");
                    refuse("period", period, "shows the windows that are kept now");
                    refuse("from", from, "shows the windows that are kept now");
                    refuse("to", to, "shows the windows that are kept now");
                }
                default -> {
                    if (period != null && at != null) {
                        throw Problem.parameter(
                                "at", "is usage as of one instant; leave it out, or period, from and to");
                    }
                    if (isOfJobs() && period == null) {
                        throw Problem.parameter("by", by + " is usage of a period; give period, or from and to");
                    }
                    if (by.equals("qos")) {
                        refuse("at", at, "is usage as of now");
                        refuse("period", period, "is usage as of now");
                        refuse("account", first(accounts), "is usage of all accounts and users");
                        refuse("user", first(users), "is usage of all accounts and users");
                    }
                }
            }
        }

        /** Whether rows of hours and days do not know it, and jobs do. */
        private boolean isOfJobs() {
            return by.equals("queue") || by.equals("cluster");
        }

        private static @Nullable String first(Set<String> names) {
            return names.stream().findFirst().orElse(null);
        }

        private void refuse(String name, @Nullable Object value, String why) {
            if (value != null) {
                throw Problem.parameter(name, "does not apply to by=" + by + ", which " + why);
            }
        }
    }

    /** A page, and the total of all pages. */
    record Listed(
            UsageParts.Amount total,
            List<? extends UsageJson.Item> items,
            @Nullable String next) {}

    static UsageJson usage(DomainView view, Question question, Page page, VisibleDomain visibleDomain) {
        question.check();
        if (question.by().equals("qos")) {
            return QosUsageAnswers.usage(view, question.tree(), question.measure(), page, visibleDomain);
        }
        DomainSnapshot snapshot = view.snapshot();
        Measure measure = measure(view, question.measure());
        NamedPolicy policy = policyOf(view, measure);
        String name = view.tree(policy, question.tree());
        visibleDomain.require(name, question.accounts(), question.users());
        ShareTree tree = snapshot.tree(policy, name);
        Predicate<NodeId> wanted = wanted(view, tree, question).and(counted(tree, question, visibleDomain::sees));
        List<NodeId> nodes = snapshot.charged(measure).stream()
                .filter(node -> node.tree().equals(name))
                .filter(wanted)
                .toList();
        MeasureDefinition measureDefinition = snapshot.statement(measure);
        Period period = question.by().equals("hour") || question.by().equals("day") ? null : question.period();
        long at = question.at() != null ? question.at() : period != null ? period.to() : snapshot.asOf();
        Listed listed = switch (question.by()) {
            case "window" -> list(rings(snapshot, measure, measureDefinition, nodes), page);
            case "hour", "day" ->
                list(
                        new PlainUsage(snapshot, measure).windows(nodes, question.by(), question.from(), question.to()),
                        page);
            default -> {
                if (question.isOfJobs() && period != null) {
                    boolean whole = visibleDomain.root(name)
                            && question.accounts().isEmpty()
                            && question.users().isEmpty();
                    yield snapshot.inTurn(() -> PeriodParts.ofJobs(
                            snapshot,
                            measure,
                            period,
                            question.by(),
                            node -> node.tree().equals(name) && wanted.test(node),
                            whole,
                            page));
                }
                UsageParts parts = new UsageParts(snapshot, measure, tree, question, visibleDomain);
                yield period == null ? parts.list(nodes, page) : snapshot.inTurn(() -> parts.list(nodes, page));
            }
        };
        UsageParts.Amount total = listed.total();
        return new UsageJson(
                snapshot.domain(),
                name,
                name(measure, measureDefinition, at),
                question.by(),
                Instant.ofEpochMilli(at),
                period == null ? null : Instant.ofEpochMilli(period.from()),
                period == null ? null : Instant.ofEpochMilli(period.to()),
                period == null || total.firstDay() <= period.from() || total.firstDay() == Long.MAX_VALUE
                        ? null
                        : Instant.ofEpochMilli(total.firstDay()),
                total.isApproximate(),
                total.value(),
                total.isApproximate() ? total.least() : null,
                total.isApproximate() ? total.most() : null,
                period == null ? null : total.corrections(),
                listed.items(),
                listed.next(),
                view.freshness());
    }

    /** The first policy that counts a measure; null = none does. */
    static @Nullable NamedPolicy policyOf(DomainView view, Measure measure) {
        return view.snapshot().policies().stream()
                .filter(of -> of.family().measures().stream()
                        .anyMatch(measureDefinition -> measureDefinition.name().equals(measure.name())))
                .findFirst()
                .orElse(null);
    }

    /** The usage of a domain in every tree: of accounts, of users, or of everybody. */
    static List<ClusterUsageJson> byCluster(
            DomainView view, Set<String> accounts, Set<String> users, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        List<ClusterUsageJson> rows = new ArrayList<>();
        NamedPolicy policy = view.policy(null);
        Measure measure = measure(view, null);
        MeasureDefinition measureDefinition = snapshot.statement(measure);
        SortedSet<String> clusters = snapshot.clusters();
        for (String name : snapshot.trees(policy)) {
            ShareTree tree = snapshot.tree(policy, name);
            Set<String> accountsHere = accounts.stream()
                    .filter(account ->
                            tree.findAccount(account) >= 0 && visibleDomain.sees(NodeId.ofAccount(name, account)))
                    .collect(Collectors.toSet());
            Set<String> usersHere = users.stream()
                    .filter(user -> visibleDomain.user(name, user))
                    .collect(Collectors.toSet());
            if (accountsHere.isEmpty() != accounts.isEmpty() || usersHere.isEmpty() != users.isEmpty()) {
                continue;
            }
            Question question = new Question(name, null, "account", accountsHere, usersHere, null, null, null, null);
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
    static UsageJson.Measure name(Measure measure, MeasureDefinition measureDefinition, long at) {
        return new UsageJson.Measure(
                measure.name(),
                law(measure, measureDefinition, at),
                measure.kind().name());
    }

    private static String law(Measure measure, MeasureDefinition measureDefinition, long at) {
        return LawText.of(measure.laws(), at, measureDefinition.windows());
    }

    private static Predicate<NodeId> wanted(DomainView view, ShareTree tree, Question question) {
        Predicate<NodeId> user =
                node -> question.users().isEmpty() || question.users().contains(node.user());
        if (question.accounts().isEmpty()) {
            return user;
        }
        IntPredicate below = view.below(tree, question.accounts());
        return user.and(node -> below.test(tree.findAccount(node.account())));
    }

    /**
     * Sums of visible accounts count everybody's usage. A question about a user, or by user or association, counts only
     * visible nodes.
     */
    private static Predicate<NodeId> counted(ShareTree tree, Question question, Predicate<NodeId> sees) {
        return !question.users().isEmpty()
                        || List.of("user", "association", "queue", "cluster").contains(question.by())
                ? sees
                : node -> sees.test(node)
                        || !UsageParts.accounts(tree, node, sees).isEmpty();
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

    private static Listed list(List<PlainUsage.Window> windows, Page page) {
        double total = 0;
        for (PlainUsage.Window window : windows) {
            total += window.value();
        }
        List<UsageJson.Window> items = page.of(windows).stream()
                .map(window -> new UsageJson.Window(
                        Instant.ofEpochMilli(window.start()), Instant.ofEpochMilli(window.end()), window.value()))
                .toList();
        return new Listed(UsageParts.Amount.exactly(total), items, page.next(windows.size()));
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
