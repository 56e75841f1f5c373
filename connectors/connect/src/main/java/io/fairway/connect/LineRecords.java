package io.fairway.connect;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.connect.avro.RecordStructs;
import io.fairway.connect.follow.FollowedLine;
import io.fairway.connect.follow.LineReader.LineFault;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** The records of a line: events and samples on their topics, faults on the topic of bad records. */
final class LineRecords {
    /** A line that breaks the format. */
    static final Schema BAD_LINE = SchemaBuilder.struct()
            .name("io.fairway.connect.BadLine")
            .field("file", Schema.STRING_SCHEMA)
            .field("line", Schema.INT64_SCHEMA)
            .field("field", Schema.STRING_SCHEMA)
            .field("value", Schema.STRING_SCHEMA)
            .field("rule", Schema.STRING_SCHEMA)
            .build();

    private static final int SHOWN = 200;

    private final PartitionSettings partitions;
    private final String badRecordsTopic;
    private final RecordStructs structs = new RecordStructs();

    /** @param badRecordsTopic empty = faults become no records */
    LineRecords(PartitionSettings partitions, String badRecordsTopic) {
        this.partitions = partitions;
        this.badRecordsTopic = badRecordsTopic;
    }

    /** @param pattern the path of the configuration that the line's file matches */
    List<SourceRecord> of(String pattern, FollowedLine line) {
        Map<String, Object> partition =
                CursorOffsets.partition(pattern, line.after().slot());
        Map<String, Object> offset = CursorOffsets.offset(line.after());
        List<SourceRecord> records = new ArrayList<>();
        for (JobEvent event : line.facts().events()) {
            String key = Keys.job(event.getDomain(), event.getCluster(), event.getJob());
            records.add(record(
                    partition,
                    offset,
                    partitions.name(Topic.JOB_EVENTS, event.getCluster()),
                    event.getDomain(),
                    key,
                    event));
        }
        for (ResourceSample sample : line.facts().samples()) {
            String key = Keys.job(sample.getDomain(), sample.getCluster(), sample.getJob());
            records.add(record(
                    partition,
                    offset,
                    partitions.name(Topic.SAMPLES, sample.getCluster()),
                    sample.getDomain(),
                    key,
                    sample));
        }
        if (!badRecordsTopic.isEmpty()) {
            for (LineFault fault : line.facts().faults()) {
                records.add(bad(partition, offset, line, fault));
            }
        }
        return records;
    }

    private SourceRecord record(
            Map<String, Object> partition,
            Map<String, Object> offset,
            String topic,
            String domain,
            String key,
            SpecificRecord value) {
        Struct struct = structs.struct(value);
        return new SourceRecord(
                partition,
                offset,
                topic,
                partitions.partition(domain),
                Schema.STRING_SCHEMA,
                key,
                struct.schema(),
                struct);
    }

    private SourceRecord bad(
            Map<String, Object> partition, Map<String, Object> offset, FollowedLine line, LineFault fault) {
        Struct value = new Struct(BAD_LINE)
                .put("file", line.path())
                .put("line", line.line())
                .put("field", fault.field())
                .put("value", shown(fault.value()))
                .put("rule", fault.rule());
        return new SourceRecord(
                partition, offset, badRecordsTopic, null, Schema.STRING_SCHEMA, line.path(), BAD_LINE, value);
    }

    /** The beginning of a value, without what would act on a terminal. */
    static String shown(String value) {
        String shown = value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
        return shown.replaceAll("\\p{Cc}", "?");
    }
}
