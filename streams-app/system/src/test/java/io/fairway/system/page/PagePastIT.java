package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page says of the past: periods, ended jobs, what changed, fairness, and an earlier instant. */
class PagePastIT {
    private static final String ALPS = "/v1/domains/alps";

    private static Browser browser;

    private final List<String> queries = new CopyOnWriteArrayList<>();
    private FixtureServer server;

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
        browser.complaints();
    }

    @AfterEach
    void stop() {
        browser.leave();
        server.close();
    }

    /** Answers as the fixtures do, and notes the queries. */
    private void watch(String path) {
        server.answer(ALPS + path, query -> {
            queries.add(query);
            return null;
        });
    }

    private void awaitQuery(String... parts) {
        Awaitility.await()
                .atMost(Browser.PATIENCE)
                .untilAsserted(() -> assertThat(queries)
                        .anySatisfy(query -> assertThat(query).contains(parts)));
    }

    private static void choose(String key, String option) {
        browser.find("[data-key='choice " + key + "'] select").sendKeys(option);
    }

    private static String row(String key) {
        return browser.find("tr[data-key='row " + key + "']").getText();
    }

    @Test
    void saysWhatChangedForAUserAndByWhat() {
        watch("/users/anna/since");
        browser.go(server.uri(), "#/d/alps/user/anna");
        browser.awaitText("main", "own jobs and usage");

        // A day before the numbers of the view.
        awaitQuery("since=2026-11-20T12:00:00.000Z");
        assertThat(row("[\"physics-g0\",null,\"shares\"]")).isEqualTo("shares 0.3 \u22120.1 3 1 of 9");
        assertThat(row("[\"physics-g0\",null,\"others\"]")).isEqualTo("jobs and usage of others 0.5 +0.2 1 2 of 9");
        assertThat(browser.count("tr[data-key*='\"policy\"']")).isZero();
        choose("Compared with", "a week");

        awaitQuery("since=2026-11-14T12:00:00.000Z");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void doesNotWaitForASlowAnswer() {
        CountDownLatch slow = new CountDownLatch(1);
        server.answer(ALPS + "/users/anna/since", query -> {
            try {
                slow.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        });
        browser.go(server.uri(), "#/d/alps/user/anna");

        browser.awaitText("main", "anna has 7 jobs that wait.");
        browser.awaitText("[data-key='section What changed']", "Loading");
        slow.countDown();

        browser.awaitText("[data-key='section What changed']", "own jobs and usage");
    }

    @Test
    void addsUpAPeriodByUserWithCorrectionsApart() {
        watch("/usage");
        browser.go(server.uri(), "#/d/alps/history?account=physics");
        browser.awaitText("main", "1,500 cpu-hours in total from 2026-10-01 00:00 to 2026-11-01 00:00 UTC");

        browser.awaitText("main", "Nothing is known before 2026-10-12.");
        assertThat(row("[\"\",\"carla\",null]")).isEqualTo("carla 1,200 80 % 0");
        assertThat(row("[\"\",\"anna\",null]")).isEqualTo("anna 300 20 % \u221225");
        assertThat(browser.find("[data-key='section Usage of a period']").getText())
                .doesNotContain("emil");
        choose("Period, UTC", "this quarter");

        awaitQuery("account=physics", "by=user", "period=this-quarter");
        assertThat(browser.address()).contains("period=this-quarter");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void saysHowWellAnAccountsUsersWereServed() {
        watch("/fairness");
        browser.go(server.uri(), "#/d/alps/history?account=physics");
        browser.awaitText("main", "5 accounts and users had demand");

        awaitQuery("account=physics", "kind=all", "from=2026-11-14T12:00:00.000Z");
        assertThat(row("[null,\"/physics/physics-g1/emil\",null]"))
                .contains("emil 0 36 0")
                .contains("starved");
        // The account itself is no part of what is below it.
        assertThat(browser.count("tr[data-key='row [null,\"/physics\",null]']")).isZero();
    }

    @Test
    void listsEndedJobsTheCostliestFirst() {
        watch("/jobs");
        browser.go(server.uri(), "#/d/alps/jobs?state=ended");
        browser.awaitText("main", "3 ended and cost 200 cpu-hours of billing");
        awaitQuery("state=ended", "period=today");
        assertThat(row("[\"alps\",\"4099001\",\"\"]")).endsWith("2026-11-21 08:00 23 h 184");
        assertThat(row("[\"alps\",\"4099003\",\"\"]")).endsWith("never 0");

        choose("First", "costliest");

        awaitQuery("state=ended", "sort=cost");
        browser.go(server.uri(), "#/d/alps/user/anna");
        browser.awaitText("main", "3 ended and cost 200 cpu-hours.");
        awaitQuery("sort=cost", "user=anna", "from=2026-11-14T12:00:00.000Z");
    }

    @Test
    void saysHowFairEachDomainWas() {
        browser.go(server.uri(), "#/status");
        browser.awaitText("main", "Fairness of the last 7 days");

        browser.awaitText("[data-key='row alps']", "alps 0.75 1 emil 36");
        browser.awaitText("main", "Least served users");
        assertThat(browser.find("main").getText())
                .contains("/physics/physics-g0/carla")
                .doesNotContain("g0/anna");
        server.answer(ALPS + "/fairness", 400, FixtureServer.problem(400, "Bad Request", "Windows have no periods."));
        browser.go(server.uri(), "#/status");

        browser.awaitText("[data-key='row alps']", "Windows have no periods.");
    }

    @Test
    void showsAnEarlierInstantAndSaysSo() {
        server.answer(ALPS + "/fairshare", query -> {
            queries.add(query);
            return query.contains("at=")
                    ? new FixtureServer.Answer(
                            200, Fixtures.text("ranking").replaceFirst("\\{", "{\"at\": \"2026-11-20T12:00:00.000Z\","))
                    : null;
        });
        browser.go(server.uri(), "#/d/alps/ranking");
        browser.awaitText("main", "45 users are ranked");

        browser.run("""
                const field = document.querySelector('input[name=at]');
                field.value = '2026-11-20T12:00';
                field.dispatchEvent(new Event('change', {bubbles: true}));
                """);

        browser.awaitText("main", "As it was at 2026-11-20 12:00:00 UTC");
        awaitQuery("at=2026-11-20T12:00Z");
        assertThat(browser.run("return document.querySelector('input[name=at]').value"))
                .isEqualTo("2026-11-20T12:00");
    }

    @Test
    void saysWhyAnInstantIsNotKnownAndShowsNow() {
        server.answer(ALPS + "/jobs", query -> query.contains("at=") ? new FixtureServer.Answer(400, """
                                {"type": "about:blank", "title": "Bad Request", "status": 400, "parameter": "at",
                                 "detail": "at 2020-01-01: is before the last two horizons"}
                                """) : null);
        browser.go(server.uri(), "#/d/alps/jobs?at=2020-01-01T00:00Z");

        browser.awaitText("main [role=alert]", "at 2020-01-01: is before the last two horizons. This is now.");
        browser.awaitText("main", "60 wait");
        browser.awaitText("main tbody", "4100021");
    }
}
