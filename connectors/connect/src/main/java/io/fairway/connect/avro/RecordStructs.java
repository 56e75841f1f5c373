package io.fairway.connect.avro;

import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.connect.data.Struct;

/** Generated records as Connect's structs, which {@link AvroConverter} writes with the records' own schemas. */
public final class RecordStructs {
    private final ConnectSchemas schemas = new ConnectSchemas();

    /** The struct of a record. */
    public Struct struct(SpecificRecord record) {
        return (Struct)
                Objects.requireNonNull(ConnectValues.of(record.getSchema(), record, schemas.of(record.getSchema())));
    }
}
