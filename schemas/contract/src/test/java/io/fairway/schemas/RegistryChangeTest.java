package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A registry that has another schema, or none, under an id that was used: no record is judged by it, and nothing is registered. */
class RegistryChangeTest {
    private static final String SHARES = "fairway.shares";
    private static final ShareNode NODE = ShareNode.newBuilder()
            .setDomain("alps")
            .setTree("t")
            .setAccount("physics")
            .build();

    @SuppressWarnings("NullAway.Init")
    private NumberingRegistry registry;

    private KnownSchemas known = new KnownSchemas();
    private byte[] record = {};

    @BeforeEach
    void useASchema() throws IOException {
        registry = new NumberingRegistry("", true);
        try (Serializer<ShareNode> writer = serdes().serializer(ShareNode.class)) {
            record = Objects.requireNonNull(writer.serialize(SHARES, NODE));
        }
        assertThat(known.ids()).containsExactly(1);
    }

    @AfterEach
    void stop() {
        registry.stop();
    }

    private FairwaySerdes serdes() {
        return new FairwaySerdes(registry.config(), known);
    }

    private ThrowingCallable reads(byte[] bytes) {
        return () -> {
            try (Deserializer<ShareNode> reader = serdes().deserializer(ShareNode.class)) {
                reader.deserialize(SHARES, bytes);
            }
        };
    }

    private static void isReadAgainLater(Throwable failure) {
        assertThat(failure).isInstanceOf(RegistryChangedException.class);
        assertThat(DecodeFailure.classify(failure)).isEqualTo(DecodeFailure.REGISTRY_AWAY);
    }

    private static String schema(Class<?> type) {
        return org.apache.avro.specific.SpecificData.get().getSchema(type).toString();
    }

    @Test
    void aRecordWhoseIdHasNoSchemaNowIsNoDeadLetter() {
        registry.forget();

        assertThatThrownBy(reads(record))
                .satisfies(RegistryChangeTest::isReadAgainLater)
                .hasMessageContaining("schema 1 is not there");
    }

    @Test
    void aRecordWhoseIdHasTheSchemaOfOthersIsNoDeadLetter() {
        registry.give(1, schema(Heartbeat.class));

        assertThatThrownBy(reads(record))
                .satisfies(RegistryChangeTest::isReadAgainLater)
                .hasMessageContaining("schema 1 is io.fairway.avro.Heartbeat now");
    }

    @Test
    void aRecordWhoseIdHasAnotherVersionOfItsSchemaIsNotReadByIt() {
        Schema other = SchemaBuilder.record("io.fairway.avro.ShareNode")
                .fields()
                .requiredString("tree")
                .requiredString("domain")
                .requiredString("account")
                .endRecord();
        registry.give(1, other.toString());

        assertThatThrownBy(reads(record)).satisfies(RegistryChangeTest::isReadAgainLater);
    }

    @Test
    void theSameSchemaInOtherWordsIsTheSame() throws Throwable {
        String pretty = new ObjectMapper().readTree(registry.schemas.get(1)).toPrettyString();
        registry.give(1, pretty.replace("\"doc\" : \"", "\"doc\" : \"In other words: "));

        reads(record).call();

        assertThat(serdes().check().changes(known)).isEmpty();
    }

    @Test
    void idsOfOthersAreBadDataHoweverManyThereAre() {
        byte[] strange = record.clone();
        for (int id = 2; id < 10_002; id++) {
            ByteBuffer.wrap(strange).putInt(1, id);
            int unknown = id;
            assertThatThrownBy(reads(strange))
                    .as("id %d", unknown)
                    .satisfies(failure ->
                            assertThat(DecodeFailure.classify(failure)).isEqualTo(DecodeFailure.BAD_DATA));
        }
        assertThat(known.ids()).containsExactly(1);
    }

    @Test
    void aSchemaOfAnotherRecordUnderAnUnusedIdIsBadData() {
        registry.give(7, schema(Heartbeat.class));
        byte[] strange = record.clone();
        ByteBuffer.wrap(strange).putInt(1, 7);

        assertThatThrownBy(reads(strange))
                .satisfies(
                        failure -> assertThat(DecodeFailure.classify(failure)).isEqualTo(DecodeFailure.BAD_DATA));
    }

    @Test
    void nothingIsRegisteredUntilTheSchemasAreBack() {
        String lost = Objects.requireNonNull(registry.schemas.get(1));
        registry.forget();
        int before = registry.registrations;

        try (Serializer<JobEvent> writer = serdes().serializer(JobEvent.class)) {
            JobEvent event = JobEvent.newBuilder()
                    .setDomain("alps")
                    .setCluster("alps")
                    .setJob("1")
                    .setType(io.fairway.avro.JobEventType.SUBMITTED)
                    .setTime(java.time.Instant.EPOCH)
                    .build();
            assertThatThrownBy(() -> writer.serialize("fairway.job-events", event))
                    .satisfies(RegistryChangeTest::isReadAgainLater);
            assertThat(registry.registrations).isEqualTo(before);
            assertThat(writer.serialize("fairway.job-events", null)).isNull();

            registry.give(1, lost);
            registry.subjects.put("fairway.shares-value", new java.util.ArrayList<>(java.util.List.of(1)));
            assertThat(writer.serialize("fairway.job-events", event)).isNotNull();
        }
    }

    @Test
    void moreSchemasThanTheBoundAreNotKept() {
        for (int id = 2; id < 3_000; id++) {
            known.used(id, SHARES, SchemaBuilder.fixed("F").size(id));
        }
        assertThat(known.count()).isEqualTo(KnownSchemas.MOST);
    }
}
