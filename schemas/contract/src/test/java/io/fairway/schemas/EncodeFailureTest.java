package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ShareNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Confluent's serializer against a registry with any answer that a test needs. */
class EncodeFailureTest {
    private static final String TOPIC = "fairway.shares";

    private AnsweringRegistry registry;

    @BeforeEach
    void startRegistry() throws Exception {
        registry = new AnsweringRegistry();
    }

    @AfterEach
    void stopRegistry() {
        registry.stop();
    }

    @ParameterizedTest
    @CsvSource({"409, 409", "409, 40901", "422, 42201", "404, 40401", "404, 40403"})
    void aSchemaThatTheRegistryRefusesIsFinal(int status, int code) {
        registry.answer(status, "{\"error_code\": " + code + ", \"message\": \"Incompatible with version 3\"}");

        assertThatThrownBy(this::write)
                .isInstanceOf(UnwritableException.class)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining(ShareNode.class.getName())
                .hasMessageContaining("Incompatible with version 3")
                .matches(e -> !RegistryAwayException.isCauseOf(e));
    }

    @ParameterizedTest
    @CsvSource({
        "404, 404",
        "401, 40101",
        "403, 40301",
        "408, 408",
        "429, 42901",
        "500, 50001",
        "502, 502",
        "503, 503",
        "504, 504"
    })
    void anyOtherAnswerMeansThatTheRegistryIsAway(int status, int code) {
        registry.answer(status, "{\"error_code\": " + code + ", \"message\": \"no\"}");

        assertThatThrownBy(this::write)
                .isInstanceOf(RegistryAwayException.class)
                .hasMessageContaining(TOPIC)
                .matches(RegistryAwayException::isCauseOf);
    }

    /** As Apicurio answers beside its API for this client, and as any web server does. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"title\": \"Could not find resource\", \"status\": 404}", "<html>Not Found</html>"})
    void anAddressWithoutARegistryIsToldFromARegistryThatIsAway(String body) {
        registry.answer(404, body);

        assertThatThrownBy(this::write)
                .isInstanceOf(RegistryAwayException.class)
                .hasMessageContaining("; it is none (status 404): check the path in schema.registry.url")
                .satisfies(away -> assertThat(Permissions.ofRegistry(away)).startsWith("is none (status 404): "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{}", ""})
    void somethingElseThatAnswersIsNoRegistry(String body) {
        registry.answer(503, body);

        assertThatThrownBy(this::write).isInstanceOf(RegistryAwayException.class);
    }

    @Test
    void aClosedPortMeansThatTheRegistryIsAway() {
        registry.stop();

        assertThatThrownBy(this::write).isInstanceOf(RegistryAwayException.class);
    }

    @Test
    void aRecordThatDoesNotFitItsSchemaFailsForGood() {
        registry.answer(200, "{\"id\": 1}");

        try (var serializer = registry.serdes().serializer(JobEvent.class)) {
            assertThatThrownBy(() -> serializer.serialize("fairway.job-events", new JobEvent()))
                    .isInstanceOf(UnwritableException.class)
                    .hasMessageContaining("fairway.job-events")
                    .hasMessageContaining(JobEvent.class.getName());
        }
    }

    @Test
    void aRegistryThatAcceptsTheSchemaMakesTheRecordWritable() {
        registry.answer(200, "{\"id\": 1}");

        assertThat(write()).startsWith(0, 0, 0, 0, 1);
    }

    private byte[] write() {
        ShareNode node = ShareNode.newBuilder()
                .setDomain("alps")
                .setTree("alps")
                .setAccount("physics")
                .build();
        try (var serializer = registry.serdes().serializer(ShareNode.class)) {
            return serializer.serialize(TOPIC, node);
        }
    }
}
