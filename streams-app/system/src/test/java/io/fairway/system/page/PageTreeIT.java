package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The share tree by keyboard alone, and with 100,000 associations. */
class PageTreeIT {
    private static Browser browser;

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

    @Test
    void isWalkedByKeyboard() {
        browser.go(server.uri(), "#/d/alps/tree");
        browser.awaitText("table.grid", "physics");
        browser.run("document.querySelector('table.grid tr[tabindex=\"0\"]').focus()");

        browser.press(Keys.ARROW_RIGHT);
        browser.awaitText("table.grid", "physics-g0");
        assertThat(browser.find("table.grid tr[tabindex='0']").getDomAttribute("aria-expanded"))
                .isEqualTo("true");
        browser.press(Keys.ARROW_RIGHT);
        assertThat(browser.focused()).startsWith("\u25b8\nphysics-g0");
        browser.press(Keys.ARROW_RIGHT);
        Awaitility.await().atMost(Browser.PATIENCE).until(() -> browser.count("table.grid tr[aria-level='3']") == 3);
        browser.press(Keys.ARROW_DOWN);
        assertThat(browser.find("table.grid tr:focus").getDomAttribute("aria-level"))
                .isEqualTo("3");

        browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        Awaitility.await().atMost(Browser.PATIENCE).until(() -> browser.count("table.grid tr[aria-level='3']") == 0);
        assertThat(browser.focused()).contains("physics-g0");
        browser.press(Keys.END);
        assertThat(browser.focused()).contains("engineering");
        browser.press(Keys.HOME, Keys.ENTER);

        browser.awaitText("main h1", "physics");
        assertThat(browser.address()).contains("/history?account=physics");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void skipsToTheContent() {
        browser.go(server.uri(), "#/d/alps/tree");
        browser.awaitText("table.grid", "physics");

        browser.press(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("To the content");
        browser.press(Keys.ENTER);

        assertThat(browser.run("return document.activeElement.id")).isEqualTo("main");
        assertThat(browser.address()).endsWith("#/d/alps/tree");
    }

    @Test
    void drawsAFewHundredRowsOfAHundredThousand() {
        server.answer("/v1/domains/alps/fairshare", BigTree::answer);
        browser.go(server.uri(), "#/d/alps/tree");
        browser.awaitText("main", "100,000 users");

        browser.find("table.grid tr[aria-level='1'] .twist").click();
        browser.awaitText("table.grid .range", "1\u201399 of 1,000");
        browser.find("table.grid .pager button:last-child").click();
        browser.awaitText("table.grid .range", "100\u2013199 of 1,000");
        browser.awaitText("table.grid", "u0-99");
        browser.run("document.querySelector('table.grid tr[tabindex=\"0\"]').focus()");
        browser.press(Keys.END);
        for (int opened = 2; opened <= 6; opened++) {
            int rows = 100 * (opened + 1);
            browser.press(Keys.ARROW_UP, Keys.ARROW_RIGHT);
            Awaitility.await()
                    .atMost(Browser.PATIENCE)
                    .until(() -> Integer.parseInt(
                                    String.valueOf(browser.find("table.grid").getDomAttribute("aria-rowcount")))
                            >= rows);
        }

        assertThat(browser.count("table.grid tr")).isBetween(150, 300);
        browser.press(Keys.HOME);
        assertThat(browser.focused()).contains("a0");
        browser.press(Keys.END);
        assertThat(browser.focused()).contains("1\u201399 of 100");
        assertThat(browser.count("table.grid tr")).isBetween(150, 300);
        assertThat(browser.complaints()).isEmpty();
    }
}
