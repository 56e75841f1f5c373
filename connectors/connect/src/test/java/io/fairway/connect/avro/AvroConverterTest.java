package io.fairway.connect.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.EpochSum;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Input;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.NamedNumber;
import io.fairway.avro.UsageRecord;
import io.fairway.schemas.FairwaySerdes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** The other side is Fairway's own serdes, which are Confluent's over the generated classes. */
@SuppressWarnings("JavaUtilDate") // Connect's own type of times.
class AvroConverterTest {
    private static final Map<String, String> CONFIG = Map.of("schema.registry.url", "mock://converter");
    private static final String TOPIC = "fairway.things";

    private final FairwaySerdes serdes = new FairwaySerdes(CONFIG);
    private final AvroConverter converter = new AvroConverter();

    AvroConverterTest() {
        converter.configure(CONFIG, false);
    }

    private static JobEvent event() {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("daint")
                .setJob("4711")
                .setType(JobEventType.STARTED)
                .setTime(Instant.ofEpochMilli(1_700_000_000_123L))
                .setRun(Instant.ofEpochMilli(1_700_000_000_000L))
                .setUser("zoë")
                .setAttributes(JobAttributes.newBuilder()
                        .setPartitions(List.of("a", "b"))
                        .setRequestedTres(Map.of("cpu", 4.0, "gres/gpu", 0.5))
                        .setNodes(3)
                        .setResizable(true)
                        .build())
                .setAllocatedTres(Map.of("cpu", 4.0))
                .build();
    }

    private byte[] written(SpecificRecord record) {
        Struct struct = new RecordStructs().struct(record);
        return Objects.requireNonNull(converter.fromConnectData(TOPIC, struct.schema(), struct));
    }

    @Test
    void aRecordThatTheSourceMakesIsReadByEveryReaderOfTheTopic() {
        JobEvent event = event();

        assertThat(serdes.deserializer(JobEvent.class).deserialize(TOPIC, written(event)))
                .isEqualTo(event);
    }

    @Test
    void bytesAndSchemaAreThoseOfFairwaysOwnSerializer() {
        JobEvent event = event();

        assertThat(written(event)).isEqualTo(serdes.serializer(JobEvent.class).serialize(TOPIC, event));
    }

    @Test
    void aSinkSeesTheFieldsOfARecordWithTheirMeaning() {
        UsageRecord usage = new UsageRecord();
        usage.setDomain("alps");
        usage.setMeasure("m");
        usage.setTree("t");
        usage.setAccount("cms");
        usage.setUser("anna");
        usage.setValue(1.5);
        usage.setAsOf(Instant.ofEpochMilli(42));
        usage.setLaw("half-life 7 d");
        usage.setRate(new BigDecimal("123456789012345678901234567890"));
        usage.setSums(List.of(new EpochSum(7L, new BigDecimal("-9"))));
        usage.setSince(Instant.EPOCH);
        usage.setWindows(List.of());
        usage.setFirstLaw("");
        usage.setLater(List.of());
        usage.setPartition("");

        SchemaAndValue read = converter.toConnectData(
                TOPIC, serdes.serializer(UsageRecord.class).serialize(TOPIC, usage));

        Struct struct = (Struct) read.value();
        assertThat(struct.getFloat64("value")).isEqualTo(1.5);
        assertThat(struct.get("asOf")).isEqualTo(new Date(42));
        assertThat(struct.schema().field("asOf").schema().name()).isEqualTo(Timestamp.LOGICAL_NAME);
        assertThat(struct.get("rate")).isEqualTo(new BigDecimal("123456789012345678901234567890"));
        assertThat(struct.schema().field("rate").schema().name()).isEqualTo(Decimal.LOGICAL_NAME);
        assertThat(struct.<Struct>getArray("sums").get(0).get("sum")).isEqualTo(new BigDecimal("-9"));
    }

