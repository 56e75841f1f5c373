package io.fairway.dist;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Resources as Kubernetes, the Prometheus Operator and Strimzi know them. Unknown fields, keys that are there twice, and numbers
 * in place of texts are errors, as they are for an API server; and so are deprecated fields, some of which v1 of Strimzi lacks.
 */
final class StrictResources {
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

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
            Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class),
            Map.entry("kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class),
            Map.entry("kafka.strimzi.io/v1 KafkaUser", KafkaUser.class));

    /** The types keep what they do not know, and take a number as its text. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public boolean hasIgnoreMarker(AnnotatedMember member) {
                    return member.hasAnnotation(Deprecated.class) || super.hasIgnoreMarker(member);
                }

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    private StrictResources() {}

    /** The resources of a file with one or several documents, by kind and name. */
    static Map<String, KubernetesResource> read(String yaml) throws IOException {
        Map<String, KubernetesResource> resources = new TreeMap<>();
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            while (documents.hasNext()) {
                JsonNode document = documents.next();
                String kind = document.path("kind").asText();
                Class<? extends KubernetesResource> type = Objects.requireNonNull(
                        KINDS.get(document.path("apiVersion").asText() + " " + kind), document.toString());
                KubernetesResource other = resources.put(
                        kind + " " + document.path("metadata").path("name").asText(),
                        STRICT.treeToValue(document, type));
                if (other != null) {
                    throw new IllegalArgumentException("there twice: " + other);
                }
            }
        }
        return resources;
    }
}
