package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Every view, its live changes and its errors. Numbers come from the fixtures. */
@Order(3)
class PageIT {
    private static Browser browser;

    private FixtureServer server;
    private URI base;

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = new FixtureServer();
        base = server.uri();
        browser.complaints();
    }

    @AfterEach
    void stop() {
        browser.leave();
        server.close();
    }

    @ParameterizedTest
    @MethodSource("io.fairway.system.page.PageViews#all")
    void showsEveryView(String address, Map<String, List<String>> texts) {
        browser.go(base, address);

        texts.forEach((css, all) -> all.forEach(text -> browser.awaitText(css, text)));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aColumnHeadLeadsToItsTermInTheManual() {
        browser.go(base, "#/d/alps/ranking");
        browser.awaitText("main tbody", "dora");

        browser.find("thead a[href$='#place']").click();

        browser.awaitText("tr:target", "place");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void writesMarkupAsText() {
        browser.go(base, "#/d/alps/tree");

        browser.awaitText("table.grid", "<b>engineering</b>");
        assertThat(browser.count("main b")).isZero();
    }

    @Test
    void goesThroughPagesAndBack() {
        browser.go(base, "#/d/alps/ranking");
        browser.awaitText(".pager .range", "1\u20138 of 45");

        browser.find(".pager button:last-child").click();
        browser.awaitText(".pager .range", "9\u201316 of 45");
        assertThat(browser.address()).contains("cursor=8");
        browser.find(".pager button:nth-of-type(2)").click();

        browser.awaitText(".pager .range", "1\u20138 of 45");
    }

    @Test
    void showsWhatIsPublishedAndKeepsTheFocus() {
        browser.go(base, "#/d/alps/tree");
        browser.awaitText("#top .stream", "Live");
        browser.awaitText("table.grid", "climate");
        browser.find("table.grid tbody tr:nth-child(3)").click();
        String before = browser.focused();
        server.answer(
                "/v1/domains/alps/fairshare",
                query -> new FixtureServer.Answer(
                        200,
                        Fixtures.text("fairshare-root")
                                .replace("\"account\": \"climate\"", "\"account\": \"weather\"")));

        server.publish("7-1", "fairshare", "{\"key\":\"k\",\"account\":\"weather\",\"user\":\"\"}");

        browser.awaitText("table.grid", "weather");
        assertThat(browser.focused()).isEqualTo(before);
    }

    @Test
    void listsEventsAndComesBackWhereItWas() throws IOException {
        browser.go(base, "#/d/alps/live");
        browser.awaitText("#top .stream", "Live");
        server.publish("8-1", "usage", "{\"key\":\"k\",\"account\":\"physics\",\"user\":\"anna\",\"value\":7200}");
        browser.awaitText("main tbody", "2 cpu-hours");

        server.breakStreams();
        Awaitility.await()
                .atMost(Browser.PATIENCE)
                .until(() -> server.lastEventIds().contains("8-1") && server.listeners() == 1);
        server.publish("8-2", "priority", "{\"key\":\"k\",\"cluster\":\"alps\",\"job\":\"77\",\"removed\":true}");

        browser.awaitText("main tbody", "job 77");
        browser.awaitText("main tbody", "withdrawn");

        server.publish(
                "8-3",
                "fairshare",
                "{\"key\":\"k\",\"account\":\"bio\",\"user\":\"\",\"factor\":null,\"levelFairshare\":4294967294}");
        browser.awaitText("main tbody", "shares of its parent");
    }

    @Test
    void saysWhatToDoWithoutADomain() {
        server.answer("/v1/domains", 200, "{\"items\":[],\"unreachable\":[]}");

        browser.go(base, "");

        browser.awaitText("main", "There is no domain yet");
        browser.awaitText("main pre", "fairway shares apply");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void showsTheWindowsOfAMeasureThatIsKeptInThemOnly() {
        String windows = """
                {"domain": "alps", "tree": "alps",
                 "measure": {"name": "windows", "law": "2 windows of 5s", "kind": "BILLING_TRES"},
                 "by": "window", "at": "2026-11-21T12:00:10.000Z", "approximate": false, "total": 10800,
                 "items": [{"start": "2026-11-21T12:00:00.000Z", "end": "2026-11-21T12:00:05.000Z", "value": 7200},
                           {"start": "2026-11-21T12:00:05.000Z", "end": "2026-11-21T12:00:10.000Z", "value": 3600}],
                 "freshness": {"asOf": "2026-11-21T12:00:10.000Z", "readAt": "2026-11-21T12:00:10.000Z",
                               "state": "current", "role": "active", "instance": "node1:8080", "lag": 0,
                               "committed": false}}
                """;
        server.answer(
                "/v1/domains/alps/usage",
                query -> query.contains("by=window")
                        ? new FixtureServer.Answer(200, windows)
                        : query.contains("at=") || query.contains("from=")
                                ? new FixtureServer.Answer(
                                        400, FixtureServer.problem(400, "Bad Request", "Not kept by hour and day."))
                                : null);
        browser.go(base, "#/d/alps/history?account=physics");

        browser.awaitText(
                "main", "3 cpu-hours in total, without decay, measure windows, in the fairshare windows of the policy");
        browser.awaitText("main svg.chart", "12:00:05");
        assertThat(browser.find("main").getText())
                .contains("Decayed usage")
                .doesNotContain("Not kept by hour and day.");
    }

    @Test
    void saysWhatIsWrongAndTriesAgain() {
        String path = "/v1/domains/alps/queues";
        server.answer(path, 503, FixtureServer.problem(503, "Service Unavailable", "domain alps: is being restored."));
        browser.go(base, "#/d/alps/queues");
        browser.awaitText("[role=alert]", "domain alps: is being restored.");

        server.answer(path, query -> null);
        browser.find("[role=alert] button").click();

        browser.awaitText("main", "default pool");
    }

    @Test
    void keepsWhatItHasWhenARefreshFails() {
        browser.go(base, "#/d/alps/queues");
        browser.awaitText("#top .stream", "Live");
        browser.awaitText("main", "default pool");
        server.answer("/v1/domains/alps/queues", 503, FixtureServer.problem(503, "Service Unavailable", "Gone."));

        server.publish("9-1", "usage", "{}");

        browser.awaitText("#banner", "Gone.");
        browser.awaitText("main", "default pool");
    }

    @Test
    void asksForATokenAndKeepsItForTheTabOnly() {
        server.require("secret");
        browser.go(base, "#/d/alps/queues");
        browser.awaitText("[role=alert]", "A token is needed.");

        browser.find("[role=alert] input[name=token]").sendKeys("secret", Keys.ENTER);

        browser.awaitText("main", "default pool");
        browser.awaitText("#top .stream", "Live");
        assertThat(browser.run("return sessionStorage.getItem('fairway.token')"))
                .isEqualTo("secret");
        assertThat(browser.run("return Object.values(localStorage).join() + document.cookie")
                        .toString())
                .doesNotContain("secret");
        browser.run("sessionStorage.clear()");
    }

    @Test
    void warnsOfStaleNumbersUntilTheyAreCurrent() {
        String path = "/v1/domains/alps/queues";
        server.answer(
                path,
                200,
                Fixtures.text("queues").replace("\"current\"", "\"stale\"").replace("\"lag\": 0", "\"lag\": 1204"));
        browser.go(base, "#/d/alps/queues");
        browser.awaitText("#top .stream", "Live");
        browser.awaitText("#banner .stale", "1,204 records behind");

        server.answer(path, query -> null);
        server.publish("10-1", "usage", "{}");

        Awaitility.await().atMost(Browser.PATIENCE).until(() -> browser.count("#banner .stale") == 0);
    }

    @Test
    void showsExactNumbersAndOtherColoursWhenAsked() {
        browser.go(base, "#/d/alps/tree");
        browser.awaitText("table.grid", "29.3");
        browser.find(".settings summary").click();

        browser.find(".sheet label:nth-of-type(2) select").sendKeys("Exact");
        browser.awaitText("table.grid", "29.268292682926827");
        browser.find(".sheet select").sendKeys("Dark");

        Awaitility.await()
                .atMost(Browser.PATIENCE)
                .until(() -> "dark".equals(browser.find("html").getDomAttribute("data-theme")));
        assertThat(browser.find("body").getCssValue("background-color")).contains("17, 23, 29");
        browser.run("localStorage.clear()");
        assertThat(browser.find("main").findElements(By.cssSelector("svg.pair")))
                .isNotEmpty();
    }
}
