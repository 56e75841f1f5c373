package io.fairway.system.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answers of an invented cluster, with their requests and their schemas in openapi.yaml. */
final class Fixtures {
    /** Path, query (a regular expression) and fixture. The first match counts. */
    private record Route(Pattern path, Pattern query, String name) {
        static Route of(String path, String query, String name) {
            return new Route(Pattern.compile(path), Pattern.compile(query), name);
        }
    }

    private static final String ALPS = "/v1/domains/alps";

    /** A waiting job with an explanation. */
    static final String JOB = "4100024";

    private static final List<Route> ROUTES = List.of(
            Route.of("/v1/domains", "", "domains"),
            Route.of("/v1/status", "", "status"),
            Route.of(ALPS, "", "domain"),
            Route.of(ALPS + "/policies", "", "policies"),
            Route.of(ALPS + "/policies/compare", "", "compare"),
            Route.of(ALPS + "/queues", "", "queues"),
            Route.of(ALPS + "/shares", "account=physics", "account-shares"),
            Route.of(ALPS + "/fairshare", "user=anna", "ranking"),
            Route.of(ALPS + "/fairshare", "sort=first.*cursor=8", "ranking-2"),
            Route.of(ALPS + "/fairshare", "sort=first", "ranking"),
            Route.of(ALPS + "/fairshare", "sort=last", "ranking-last"),
            Route.of(ALPS + "/fairshare", "sort=usage", "ranking-usage"),
            Route.of(ALPS + "/fairshare", "account=physics-g0", "fairshare-physics-g0"),
            Route.of(ALPS + "/fairshare", "account=physics", "fairshare-physics"),
            Route.of(ALPS + "/fairshare", "account=chemistry", "fairshare-physics-g0"),
            Route.of(ALPS + "/fairshare", "", "fairshare-root"),
            Route.of(ALPS + "/fairshare/alps/physics", "", "account-detail"),
            Route.of(ALPS + "/usage", "user=anna.*period=", "usage-month-anna"),
            Route.of(ALPS + "/usage", "period=", "usage-month"),
            Route.of(ALPS + "/fairness", "account=physics", "fairness-physics"),
            Route.of(ALPS + "/fairness", "", "fairness"),
            Route.of(ALPS + "/usage", "by=(hour|day)", "usage-hour"),
            Route.of(ALPS + "/usage", "", "usage-now"),
            Route.of(ALPS + "/forecast", "if=stops", "forecast-stops"),
            Route.of(ALPS + "/forecast", "if=drains", "forecast-drains"),
            Route.of(ALPS + "/forecast", "if=continues", "forecast-continues"),
            Route.of(ALPS + "/jobs", "state=running", "jobs-running"),
            Route.of(ALPS + "/jobs", "state=ended", "jobs-ended"),
            Route.of(ALPS + "/jobs", "", "jobs"),
            Route.of(ALPS + "/jobs/alps/" + JOB, "", "job"),
            Route.of(ALPS + "/jobs/alps/" + JOB + "/why", "", "job-why"),
            Route.of(ALPS + "/jobs/alps/" + JOB + "/whatif", "", "whatif"),
            Route.of(ALPS + "/jobs/alps/" + JOB + "/events", "", "job-events"),
            Route.of(ALPS + "/users/anna/why", "", "user-why"),
            Route.of(ALPS + "/users/anna/since", "", "since"));

    /** Fixtures by their schema. */
    static final Map<String, List<String>> SCHEMAS = Map.ofEntries(
            Map.entry("Domains", List.of("domains")),
            Map.entry("Domain", List.of("domain")),
            Map.entry("Policies", List.of("policies")),
            Map.entry("Comparison", List.of("compare")),
            Map.entry("Status", List.of("status")),
            Map.entry("Queues", List.of("queues")),
            Map.entry("Shares", List.of("account-shares")),
            Map.entry(
                    "FairshareList",
                    List.of(
                            "fairshare-root",
                            "fairshare-physics",
                            "fairshare-physics-g0",
                            "ranking",
                            "ranking-2",
                            "ranking-last",
                            "ranking-usage")),
            Map.entry("FairshareDetail", List.of("account-detail")),
            Map.entry("Usage", List.of("usage-hour", "usage-now", "usage-month", "usage-month-anna")),
            Map.entry("Forecast", List.of("forecast-stops", "forecast-drains", "forecast-continues")),
            Map.entry("Jobs", List.of("jobs", "jobs-running", "jobs-ended")),
            Map.entry("JobDetail", List.of("job")),
            Map.entry("WhyJob", List.of("job-why")),
            Map.entry("WhatIf", List.of("whatif")),
            Map.entry("JobEvents", List.of("job-events")),
            Map.entry("WhyUser", List.of("user-why")),
            Map.entry("WhySince", List.of("since")),
            Map.entry("Fairness", List.of("fairness", "fairness-physics")),
            Map.entry("Problem", List.of("problem-unknown")));

    private Fixtures() {}

    static @Nullable String nameOf(String path, String query) {
        return ROUTES.stream()
                .filter(route -> route.path().matcher(path).matches()
                        && route.query().matcher(query).find())
                .map(Route::name)
                .findFirst()
                .orElse(null);
    }

    static String text(String name) {
        try (InputStream in = Fixtures.class.getResourceAsStream("/page/" + name + ".json")) {
            return new String(Objects.requireNonNull(in, "no fixture " + name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
