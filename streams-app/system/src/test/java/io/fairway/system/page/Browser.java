package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real Chromium without a window. If it or its driver is not installed, tests are skipped with a message; with CI=true in the
 * environment, they fail.
 */
final class Browser implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser open() {
        File chromium = program("chromium", "chromium-browser", "google-chrome");
        File chromedriver = program("chromedriver");
        if (chromium == null || chromedriver == null) {
            String missing = "chromium and chromedriver are not both installed: the page is NOT tested."
                    + " On Debian: apt-get install chromium chromium-driver";
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(missing);
            }
            System.out.println("SKIPPED: " + missing);
            Assumptions.abort(missing);
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Objects.requireNonNull(chromium));
        // Without a sandbox: containers do not allow one, and it only sees our own page, for which one process is
        // enough.
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-software-rasterizer",
                "--disable-dev-shm-usage",
                "--process-per-site",
                "--disable-site-isolation-trials",
                "--disable-extensions",
                "--disable-component-update",
                "--disable-background-networking");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Objects.requireNonNull(chromedriver))
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.size(1400, 900);
        return browser;
    }

    private static @Nullable File program(String... names) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst()
                .orElse(null);
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** Sets the colour scheme of the system: "light" or "dark". */
    void scheme(String name) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    /** Leaves the page, so that it sends no more requests. */
    void leave() {
        driver.get("about:blank");
    }

    /** Reloads the page at an address within it. */
    void go(URI base, String address) {
        leave();
        driver.get(base + address);
    }

    /** The first matching element. */
    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    /** Waits until an element has the text. */
    void awaitText(String css, String text) {
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> {
                    String all = driver.findElements(By.cssSelector(css)).stream()
                            .map(WebElement::getText)
                            .reduce("", (left, right) -> left + "\n" + right);
                    assertThat(all).as("%s at %s", css, driver.getCurrentUrl()).contains(text);
                });
    }

    Object run(String script, Object... arguments) {
        return Objects.requireNonNullElse(driver.executeScript(script, arguments), "");
    }

    Object runAsync(String script) {
        return Objects.requireNonNullElse(driver.executeAsyncScript(script), "");
    }

    /** Sends keys to the focused element. */
    void press(Keys... keys) {
        for (Keys key : keys) {
            driver.switchTo().activeElement().sendKeys(key);
        }
    }

    /** The text of the focused element. */
    String focused() {
        return driver.switchTo().activeElement().getText();
    }

    String address() {
        return Objects.requireNonNullElse(driver.getCurrentUrl(), "");
    }

    /** The errors and warnings of the console since the last call. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(Object::toString)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
