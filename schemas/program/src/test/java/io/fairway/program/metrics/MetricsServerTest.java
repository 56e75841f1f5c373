package io.fairway.program.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsServerTest {
    private static AbstractConfig config(Map<String, String> settings) {
        return new AbstractConfig(MetricsServer.define(new ConfigDef(), "off"), settings, false);
    }

    private static HttpResponse<String> get(int port) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Against what the JDK and Linux say of this process. */
    @Test
    void aProgramShowsItsJvmItsProcessAndItsBuild() throws Exception {
        try (MetricsServer server =
                Objects.requireNonNull(MetricsServer.start(config(Map.of("metrics.listen", "127.0.0.1:0"))))) {
            HttpResponse<String> answer = get(server.port());

            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            Map<String, Double> samples = samples(answer.body());
            assertThat(samples.get("process_start_time_seconds"))
                    .isCloseTo(ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0, within(0.01));
            assertThat(samples.get("process_cpu_seconds_total")).isPositive();
            assertThat(samples.get("process_open_fds")).isGreaterThan(3);
            assertThat(samples.get("process_resident_memory_bytes")).isCloseTo(residentBytes(), within(64e6));
            assertThat(samples.get("jvm_memory_max_bytes{area=\"heap\"}")).isEqualTo((double)
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax());
            assertThat(samples.get("jvm_threads_current")).isGreaterThan(1);
            assertThat(samples.get("jvm_classes_currently_loaded")).isGreaterThan(1_000);
            assertThat(samples.keySet()).anyMatch(name -> name.startsWith("jvm_gc_collection_seconds_count{"));
            assertThat(samples)
                    .containsEntry("fairway_build_info{java=\"" + Runtime.version() + "\",version=\"unknown\"}", 1.0);
        }
    }

    private static double residentBytes() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Double> samples(String text) {
        Map<String, Double> samples = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            samples.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        });
        return samples;
    }

    @Test
    void offServesNothing() {
        assertThat(MetricsServer.start(config(Map.of()))).isNull();
    }

    @Test
    void aPortThatIsTakenIsNamedWithItsKey() {
        try (MetricsServer server =
                Objects.requireNonNull(MetricsServer.start(config(Map.of("metrics.listen", "127.0.0.1:0"))))) {
            String taken = "127.0.0.1:" + server.port();
            assertThatThrownBy(() -> MetricsServer.start(config(Map.of("metrics.listen", taken))))
                    .hasMessageStartingWith("metrics.listen /" + taken + ": cannot listen there: ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9818, 'must be host:port, or off'",
        "localhost:http, 'must be host:port, or off'",
        "localhost:65536, must have a port of at most 65535"
    })
    void anAddressThatIsNoneIsRefused(String address, String rule) {
        assertThatThrownBy(() -> config(Map.of("metrics.listen", address)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(address)
                .hasMessageContaining("metrics.listen")
                .hasMessageContaining(rule);
    }
}
