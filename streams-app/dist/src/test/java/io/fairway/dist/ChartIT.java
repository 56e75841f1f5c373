package io.fairway.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.program.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart, linted and rendered by Helm, and read strictly as what Kubernetes knows. No Kubernetes has installed it. */
class ChartIT {
    private static final Path ROOT = Path.of("../..");
    private static final Path CHART = ROOT.resolve("docker/helm/fairway");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Map<String, Class<? extends KubernetesResource>> KINDS = Map.of(
            "v1 ConfigMap", ConfigMap.class,
            "v1 Service", Service.class,
            "apps/v1 StatefulSet", StatefulSet.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class);

    /** The types keep what they do not know; here it is an error. */
    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    private static final String NEEDED = """
            config:
              bootstrap.servers: batch-kafka-bootstrap:9093
              schema.registry.url: https://registry:8443
              http.auth: token
              http.auth.token.file: /etc/fairway-tokens/tokens
            """;

    @TempDir
    private Path directory;

    @Test
    void helmFindsNothingWrong() throws IOException {
        LintResult result = new Helm(CHART).lint().strict().call();

        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    @Test
    void everyResourceIsOneThatKubernetesKnows() throws Exception {
        assertThat(rendered(NEEDED).keySet())
                .containsExactlyInAnyOrder(
                        "ConfigMap batch",
                        "Service batch",
                        "Service batch-peers",
                        "StatefulSet batch",
                        "PodDisruptionBudget batch",
                        "NetworkPolicy batch");
    }

    @Test
    void theApplicationTakesTheSettings() throws Exception {
        ConfigMap map = (ConfigMap) Objects.requireNonNull(rendered(NEEDED).get("ConfigMap batch"));
        Path file = Files.writeString(
                directory.resolve("fairway.properties"), map.getData().get("fairway.properties"));
        Settings settings = new Settings();
        settings.read(file);

        FairwayConfig config = new FairwayConfig(settings);

        assertThat(config.getString("bootstrap.servers")).isEqualTo("batch-kafka-bootstrap:9093");
        assertThat(config.getString("http.listen")).isEqualTo("0.0.0.0:8090");
        assertThat(config.getString("state.dir")).startsWith("/var/lib/fairway/");
    }

    @Test
    void probesAskPathsThatTheServerHas() throws Exception {
        JsonNode paths = YAML.readTree(
                        ROOT.resolve("streams-app/api/src/main/resources/io/fairway/api/http/openapi.yaml")
                                .toFile())
                .path("paths");
        Container container = container(rendered(NEEDED));

        assertThat(List.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe()))
                .allSatisfy(probe ->
                        assertThat(paths.has(probe.getHttpGet().getPath())).isTrue());
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/ready");
    }

    @Test
    void nothingRunsAsRootOrWritesOutsideOfItsVolumes() throws Exception {
        StatefulSet set = set(rendered(NEEDED + "secretProperties: passwords\n"));
        List<Container> all =
                new ArrayList<>(set.getSpec().getTemplate().getSpec().getContainers());
        all.addAll(set.getSpec().getTemplate().getSpec().getInitContainers());

        assertThat(set.getSpec().getTemplate().getSpec().getSecurityContext().getRunAsNonRoot())
                .isTrue();
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
    void secretsAreReferredToAndMounted() throws Exception {
        StatefulSet set = set(rendered(
                NEEDED + "secretProperties: passwords\nsecretFiles: [{secret: tokens, path: /etc/fairway-tokens}]\n"));

        assertThat(set.getSpec().getTemplate().getSpec().getVolumes())
                .filteredOn(volume -> volume.getSecret() != null)
                .extracting(volume -> volume.getSecret().getSecretName())
                .containsExactlyInAnyOrder("passwords", "tokens");
        assertThat(set.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getVolumeMounts())
                .anySatisfy(mount -> assertThat(mount.getMountPath()).isEqualTo("/etc/fairway-tokens"));
    }

    @Test
    void aChartThatCouldNotStartIsRefused() {
        assertThatThrownBy(() -> rendered("config: {schema.registry.url: 'http://registry', http.open: true}"))
                .hasMessageContaining("config: bootstrap.servers is missing");
        assertThatThrownBy(() ->
                        rendered("config: {schema.registry.url: 'http://registry', bootstrap.servers: 'broker:9092'}"))
                .hasMessageContaining("config: say who may ask");
    }

    private static StatefulSet set(Map<String, KubernetesResource> resources) {
        return (StatefulSet) Objects.requireNonNull(resources.get("StatefulSet batch"));
    }

    private static Container container(Map<String, KubernetesResource> resources) {
        return set(resources).getSpec().getTemplate().getSpec().getContainers().getFirst();
    }

    /** The resources by kind and name. */
    private Map<String, KubernetesResource> rendered(String values) throws IOException {
        Path file = Files.writeString(directory.resolve("values.yaml"), values);
        TemplateCommand command = new Helm(CHART)
                .template()
                .withName("batch")
                .withKubeVersion("1.31.0")
                .withValuesFile(file);
        Map<String, KubernetesResource> resources = new TreeMap<>();
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(command.call())) {
            while (documents.hasNext()) {
                JsonNode document = documents.next();
                String kind = document.path("kind").asText();
                Class<? extends KubernetesResource> type = Objects.requireNonNull(
                        KINDS.get(document.path("apiVersion").asText() + " " + kind), document.toString());
                resources.put(
                        kind + " " + document.path("metadata").path("name").asText(),
                        STRICT.treeToValue(document, type));
            }
        }
        return resources;
    }
}
