package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.FairwaySerdes;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecodedTableTest {
    private static final String TOPIC = "fairway.sources";
    private static final byte[] NO_RECORD = {1};

    private final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://decoded-table"));
    private final DecodedTable<SourceHeartbeat> table = new DecodedTable<>(serdes.deserializer(SourceHeartbeat.class));

    @Test
    void whatCannotBeDecodedLeavesTheValueBeforeIt() {
        take(1, "alps", source("alps"));
        take(2, "alps", NO_RECORD);
        take(3, "eiger", NO_RECORD);

        assertThat(table.values()).containsOnlyKeys("alps");
        assertThat(table.refused())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("fairway.sources-0@2 counts for nothing: topic fairway.sources: a value of 1 bytes");
    }

    @Test
    void whatALaterRecordReplacesIsNotTold() {
        take(1, "alps", NO_RECORD);
        take(2, "alps", source("alps"));
        take(3, "eiger", NO_RECORD);
        take(4, "eiger", null);

        assertThat(table.values()).containsOnlyKeys("alps");
        assertThat(table.refused()).isEmpty();
    }

    /** Whoever may write to the topic may send a hundred thousand. */
    @Test
    void ofManyTheFirstAreTold() {
        for (int offset = 0; offset < 1_000; offset++) {
            take(offset, String.format("k%03d", offset), NO_RECORD);
        }

        assertThat(table.refused())
                .hasSize(21)
                .last()
                .isEqualTo("and 980 more keys, whose last record cannot be decoded");
    }

    @Test
    void aRecordWithoutAKeyStopsNothing() {
        take(1, null, NO_RECORD);
        take(2, "alps", source("alps"));

        assertThat(table.values()).containsOnlyKeys("alps");
        assertThat(table.refused()).singleElement().asString().startsWith("fairway.sources-0@1 counts for nothing");
    }

    private void take(long offset, @Nullable String key, byte @Nullable [] value) {
        table.take(new ConsumerRecord<>(TOPIC, 0, offset, key, value));
    }

    private byte[] source(String cluster) {
        SourceHeartbeat source = SourceHeartbeat.newBuilder()
                .setDomain("alps")
                .setCluster(cluster)
                .setSource("collect slurm")
                .setSince(Instant.EPOCH)
                .setThrough(Instant.EPOCH)
                .build();
        return serdes.serializer(SourceHeartbeat.class).serialize(TOPIC, source);
    }
}
