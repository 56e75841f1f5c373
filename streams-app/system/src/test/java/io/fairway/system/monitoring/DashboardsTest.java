package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards by themselves; {@link MonitoringIT} compares them with a running application. */
class DashboardsTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?");
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

    /** Grafana would find none by an identifier that another Grafana gave. */
    @Test
    void everythingAsksTheDataSourceThatIsChosen() throws IOException {
        Dashboards.all().forEach((file, dashboard) -> {
            JsonNode first = Dashboards.variablesOf(dashboard).path(0);
            assertThat(first.path("name").asText()).as(file).isEqualTo("datasource");
            assertThat(first.path("type").asText()).as(file).isEqualTo("datasource");
            assertThat(first.path("query").asText()).as(file).isEqualTo("prometheus");
            assertThat(dashboard.findValues("datasource"))
                    .as(file)
                    .isNotEmpty()
                    .allSatisfy(
                            source -> assertThat(source.path("uid").asText()).isEqualTo("${datasource}"));
        });
    }

    /** A variable that a panel names and the dashboard does not define would be empty, and the panel too. */
    @Test
    void panelsUseOnlyVariablesOfTheirDashboard() throws IOException {
        Dashboards.all().forEach((file, dashboard) -> {
            Set<String> defined = new TreeSet<>();
            Dashboards.variablesOf(dashboard)
                    .forEach(each -> defined.add(each.path("name").asText()));
            assertThat(defined)
                    .as(file)
                    .containsAll(found(VARIABLE, dashboard.path("panels").toString()));
        });
    }

    /** Only some accounts and users have series, so a sum or a count of them means nothing. Root has the sum. */
    @Test
    void noPanelAddsUpAccountsOrUsers() throws IOException {
        assertThat(Dashboards.queries())
                .extracting(Query::text)
                .noneMatch(text -> text.matches(".*\\b(sum|count|avg|min)\\b.*fairway_(account|user)_.*"));
    }

    /** A query at a place that {@link MonitoringIT} does not look at would be compared with nothing. */
    @Test
    void noQueryIsOverlooked() throws IOException {
        int expressions = 0;
        for (JsonNode dashboard : Dashboards.all().values()) {
            expressions += dashboard.findValues("expr").size();
        }

        assertThat(Dashboards.queries()).hasSize(expressions);
    }

    @ParameterizedTest
    @MethodSource("io.fairway.system.monitoring.Dashboards#queries")
    void aLegendNamesLabelsThatTheQueryLeaves(Query query) {
        Set<String> grouping = new PromQuery(query.text()).grouping();
        if (!grouping.isEmpty()) {
            assertThat(grouping).as(query.text()).containsAll(found(LABEL, query.labelled()));
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
