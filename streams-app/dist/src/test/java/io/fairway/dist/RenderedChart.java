package io.fairway.dist;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Helm makes of the chart, read strictly as what Kubernetes and the Prometheus Operator know. */
record RenderedChart(Map<String, KubernetesResource> resources) {
    static final Path ROOT = Path.of("../..");
    static final Path CHART = ROOT.resolve("docker/helm/fairway");
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** Values without which the chart is refused. */
    static final String NEEDED = """
            config:
              bootstrap.servers: batch-kafka-bootstrap:9093
              schema.registry.url: https://registry:8443
              http.auth: token
              http.auth.token.file: /etc/fairway-tokens/tokens
            """;

    private static final Map<String, Class<? extends KubernetesResource>> KINDS = Map.ofEntries(
            Map.entry("v1 ConfigMap", ConfigMap.class),
            Map.entry("v1 Secret", Secret.class),
            Map.entry("v1 Service", Service.class),
            Map.entry("v1 ServiceAccount", ServiceAccount.class),
            Map.entry("apps/v1 StatefulSet", StatefulSet.class),
            Map.entry("batch/v1 Job", Job.class),
            Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
            Map.entry("monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class),
            Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class));

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

    /** The chart with values, as the release "batch". Without hooks: the library leaves them out. */
    static RenderedChart of(String values) throws IOException {
        return of(CHART, values);
    }

    /** As {@link #of(String)}, and its hooks, whose annotations begin with {@code hook} here. */
    static RenderedChart withHooks(Path directory, String values) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("chart"));
        try (Stream<Path> files = Files.walk(CHART)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(CHART.relativize(file).toString());
                Files.createDirectories(Objects.requireNonNull(target.getParent()));
                Files.writeString(target, Files.readString(file).replace("helm.sh/hook", "hook"));
            }
        }
        return of(copy, values);
    }

    private static RenderedChart of(Path chart, String values) throws IOException {
        Path file = Files.createTempFile("values", ".yaml");
        try {
            Files.writeString(file, values);
            return read(new Helm(chart)
                    .template()
                    .withName("batch")
                    .withNamespace("hpc")
                    .withKubeVersion("1.31.0")
                    .withValuesFile(file)
                    .call());
        } finally {
            Files.delete(file);
        }
    }

    private static RenderedChart read(String yaml) throws IOException {
        Map<String, KubernetesResource> resources = new TreeMap<>();
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
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
        return new RenderedChart(resources);
    }

    /** Kinds and names. */
    Set<String> names() {
        return resources.keySet();
    }

    <T extends KubernetesResource> T get(Class<T> type, String name) {
        return type.cast(Objects.requireNonNull(resources.get(type.getSimpleName() + " " + name), name));
    }

    /** The file of settings, line by line. */
    String settings(String map) {
        return Objects.requireNonNull(get(ConfigMap.class, map).getData().get("fairway.properties"));
    }

    StatefulSet set() {
        return get(StatefulSet.class, "batch");
    }

    PodSpec pod() {
        return set().getSpec().getTemplate().getSpec();
    }

    Container container() {
        return pod().getContainers().getFirst();
    }

    Map<String, String> podAnnotations() {
        return set().getSpec().getTemplate().getMetadata().getAnnotations();
    }
}