    @Test
    void whatASinkSawIsTheSameRecordWhenItIsWrittenAgain() {
        FairshareRecord fairshare = FairshareRecord.newBuilder()
                .setDomain("alps")
                .setPolicy("p")
                .setTree("t")
                .setAccount("cms")
                .setUser("")
                .setUsers(2)
                .setDepth(1)
                .setRawUsage(0)
                .setLevelFairshare(Double.POSITIVE_INFINITY)
                .setInputs(List.of(new Input("n", Double.NaN, "r", List.of(new NamedNumber("x", 1.0)))))
                .setAsOf(Instant.ofEpochMilli(5))
                .build();

        SchemaAndValue read = converter.toConnectData(
                TOPIC, serdes.serializer(FairshareRecord.class).serialize(TOPIC, fairshare));
        byte[] again = converter.fromConnectData(TOPIC, read.schema(), read.value());

        assertThat(((Struct) read.value()).get("factor")).isNull();
        assertThat(serdes.deserializer(FairshareRecord.class).deserialize(TOPIC, again))
                .isEqualTo(fairshare);
    }

    @Test
    void aStructOfAnotherConnectorGetsASchemaOfItsOwn() {
        Schema inner = SchemaBuilder.struct()
                .field("left-over", Schema.OPTIONAL_INT64_SCHEMA)
                .build();
        Schema schema = SchemaBuilder.struct()
                .name("db.public.share-node.Value")
                .field("flag", Schema.BOOLEAN_SCHEMA)
                .field("small", Schema.INT16_SCHEMA)
                .field("when", Timestamp.SCHEMA)
                .field("amount", Decimal.builder(2).optional().build())
                .field("bytes", Schema.BYTES_SCHEMA)
                .field("names", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .field("inner", inner)
                .build();
        Struct value = new Struct(schema)
                .put("flag", true)
                .put("small", (short) 7)
                .put("when", new Date(99))
                .put("amount", new BigDecimal("12.30"))
                .put("bytes", new byte[] {1, 2})
                .put("names", List.of("a", "b"))
                .put("inner", new Struct(inner));

        Struct read = (Struct) converter
                .toConnectData("other", converter.fromConnectData("other", schema, value))
                .value();

        assertThat(read.getBoolean("flag")).isTrue();
        assertThat(read.getInt32("small")).isEqualTo(7);
        assertThat(read.get("when")).isEqualTo(new Date(99));
        assertThat(read.get("amount")).isEqualTo(new BigDecimal("12.30"));
        assertThat(read.getBytes("bytes")).containsExactly(1, 2);
        assertThat(read.<String>getArray("names")).containsExactly("a", "b");
        assertThat(read.getStruct("inner").get("left_over")).isNull();
    }

    @Test
    void aTombstoneStaysOne() {
        assertThat(converter.fromConnectData(TOPIC, null, null)).isNull();
        assertThat(converter.toConnectData(TOPIC, null)).isEqualTo(SchemaAndValue.NULL);
    }

    @Test
    void bytesThatAreNoAvroAreTheDatasFaultAndNotTheRegistrys() {
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, new byte[] {7, 7, 7}))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining("3 bytes");
        byte[] cut = Arrays.copyOf(written(event()), 12);
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, cut)).isInstanceOf(DataException.class);
    }

    @Test
    void whileTheRegistryIsAwayConnectMayTryAgain() {
        AvroConverter alone = new AvroConverter();
        alone.configure(Map.of("schema.registry.url", "http://127.0.0.1:1"), false);
        Struct struct = new RecordStructs().struct(event());

        assertThatThrownBy(() -> alone.fromConnectData(TOPIC, struct.schema(), struct))
                .isInstanceOf(RetriableException.class);
        assertThatThrownBy(() -> alone.toConnectData(TOPIC, written(event()))).isInstanceOf(RetriableException.class);
    }

    @Test
    void anUnknownSettingIsRefused() {
        assertThatThrownBy(() -> new AvroConverter()
                        .configure(Map.of("schema.registry.url", "mock://x", "schemas.enabel", "true"), false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schemas.enabel")
                .hasMessageContaining("true");
        assertThatThrownBy(() -> new AvroConverter().configure(Map.of(), false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("value.converter.schema.registry.url");
    }
}
