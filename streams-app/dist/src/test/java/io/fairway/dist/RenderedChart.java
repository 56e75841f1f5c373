package io.fairway.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
            return new RenderedChart(StrictResources.read(new Helm(chart)
                    .template()
                    .withName("batch")
                    .withNamespace("hpc")
                    .withKubeVersion("1.31.0")
                    .withValuesFile(file)
                    .call()));
        } finally {
            Files.delete(file);
        }
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
