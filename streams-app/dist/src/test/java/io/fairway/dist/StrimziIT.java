package io.fairway.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docker/strimzi} as Strimzi's own types read it; no operator has seen it. StrimziFilesTest compares it with the commands. */
class StrimziIT {
    private static String file(String name) throws IOException {
        return Files.readString(RenderedChart.ROOT.resolve("docker/strimzi").resolve(name));
    }

    @Test
    void topicsAreThoseOfTheNewestVersion() throws IOException {
        assertThat(StrictResources.read(file("topics.yaml")).values())
                .hasSizeGreaterThan(10)
                .allSatisfy(resource -> {
                    KafkaTopic topic = (KafkaTopic) resource;
                    assertThat(topic.getApiVersion()).isEqualTo("kafka.strimzi.io/" + KafkaTopic.VERSIONS.getFirst());
                    assertThat(topic.getSpec().getTopicName()).startsWith("fairway.");
                    assertThat(topic.getSpec().getPartitions()).isPositive();
                    assertThat(topic.getSpec().getConfig()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"scram-sha-512", "tls", "tls-external"})
    void usersAreThoseOfTheNewestVersionWithEachLogin(String login) throws IOException {
        assertThat(StrictResources.read(file("users.yaml").replace("type: scram-sha-512", "type: " + login))
                        .values())
                .hasSizeGreaterThan(5)
                .allSatisfy(resource -> {
                    KafkaUser user = (KafkaUser) resource;
                    assertThat(user.getApiVersion()).isEqualTo("kafka.strimzi.io/" + KafkaUser.VERSIONS.getFirst());
                    assertThat(user.getSpec().getAuthentication().getType()).isEqualTo(login);
                });
    }

    @Test
    void whatStrimziDoesNotKnowIsAnError() throws IOException {
        String topics = file("topics.yaml");

        assertThatThrownBy(() -> StrictResources.read(topics.replaceFirst("partitions: ", "partition: ")))
                .hasMessageContaining("partition");
        assertThatThrownBy(() -> StrictResources.read(topics.replaceFirst("partitions: \\d+", "partitions: \"many\"")))
                .hasMessageContaining("many");
        // As v1beta2 still has it.
        assertThatThrownBy(() -> StrictResources.read(
                        file("users.yaml").replaceFirst("operations:(\\n +- \\w+)+", "operation: Read")))
                .hasMessageContaining("operation");
    }
}
