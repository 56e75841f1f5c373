package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user asks on the page what another request would do. */
class PageWhatIfIT {
    private static final String PATH = "/v1/domains/alps/jobs/alps/" + Fixtures.JOB + "/whatif";
    private static final String VIEW = "#/d/alps/job/alps/" + Fixtures.JOB;
    private static final String SECTION = "[data-key='section What if it requested something else']";

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
        server.answer(PATH, query -> {
            queries.add(query);
            return null;
        });
        browser.complaints();
    }

    @AfterEach
    void stop() {
        browser.leave();
        server.close();
    }

    @Test
    void showsBothSidesAndWhomTheJobPasses() {
        browser.go(server.uri(), VIEW);
        browser.awaitText(SECTION, "Nothing is changed");
        assertThat(queries).isEmpty();

        browser.find(SECTION + " input[name=nodes]").sendKeys("2");
        browser.find(SECTION + " input[name=hours]").sendKeys("1.5\n");

        browser.awaitText(SECTION, "would be 2 of 20 instead of 6 of 20");
        Awaitility.await()
                .atMost(Browser.PATIENCE)
                .untilAsserted(() -> assertThat(queries)
                        .singleElement()
                        .asString()
                        .contains("nodes=2", "timeLimitSeconds=5400")
                        .doesNotContain("qos", "account"));
        assertThat(browser.find(SECTION).getText())
                .contains(
                        "jobsize \u2013 2,000",
                        "place 6 2",
                        "It would pass 4 jobs: 4100007 of anna, 4100011 of ines and 2 more.");
        assertThat(browser.address()).contains("whatif=nodes");
        assertThat(browser.complaints()).isEmpty();
    }

    /** A link has the question. What the server refuses is said where the answer would be. */
    @Test
    void saysWhyItCannotBe() {
        server.answer(
                PATH, 409, FixtureServer.problem(409, "Conflict", "the job's user has no association in account bio"));

        browser.go(server.uri(), VIEW + "?whatif=account%3Dbio");

        browser.awaitText(SECTION, "the job's user has no association in account bio");
        assertThat(browser.run("return document.querySelector('input[name=account]').value"))
                .isEqualTo("bio");
    }
}
