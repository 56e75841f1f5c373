package io.fairway.system.page;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The address of each view and the texts that it has, by the selector of the part that has them. Numbers are the fixtures'. */
final class PageViews {
    private PageViews() {}

    static Stream<Arguments> all() {
        return Stream.of(
                arguments("#/d/alps/tree", Map.of("table.grid", List.of("<b>engineering</b> & \"more\""))),
                arguments(
                        "#/d/alps/ranking",
                        Map.of(
                                "main",
                                List.of("45 users are ranked by fairtree"),
                                "main thead",
                                List.of("Share of level"))),
                arguments("#/d/alps/ranking?sort=last", Map.of("main tbody", List.of("dora"))),
                arguments("#/d/alps/jobs", Map.of("main tbody", List.of("4100021"))),
                arguments("#/d/alps/jobs?state=running", Map.of("main", List.of("40 run"))),
                arguments("#/d/alps/jobs?state=ended", Map.of("main", List.of("3 ended and cost 200 cpu-hours"))),
                arguments(
                        "#/d/alps/user/anna",
                        Map.of(
                                "main", List.of("What changed", "Costliest jobs of the last 7 days"),
                                ".summary", List.of("anna has"),
                                "dl.facts", List.of("Share of level"))),
                arguments(
                        "#/d/alps/history?account=physics",
                        Map.of(
                                "main", List.of("Usage of a period", "/physics/physics-g1/emil"),
                                "dl.facts", List.of("Share of level"))),
                arguments(
                        "#/d/alps/history?account=physics&factor=0.5",
                        Map.of("main", List.of("Never: its 24 running cpus"))),
                arguments("#/d/alps/history", Map.of("main", List.of("select one of the largest accounts"))),
                arguments(
                        "#/d/alps/job/alps/4100024",
                        Map.of(
                                ".waterfall tfoot", List.of("The rows add up to it."),
                                "main", List.of("Jobs just ahead", "Who is ahead"))),
                arguments("#/d/alps/policies", Map.of("main", List.of("rank correlation 0.8731"))),
                arguments("#/d/alps/queues", Map.of("main", List.of("default pool"))),
                arguments(
                        "#/status",
                        Map.of(
                                "main",
                                List.of("Least served users", "node2:8080", "fairway dead-letters list --kind time"))),
                arguments("#/wall", Map.of("main", List.of("Served first"))),
                arguments("#/d/alps/find?q=anna", Map.of("main", List.of("In the share tree"))),
                arguments("#/d/alps/nonsense", Map.of("main", List.of("No such view"))),
                arguments("docs", Map.of("main", List.of("Why a job is not next"))));
    }
}
