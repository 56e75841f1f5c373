package io.fairway.api.query;

import io.fairway.api.answer.ClusterUsageJson;
import io.fairway.api.answer.DomainJson;
import io.fairway.api.answer.FairshareDetailJson;
import io.fairway.api.query.FairshareAnswers.Selection;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.List;
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

        @Nullable
        Long instant(String name);

        List<String> words(String name);

        Page page();
    }

    /** A question about a domain. */
    public interface Question {
        /** The answer, a record of {@code io.fairway.api.answer}. */
        Record answer(DomainView view, Parameters asked, Viewer viewer);
    }

    /** The question of an operation; null = the operation is not about one domain. */
    public static @Nullable Question of(String operation, Function<String, Integer> partitionOf) {
        return switch (operation) {
            case "getDomain" ->
                (view, asked, viewer) -> DomainAnswers.domain(
                        view, partitionOf.apply(view.snapshot().domain()));
            case "listTrees" -> (view, asked, viewer) -> DomainAnswers.trees(view);
            case "listShares" ->
                (view, asked, viewer) -> {
                    viewer.require(view, asked.text("account"), asked.text("user"));
                    return FairshareAnswers.shares(
                            view, selection(asked, "all", "tree"), asked.page(), viewer.nodes(view));
                };
            case "getUsage" ->
                (view, asked, viewer) -> {
                    viewer.require(view, asked.text("account"), asked.text("user"));
                    UsageAnswers.Question question = new UsageAnswers.Question(
                            asked.text("tree"),
                            asked.text("measure"),
                            asked.needed("by"),
                            asked.text("account"),
                            asked.text("user"),
                            asked.instant("at"),
                            asked.instant("from"),
                            asked.instant("to"));
                    return UsageAnswers.usage(view, question, asked.page(), viewer.sees(view));
                };
            case "listFairshare" ->
                (view, asked, viewer) -> {
                    viewer.require(view, asked.text("account"), asked.text("user"));
                    return FairshareAnswers.list(
                            view,
                            asked.text("policy"),
                            selection(asked, asked.needed("kind"), asked.needed("sort")),
                            asked.page(),
                            viewer.nodes(view));
                };
            case "getAccountFairshare" ->
                (view, asked, viewer) -> association(
                        view, asked, NodeId.ofAccount(asked.needed("tree"), asked.needed("account")), viewer);
            case "getFairshare" ->
                (view, asked, viewer) -> association(
                        view,
                        asked,
                        NodeId.ofUser(asked.needed("tree"), asked.needed("account"), asked.needed("user")),
                        viewer);
            case "getForecast" ->
                (view, asked, viewer) -> {
                    viewer.require(view, asked.text("account"), asked.text("user"));
                    return ForecastAnswers.forecast(view, asked);
                };
            case "listJobs" ->
                (view, asked, viewer) -> {
                    viewer.requireJobs(view, asked.text("account"), asked.text("user"));
                    JobAnswers.Selection selection = new JobAnswers.Selection(
                            asked.needed("state"), asked.text("account"), asked.text("user"), asked.text("queue"));
                    return JobAnswers.list(view, asked.text("policy"), selection, asked.page(), viewer.jobs(view));
                };
            case "getJob" ->
                (view, asked, viewer) -> {
                    JobKey job = job(view, asked, viewer);
                    return JobAnswers.detail(view, job);
                };
            case "listJobEvents" ->
                (view, asked, viewer) -> JobAnswers.events(view, job(view, asked, viewer), asked.page());
            case "whyJob" ->
                (view, asked, viewer) ->
                        WhyAnswers.job(view, asked.text("policy"), job(view, asked, viewer), viewer.jobs(view));
            case "whyUser" ->
                (view, asked, viewer) -> {
                    viewer.require(view, null, asked.needed("user"));
                    return WhyAnswers.user(view, asked.text("policy"), asked.needed("user"));
                };
            case "listQueues" -> (view, asked, viewer) -> PolicyAnswers.queues(view, asked.text("policy"));
            case "listPolicies" -> (view, asked, viewer) -> PolicyAnswers.policies(view);
            case "comparePolicies" ->
                (view, asked, viewer) -> {
                    viewer.require(view, asked.text("account"), asked.text("user"));
                    return PolicyAnswers.compare(
                            view,
                            asked.words("policies"),
                            asked.text("tree"),
                            asked.text("account"),
                            asked.text("user"),
                            asked.page(),
                            viewer.nodes(view));
                };
            default -> null;
        };
    }

    private static FairshareDetailJson association(DomainView view, Parameters asked, NodeId node, Viewer viewer) {
        viewer.require(view, node.account(), node.user().isEmpty() ? null : node.user());
        return WhyAnswers.association(view, asked.text("policy"), node);
    }

    private static JobKey job(DomainView view, Parameters asked, Viewer viewer) {
        JobKey job = new JobKey(view.snapshot().domain(), asked.needed("cluster"), asked.needed("job"));
        viewer.requireJob(view, job);
        return job;
    }

    private static Selection selection(Parameters asked, String kind, String sort) {
        return new Selection(
                asked.text("tree"), asked.text("account"), asked.text("user"), asked.integer("depth"), kind, sort);
    }

    /** This domain's rows in the usage of all domains. */
    public static List<ClusterUsageJson> clusterUsage(
            DomainView view, @Nullable String account, @Nullable String user, Viewer viewer) {
        viewer.require(view, account, user);
        return UsageAnswers.byCluster(view, account, user, viewer.sees(view));
    }

    /** This instance's part of the list of domains. */
    public static DomainJson domain(DomainView view, int partition) {
        return DomainAnswers.domain(view, partition);
    }
}
