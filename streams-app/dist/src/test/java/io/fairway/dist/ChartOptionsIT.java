package io.fairway.dist;

import static io.fairway.dist.RenderedChart.NEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.Endpoint;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.Rule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the chart does if it is asked to: TLS, Prometheus, topics, and what a site adds to its pods. */
class ChartOptionsIT {
    private static final String OPEN = """
            config:
              bootstrap.servers: batch-kafka-bootstrap:9093
              schema.registry.url: https://registry:8443
              http.open: true
            """;
    private static final String TLS = NEEDED + "  http.tls.certificate: /etc/fairway-tls/tls.crt\n";
    private static final String ZONES =
            "[{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule}]";

    @TempDir
    private Path directory;

    @Test
    void probesAndServicesSpeakTls() throws IOException {
        RenderedChart chart = RenderedChart.of(TLS);
        Container container = chart.container();

        assertThat(List.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe()))
                .allSatisfy(probe -> assertThat(probe.getHttpGet().getScheme()).isEqualTo("HTTPS"));
        assertThat(chart.get(Service.class, "batch")
                        .getSpec()
                        .getPorts()
                        .getFirst()
                        .getName())
                .isEqualTo("https");
        assertThat(RenderedChart.of(NEEDED + "scheme: HTTPS\n")
                        .container()
                        .getReadinessProbe()
                        .getHttpGet()
                        .getScheme())
                .isEqualTo("HTTPS");
    }

    @Test
    void everythingAtOnceIsReadStrictly() throws IOException {
        RenderedChart chart = RenderedChart.withHooks(directory, TLS + """
                  ledger.horizon.ms: 1209600000
                  http.limit.rate: 0.5
                  standby.replicas: 1
                replicas: 2
                secretProperties: passwords
                secretFiles: [{secret: tls, path: /etc/fairway-tls}, {secret: tokens, path: /etc/fairway-tokens}]
                peerSecret: {existing: peers}
                topics: {create: true}
                metrics:
                  serviceMonitor: {enabled: true, token: {secret: scraper}, endpoint: {tlsConfig: {serverName: fairway}}}
                  prometheusRule: {enabled: true}
                networkPolicy:
                  scrapers: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
                serviceAccount: {create: true}
                """);

        assertThat(chart.names()).hasSize(11);
        assertThat(chart.set().getSpec().getReplicas()).isEqualTo(2);
    }

    /** A Prometheus that finds pods by annotations sends no token: it would only get 401. */
    @Test
    void podsAreAnnotatedForScrapesThatAreAnswered() throws IOException {
        assertThat(RenderedChart.of(OPEN).podAnnotations())
                .containsEntry("prometheus.io/scrape", "true")
                .containsEntry("prometheus.io/path", "/metrics")
                .doesNotContainKey("prometheus.io/scheme");
        assertThat(RenderedChart.of(OPEN + "scheme: HTTPS\n").podAnnotations())
                .containsEntry("prometheus.io/scheme", "https");
        assertThat(RenderedChart.of(NEEDED).podAnnotations()).doesNotContainKey("prometheus.io/scrape");
        assertThat(RenderedChart.of(OPEN + "metrics: {annotations: false}\n").podAnnotations())
                .doesNotContainKey("prometheus.io/scrape");
    }

    @Test
    void prometheusScrapesEveryInstanceWithTheTokenOfAnOperator() throws IOException {
        RenderedChart chart = RenderedChart.of(TLS + """
                metrics:
                  serviceMonitor:
                    enabled: true
                    labels: {release: prometheus}
                    token: {secret: scraper}
                    endpoint: {tlsConfig: {serverName: fairway.example.org}}
                """);
        ServiceMonitor monitor = chart.get(ServiceMonitor.class, "batch");
        Endpoint endpoint = monitor.getSpec().getEndpoints().getFirst();
        Service peers = chart.get(Service.class, "batch-peers");

        assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "prometheus");
        // The service of those who ask leaves out an instance that restores; one target for each pod.
        Map<String, String> selected = monitor.getSpec().getSelector().getMatchLabels();
        assertThat(peers.getMetadata().getLabels()).containsAllEntriesOf(selected);
        assertThat(selected).containsKey("app.kubernetes.io/component");
        assertThat(chart.get(Service.class, "batch").getMetadata().getLabels())
                .doesNotContainKey("app.kubernetes.io/component");
        assertThat(endpoint.getPort())
                .isEqualTo(peers.getSpec().getPorts().getFirst().getName());
        assertThat(endpoint.getScheme()).hasToString("https");
        assertThat(endpoint.getAuthorization().getCredentials().getName()).isEqualTo("scraper");
        assertThat(endpoint.getTlsConfig().getServerName()).isEqualTo("fairway.example.org");
        // Alerts and dashboards ask for the job "fairway".
        assertThat(peers.getMetadata().getLabels())
                .containsEntry(monitor.getSpec().getJobLabel(), "fairway");
    }

    @Test
    void aScraperThatWouldOnlyBeRefusedIsRefused() throws IOException {
        String monitor = "metrics: {serviceMonitor: {enabled: true}}\n";

        assertThatThrownBy(() -> RenderedChart.of(NEEDED + monitor))
                .hasMessageContaining("metrics.serviceMonitor: with http.auth only an operator reads metrics");
        assertThat(RenderedChart.of(OPEN + monitor).names()).contains("ServiceMonitor batch");
    }

    @Test
    void theRulesAreThoseThatAreShippedWithTheAddressOfTheSite() throws IOException {
        RenderedChart chart = RenderedChart.of(
                NEEDED + "metrics: {prometheusRule: {enabled: true, runbooks: 'https://wiki.example.com/fw/'}}\n");
        List<Rule> rules = chart.get(PrometheusRule.class, "batch")
                .getSpec()
                .getGroups()
                .getFirst()
                .getRules();
        JsonNode shipped = RenderedChart.YAML
                .readTree(RenderedChart.ROOT
                        .resolve("docker/prometheus/alerts.yml")
                        .toFile())
                .path("groups")
                .path(0)
                .path("rules");

        assertThat(rules)
                .filteredOn(rule -> rule.getAlert() != null)
                .extracting(Rule::getAlert)
                .containsExactlyElementsOf(shipped.findValuesAsText("alert"));
        assertThat(rules)
                .filteredOn(rule -> rule.getAlert() != null)
                .allSatisfy(rule -> assertThat(rule.getAnnotations())
                        .containsEntry("runbook_url", "https://wiki.example.com/fw/alerts#" + rule.getAlert()));
        assertThat(rules)
                .extracting(rule -> rule.getExpr().getStrVal())
                .containsExactlyElementsOf(shipped.findValuesAsText("expr"));
    }

    @Test
    void theNetworkPolicyLetsTheScraperIn() throws IOException {
        NetworkPolicy policy = RenderedChart.of(NEEDED + """
                        networkPolicy:
                          scrapers: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
                        """).get(NetworkPolicy.class, "batch");

        assertThat(policy.getSpec().getIngress().getFirst().getFrom())
                .anySatisfy(peer -> assertThat(peer.getNamespaceSelector()).isNotNull())
                // Those of the same namespace may still ask.
                .anySatisfy(peer -> {
                    assertThat(peer.getPodSelector()).isNotNull();
                    assertThat(peer.getPodSelector().getMatchLabels()).isEmpty();
                });
    }

    @Test
    void aJobMakesTheTopicsBeforeTheApplicationStarts() throws IOException {
        RenderedChart chart = RenderedChart.withHooks(
                directory,
                NEEDED + "secretProperties: passwords\ntopics: {create: true, partitions: 8, replication: -1}\n");
        Job job = chart.get(Job.class, "batch-topics");
        Container container =
                job.getSpec().getTemplate().getSpec().getContainers().getFirst();

        assertThat(job.getMetadata().getAnnotations()).containsEntry("hook", "pre-install,pre-upgrade");
        assertThat(container.getArgs())
                .containsExactly(
                        "topics",
                        "create",
                        "--config",
                        "/etc/fairway/fairway.properties",
                        "--partitions",
                        "8",
                        "--replication",
                        "-1");
        // The settings of the application, which the release has only after the hook.
        assertThat(chart.settings("batch-topics")).isEqualTo(chart.settings("batch"));
        assertThat(job.getSpec().getTemplate().getSpec().getVolumes())
                .anySatisfy(volume -> {
                    assertThat(volume.getName()).isEqualTo("settings");
                    assertThat(volume.getConfigMap().getName()).isEqualTo("batch-topics");
                })
                .extracting("name")
                .contains("secrets", "merged", "work");
        // No service sends questions to it.
        assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
                .containsEntry("app.kubernetes.io/name", "fairway-topics");
        assertThat(chart.get(Service.class, "batch").getSpec().getSelector())
                .containsEntry("app.kubernetes.io/name", "fairway");
    }

    @Test
    void aSiteAddsToItsPods() throws IOException {
        RenderedChart chart = RenderedChart.of(NEEDED + """
                image: {digest: "sha256:%s"}
                javaOptions: -Xmx1g -XX:+UseZGC
                extraEnv: [{name: TZ, value: Europe/Zurich}]
                extraEnvFrom: [{secretRef: {name: more}}]
                extraVolumes: [{name: plugins, emptyDir: {}}]
                extraVolumeMounts: [{name: plugins, mountPath: /opt/fairway/plugins}]
                serviceAccount: {create: true, annotations: {iam: fairway}}
                topologySpreadConstraints: %s
                """.formatted("a".repeat(64), ZONES));

        assertThat(chart.container().getImage()).isEqualTo("fairway@sha256:" + "a".repeat(64));
        assertThat(chart.container().getEnv())
                .anySatisfy(each -> {
                    assertThat(each.getName()).isEqualTo("FAIRWAY_JAVA_OPTS");
                    assertThat(each.getValue()).isEqualTo("-Xmx1g -XX:+UseZGC");
                })
                .anySatisfy(each -> assertThat(each.getValue()).isEqualTo("Europe/Zurich"));
        assertThat(chart.container().getEnvFrom()).hasSize(1);
        assertThat(chart.pod().getVolumes()).extracting("name").contains("plugins");
        assertThat(chart.container().getVolumeMounts()).extracting("mountPath").contains("/opt/fairway/plugins");
        assertThat(chart.pod().getServiceAccountName()).isEqualTo("batch");
        assertThat(chart.get(ServiceAccount.class, "batch").getMetadata().getAnnotations())
                .containsEntry("iam", "fairway");
        assertThat(chart.pod().getTopologySpreadConstraints())
                .singleElement()
                .satisfies(zones -> assertThat(zones.getLabelSelector().getMatchLabels())
                        .isEqualTo(chart.set().getSpec().getSelector().getMatchLabels()));
    }
}
