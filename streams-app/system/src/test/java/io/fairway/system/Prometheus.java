package io.fairway.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.embedded.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's own Prometheus with the alerts that Fairway brings, whose times are divided. Where it is not installed, tests
 * are skipped with a message; with CI=true in the environment, they fail.
 */
final class Prometheus implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern TIMES = Pattern.compile("(\\n +for: |\\[)(\\d+)([mhd])");
    private static final Map<String, Duration> UNITS =
            Map.of("m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    private final Process process;
    private final int port;

    private Prometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param directory of its files
     * @param rules the rules as they are shipped
     * @param divisor of the times after {@code for}, and of the ranges
     * @param target address of the application
     */
    static Prometheus start(Path directory, Path rules, int divisor, String target) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("alerts.yml"), divided(Files.readString(rules), divisor));
        Path config = Files.writeString(directory.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: [alerts.yml]
                scrape_configs:
                  - job_name: fairway
                    static_configs: [{targets: ["%s"]}]
                """.formatted(target));
        int port = FreePorts.take(1).get(0);
        try {
            Process process = new ProcessBuilder(
                            "prometheus",
                            "--config.file=" + config,
                            "--storage.tsdb.path=" + directory.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("prometheus.log").toFile())
                    .start();
            return new Prometheus(process, port);
        } catch (IOException e) {
            String missing = "prometheus is not installed: no alert is fired. On Debian: apt-get install prometheus";
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(missing, e);
            }
            System.out.println("SKIPPED: " + missing);
            return Assumptions.abort(missing);
        }
    }

    /** Thresholds stay: only what is waited for becomes shorter. */
    private static String divided(String rules, int divisor) {
        return TIMES.matcher(rules).replaceAll(time -> {
            Duration whole =
                    Objects.requireNonNull(UNITS.get(time.group(3))).multipliedBy(Long.parseLong(time.group(2)));
            return Matcher.quoteReplacement(
                    time.group(1) + whole.dividedBy(divisor).toMillis() + "ms");
        });
    }

    /** The alerts that are in a state, {@code firing} or {@code pending}; none as long as it does not answer. */
    Set<String> alerts(String state) throws IOException {
        Set<String> names = new TreeSet<>();
        try (InputStream answer = URI.create("http://127.0.0.1:" + port + "/api/v1/alerts")
                .toURL()
                .openStream()) {
            for (JsonNode alert : JSON.readTree(answer).path("data").path("alerts")) {
                if (alert.path("state").asText().equals(state)) {
                    names.add(alert.path("labels").path("alertname").asText());
                }
            }
        }
        return names;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
