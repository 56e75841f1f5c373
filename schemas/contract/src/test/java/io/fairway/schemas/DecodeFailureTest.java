package io.fairway.schemas;

import static io.fairway.schemas.DecodeFailure.BAD_DATA;
import static io.fairway.schemas.DecodeFailure.REGISTRY_AWAY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Confluent's client against a registry with any answer that a test needs. */
class DecodeFailureTest {
    private static final byte[] RECORD = {0, 0, 0, 0, 1, 2, 'a', 2, 't', 2, 'c', 0, 0, 0, 2, 0, 0, 0, 0};
    private static final String TOPIC = "fairway.shares";

    private AnsweringRegistry registry;

    @BeforeEach
    void startRegistry() throws IOException {
        registry = new AnsweringRegistry();
    }

    @AfterEach
    void stopRegistry() {
        registry.stop();
    }

    @Test
    void isNoneWhenTheRegistryKnowsTheSchema() throws Exception {
        registry.answer(200, schema("AVRO", SchemaHistory.withoutJava(SchemaHistory.current(ShareNode.class))));

        ShareNode node = read();
        assertThat(node.getDomain()).isEqualTo("a");
        assertThat(node.getShares()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "404, 40403, BAD_DATA",
        "404, 40401, BAD_DATA",
        "404, 40402, BAD_DATA",
        "404, 404, REGISTRY_AWAY",
        "400, 400, REGISTRY_AWAY",
        "401, 40101, REGISTRY_AWAY",
        "403, 40301, REGISTRY_AWAY",
        "408, 408, REGISTRY_AWAY",
        "422, 42201, REGISTRY_AWAY",
        "429, 42901, REGISTRY_AWAY",
        "500, 50001, REGISTRY_AWAY",
        "500, 50002, REGISTRY_AWAY",
        "502, 502, REGISTRY_AWAY",
        "503, 503, REGISTRY_AWAY",
        "504, 504, REGISTRY_AWAY"
    })
    void goesByTheRegistrysAnswer(int status, int code, DecodeFailure expected) {
        registry.answer(status, "{\"error_code\": " + code + ", \"message\": \"no\"}");

        assertThat(failure()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"200, <html>", "404, <html>", "503, <html>", "200, {}", "200, ''"})
    void isAwayWhenSomethingElseAnswers(int status, String body) {
        registry.answer(status, body);

        assertThat(failure()).isEqualTo(REGISTRY_AWAY);
    }

    @ParameterizedTest
    @CsvSource({"JSON", "PROTOBUF"})
    void isBadDataWhenTheSchemaIsNotAvro(String type) throws Exception {
        registry.answer(200, schema(type, Schema.create(Schema.Type.STRING)));

        assertThat(failure()).isEqualTo(BAD_DATA);
    }

    @Test
    void isBadDataWhenTheRegistrysSchemaIsInvalid() {
        registry.answer(200, "{\"schema\": \"{\\\"type\\\": \\\"rekord\\\"}\"}");

        assertThat(failure()).isEqualTo(BAD_DATA);
    }

    @Test
    void isAwayWhenThePortIsClosed() {
        registry.stop();

        assertThat(failure()).isEqualTo(REGISTRY_AWAY);
    }

    @Test
    void isAwayWhenTheAnswerIsCutOff() {
        registry.handle(exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write("{\"schema\": ".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            exchange.close();
        });

        assertThat(failure()).isEqualTo(REGISTRY_AWAY);
    }

    @Test
    void isAwayWhenNoAnswerComes() {
        var over = new CountDownLatch(1);
        registry.patience(300);
        registry.handle(exchange -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });

        try {
            assertThat(failure()).isEqualTo(REGISTRY_AWAY);
        } finally {
            over.countDown();
        }
    }

    @Test
    void isAwayWhenTheCauseIsUnknown() {
        assertThat(DecodeFailure.classify(new IllegalStateException("?"))).isEqualTo(REGISTRY_AWAY);
        assertThat(DecodeFailure.classify(new SerializationException(new IOException("reset"))))
                .isEqualTo(REGISTRY_AWAY);
        var circle = new RuntimeException("a");
        circle.initCause(new RuntimeException("b", circle));
        assertThat(DecodeFailure.classify(circle)).isEqualTo(REGISTRY_AWAY);
    }

    private static String schema(String type, Schema schema) {
        return "{\"schemaType\": \"" + type + "\", \"schema\": \""
                + schema.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
    }

    private DecodeFailure failure() {
        try {
            throw new AssertionError("was read: " + read());
        } catch (RuntimeException e) {
            DecodeFailure failure = DecodeFailure.classify(e);
            assertThat(RegistryAwayException.isCauseOf(e)).isEqualTo(failure == REGISTRY_AWAY);
            assertThat(e).isInstanceOf(SerializationException.class);
            return failure;
        }
    }

    private ShareNode read() {
        try (var deserializer = registry.serdes().deserializer(ShareNode.class)) {
            return deserializer.deserialize(TOPIC, RECORD);
        }
    }
}
