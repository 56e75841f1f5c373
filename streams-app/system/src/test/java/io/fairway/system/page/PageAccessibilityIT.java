package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every view passes axe-core's rules of WCAG 2 A and AA, light and dark, and fits a phone and a wall. */
@Order(3)
class PageAccessibilityIT {
    private static final String AXE = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    private static Browser browser;
    private static FixtureServer server;
    private static String axe;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.open();
        server = new FixtureServer();
        try (InputStream in = PageAccessibilityIT.class.getClassLoader().getResourceAsStream(AXE)) {
            axe = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#/d/alps/tree                    | climate",
                "#/d/alps/ranking                 | 45 users",
                "#/d/alps/jobs                    | 60 wait",
                "#/d/alps/job/alps/4100024        | Jobs just ahead",
                "#/d/alps/job/alps/4100024?whatif=nodes%3D2 | It would pass 4 jobs",
                "#/d/alps/jobs?state=ended        | 3 ended",
                "#/d/alps/user/anna               | 4099001",
                "#/d/alps/history?account=physics | accounts and users had demand",
                "#/d/alps/policies                | Side by side",
                "#/d/alps/queues                  | default pool",
                "#/d/alps/live                    | Stream",
                "#/d/alps/find?q=anna             | In the share tree",
                "#/d/alps/job/alps/missing        | is not known",
                "#/status                         | Least served users",
                "#/wall                           | Served last",
                "docs                             | Why a job is not next",
                "manual/                          | run it beside Slurm",
                "manual/glossary.md#place         | association",
                "manual/policies.md               | Fair Tree",
                "manual/problems.md#404           | No such domain",
            })
    void isAccessible(String address, String text) {
        browser.size(360, 900);
        browser.scheme("light");
        browser.go(server.uri(), address);
        browser.awaitText("main", text);
        browser.run(axe);
        fits(address, 360);
        assertThat(violations()).as("%s, light, on a phone", address).isEqualTo("");
        browser.scheme("dark");
        fits(address, 1400);
        assertThat(violations()).as("%s, dark, on a desk", address).isEqualTo("");
        fits(address, 2560);
    }

    private static void fits(String address, int width) {
        browser.size(width, 900);
        assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
                .as("%s fits %d pixels", address, width)
                .isEqualTo(true);
    }

    private static Object violations() {
        return browser.runAsync("""
                const done = arguments[arguments.length - 1];
                axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations']}).then(
                    found => done(found.violations.map(violation => violation.id + ': ' + violation.help
                        + ' at ' + violation.nodes.map(node => node.html).slice(0, 3).join(' and ')).join('\\n')),
                    error => done(String(error)));
                """);
    }
}
