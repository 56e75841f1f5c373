package io.fairway.api.query;

import io.fairway.api.answer.ClusterUsageJson;
import io.fairway.api.answer.DomainJson;
import io.fairway.api.answer.FairshareDetailJson;
import io.fairway.api.query.FairshareAnswers.Selection;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.time.Period;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The questions about one domain, by their names in the description of the API. Each reads its parameters and checks
 * what the caller may see.
 */
public final class Answers {
    private Answers() {}

    /** The parameters of a question. */
    public interface Parameters {
        @Nullable
        String text(String name);

        /** A parameter that is required or has a default. */
        String needed(String name);

        @Nullable
        Integer integer(String name);

        @Nullable
        Double number(String name);

        /** An instant. A date begins at midnight of the parameter {@code zone}. */
        @Nullable
        Long instant(String name);

        /**
         * The period that {@code period} names, or from {@code from} to {@code to}; null = none of them is given.
         *
         * @param now epoch milliseconds
         */
        @Nullable
        Period period(long now);

        List<String> words(String name);

        /** The values of a parameter that may be given several times; none if it is missing. */
        Set<String> each(String name);

        Page page();
    }

    /** A question about a domain. */
    public interface Question {
        /** The answer, a record of {@code io.fairway.api.answer}. */
        Record answer(DomainView view, Parameters asked, CallerAccess callerAccess);
    }

    /** The question of an operation; null = the operation is not about one domain. */
    public static @Nullable Question of(String operation, Function<String, Integer> partitionOf) {
        return switch (operation) {
            case "getDomain" ->
                (view, asked, callerAccess) -> DomainAnswers.domain(
                        view, partitionOf.apply(view.snapshot().domain()), callerAccess.in(view));
            case "getSight" ->
                (view, asked, callerAccess) -> VisibilityAnswers.visibility(view, asked.text("jobs"), callerAccess);
            case "listTrees" -> (view, asked, callerAccess) -> DomainAnswers.trees(view, callerAccess.in(view));
            case "listShares" ->
                (view, asked, callerAccess) -> FairshareAnswers.shares(
                        view, selection(asked, "all", "tree"), asked.page(), callerAccess.in(view));
            case "getUsage" ->
                (view, asked, callerAccess) -> {
                    UsageAnswers.Question question =
                            UsageAnswers.Question.of(asked, view.snapshot().asOf());
                    return UsageAnswers.usage(view, question, asked.page(), callerAccess.in(view));
                };
            case "listFairshare" ->
                (view, asked, callerAccess) -> FairshareAnswers.list(
                        view.usageAt(asked.instant("at"), asked.text("policy")),
                        asked.text("policy"),
                        selection(asked, asked.needed("kind"), asked.needed("sort")),
                        asked.page(),
                        callerAccess.in(view));
            case "getFairness" ->
                (view, asked, callerAccess) -> FairnessAnswers.fairness(view, asked, callerAccess.in(view));
            case "getAccountFairshare" ->
                (view, asked, callerAccess) -> association(
                        view, asked, NodeId.ofAccount(asked.needed("tree"), asked.needed("account")), callerAccess);
            case "getFairshare" ->
                (view, asked, callerAccess) -> association(
                        view,
                        asked,
                        NodeId.ofUser(asked.needed("tree"), asked.needed("account"), asked.needed("user"))
                                .in(Objects.requireNonNullElse(asked.text("partition"), "")),
                        callerAccess);
            case "getForecast" ->
                (view, asked, callerAccess) -> ForecastAnswers.forecast(view, asked, callerAccess.in(view));
            case "previewAdjustment" ->
                (view, asked, callerAccess) -> {
                    callerAccess.requireAll("what an adjustment would change");
                    return AdjustmentAnswers.preview(view, asked, callerAccess.in(view));
                };
            case "listJobs" ->
                (view, asked, callerAccess) -> {
                    VisibleDomain visibleDomain = callerAccess.in(view);
                    asked.each("user").forEach(user -> visibleDomain.requireUser(null, user));
                    JobAnswers.Selection selection = new JobAnswers.Selection(
                            asked.needed("state"),
                            asked.each("account"),
                            asked.each("user"),
                            asked.each("queue"),
                            asked.each("qos"));
                    return JobAnswers.list(view, selection, asked, visibleDomain);
                };
            case "getJob" ->
                (view, asked, callerAccess) -> JobDetailAnswers.detail(view, job(view, asked), callerAccess.in(view));
            case "listJobEvents" ->
                (view, asked, callerAccess) ->
                        JobDetailAnswers.events(view, job(view, asked), asked.page(), callerAccess.in(view));
            case "whyJob" ->
                (view, asked, callerAccess) ->
                        WhyAnswers.job(view, asked.text("policy"), job(view, asked), callerAccess.in(view));
            case "whatIfJob" ->
                (view, asked, callerAccess) -> WhatIfAnswers.job(view, asked, job(view, asked), callerAccess.in(view));
            case "whyUser" ->
                (view, asked, callerAccess) ->
                        WhyAnswers.user(view, asked.text("policy"), asked.needed("user"), callerAccess.in(view));
            case "whyUserSince" ->
                (view, asked, callerAccess) -> SinceAnswers.since(view, asked, callerAccess.in(view));
            case "listQueues" ->
                (view, asked, callerAccess) -> PolicyAnswers.queues(view, asked.text("policy"), callerAccess.in(view));
            case "listPolicies" -> (view, asked, callerAccess) -> PolicyAnswers.policies(view, callerAccess.in(view));
            case "comparePolicies" ->
                (view, asked, callerAccess) -> PolicyAnswers.compare(
                        view,
                        asked.words("policies"),
                        asked.text("tree"),
                        asked.each("account"),
                        asked.each("user"),
                        asked.page(),
                        callerAccess.in(view));
            default -> null;
        };
    }

    private static FairshareDetailJson association(
            DomainView view, Parameters asked, NodeId node, CallerAccess callerAccess) {
        VisibleDomain visibleDomain = callerAccess.in(view);
        visibleDomain.requireNode(node);
        return WhyAnswers.association(view, asked.text("policy"), node, visibleDomain);
    }

    private static JobKey job(DomainView view, Parameters asked) {
        return new JobKey(view.snapshot().domain(), asked.needed("cluster"), asked.needed("job"));
    }

    private static Selection selection(Parameters asked, String kind, String sort) {
        return new Selection(
                asked.text("tree"), asked.each("account"), asked.each("user"), asked.integer("depth"), kind, sort);
    }

    /** This domain's rows in the usage of all domains. */
    public static List<ClusterUsageJson> clusterUsage(
            DomainView view, Set<String> accounts, Set<String> users, CallerAccess callerAccess) {
        return UsageAnswers.byCluster(view, accounts, users, callerAccess.in(view));
    }

    /** This instance's part of the list of domains. */
    public static DomainJson domain(DomainView view, int partition, CallerAccess callerAccess) {
        return DomainAnswers.domain(view, partition, callerAccess.in(view));
    }
}
