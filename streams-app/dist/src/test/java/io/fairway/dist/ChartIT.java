package io.fairway.dist;

import static io.fairway.dist.RenderedChart.NEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Volume;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.program.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart, linted and rendered by Helm. No Kubernetes has installed it. */
class ChartIT {
    @TempDir
    private Path directory;

    @Test
    void helmFindsNothingWrong() {
        LintResult result = new Helm(RenderedChart.CHART).lint().strict().call();

        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    @Test
    void whatIsNotAskedForIsNotThere() throws IOException {
        assertThat(RenderedChart.of(NEEDED).names())
                .containsExactlyInAnyOrder(
                        "ConfigMap batch",
                        "Service batch",
                        "Service batch-peers",
                        "StatefulSet batch",
                        "PodDisruptionBudget batch",
                        "NetworkPolicy batch");
    }

    /** Helm reads numbers as floating point, and would write the first as 1.2096e+09. */
    @Test
    void theApplicationTakesTheSettings() throws IOException {
        RenderedChart chart = RenderedChart.of(NEEDED + """
                  ledger.horizon.ms: 1209600000
                  http.limit.body.bytes: 1000000
                  replay.at: 1795262400000
                  http.limit.rate: 0.5
                  threads: 4
                  standby.replicas: "1"
                  http.open: true
                """);
        Path file = Files.writeString(directory.resolve("fairway.properties"), chart.settings("batch"));
        Settings settings = new Settings();
        settings.read(file);

        FairwayConfig config = new FairwayConfig(settings);

        assertThat(chart.settings("batch").lines())
                .contains(
                        "ledger.horizon.ms=1209600000",
                        "http.limit.body.bytes=1000000",
                        "replay.at=1795262400000",
                        "http.limit.rate=0.5",
                        "threads=4",
                        "http.open=true");
        assertThat(config.getString("bootstrap.servers")).isEqualTo("batch-kafka-bootstrap:9093");
        assertThat(config.getString("http.listen")).isEqualTo("0.0.0.0:8090");
        assertThat(config.getString("state.dir")).startsWith("/var/lib/fairway/");
    }

    @Test
    void probesAskPathsThatTheServerHas() throws IOException {
        JsonNode paths = RenderedChart.YAML
                .readTree(RenderedChart.ROOT
                        .resolve("streams-app/api/src/main/resources/io/fairway/api/http/openapi.yaml")
                        .toFile())
                .path("paths");
        Container container = RenderedChart.of(NEEDED).container();

        assertThat(List.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe()))
                .allSatisfy(probe -> {
                    assertThat(paths.has(probe.getHttpGet().getPath())).isTrue();
                    assertThat(probe.getHttpGet().getScheme()).isEqualTo("HTTP");
                });
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/ready");
    }

    @Test
    void nothingRunsAsRootOrWritesOutsideOfItsVolumes() throws IOException {
        RenderedChart chart = RenderedChart.of(NEEDED + "secretProperties: passwords\n");
        List<Container> all = new ArrayList<>(chart.pod().getContainers());
        all.addAll(chart.pod().getInitContainers());

        assertThat(chart.pod().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(all).hasSize(2).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @Test
    void secretsAreReferredToAndMounted() throws IOException {
        RenderedChart chart = RenderedChart.of(
                NEEDED + "secretProperties: passwords\nsecretFiles: [{secret: tokens, path: /etc/fairway-tokens}]\n");

        assertThat(chart.pod().getVolumes())
                .filteredOn(volume -> volume.getSecret() != null)
                .extracting(volume -> volume.getSecret().getSecretName())
                .containsExactlyInAnyOrder("passwords", "tokens");
        assertThat(chart.container().getVolumeMounts())
                .anySatisfy(mount -> assertThat(mount.getMountPath()).isEqualTo("/etc/fairway-tokens"));
    }

    /** The name of a volume has no dots, and is there once. A Secret may have dots, be mounted twice, or be called "state". */
    @Test
    void volumesHaveNamesThatKubernetesTakes() throws IOException {
        RenderedChart chart = RenderedChart.of(NEEDED + """
                secretProperties: secrets
                secretFiles:
                  - {secret: registry.example.org, path: /etc/registry}
                  - {secret: state, path: /etc/a}
                  - {secret: state, path: /etc/b}
                """);

        assertThat(chart.pod().getVolumes())
                .extracting(Volume::getName)
                .doesNotHaveDuplicates()
                .doesNotContain("state")
                .allMatch(name -> name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"));
        assertThat(chart.container().getVolumeMounts())
                .filteredOn(mount -> !mount.getName().equals("state"))
                .allSatisfy(mount -> assertThat(chart.pod().getVolumes())
                        .extracting(Volume::getName)
                        .contains(mount.getName()));
    }

    @Test
    void aChartThatCouldNotStartIsRefused() {
        assertThatThrownBy(() -> RenderedChart.of("config: {schema.registry.url: 'http://registry', http.open: true}"))
                .hasMessageContaining("config: bootstrap.servers is missing");
        assertThatThrownBy(() -> RenderedChart.of(
                        "config: {schema.registry.url: 'http://registry', bootstrap.servers: 'broker:9092'}"))
                .hasMessageContaining("config: say who may ask");
    }

    /** The schema of the values names what is wrong, before anything is installed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            replica: 3 | replica
            replicas: two | replicas
            image: {digest: 'sha256:abc'} | digest
            networkPolicy: {egressPorts: [70000]} | egressPorts
            scheme: https | scheme
            topics: {replication: 0} | replication
            metrics: {prometheusRule: {runbooks: wiki}} | runbooks
            metrics: {serviceMonitor: {endpoint: {port: http}}} | port
            """)
    void valuesThatMeanNothingAreRefused(String values, String place) {
        assertThatThrownBy(() -> RenderedChart.of(NEEDED + values + "\n"))
                .hasMessageContaining("values don't meet the specifications of the schema")
                .hasMessageContaining(place);
    }

    @Test
    void aSettingIsOneLine() {
        assertThatThrownBy(() -> RenderedChart.of(NEEDED + "  application.id: \"a\\nhttp.open=true\"\n"))
                .hasMessageContaining("application.id");
        assertThatThrownBy(() -> RenderedChart.of(NEEDED + "  topics.clusters: [alps, eiger]\n"))
                .hasMessageContaining("topics.clusters");
    }
}
