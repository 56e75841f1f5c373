package io.fairway.simulator;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.ScheduleMaker;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;

/** Writes records in the registry's wire format, as any producer does. Not for several threads. */
final class Encoder {
    private final FairwaySerdes serdes;
    private final Map<Class<SpecificRecord>, Serializer<SpecificRecord>> serializers = new HashMap<>();

    /** The registry numbers schemas as they come. So they come in one order here, and a seed gives the same bytes. */
    Encoder(FairwaySerdes serdes) {
        this.serdes = serdes;
        ScheduleMaker.oneOfEachKind().forEach(this::bytes);
    }

    @SuppressWarnings("unchecked") // the class of a record is the class of its values
    byte[] bytes(Act.Send send) {
        SpecificRecord record = Objects.requireNonNull(send.value());
        Class<SpecificRecord> type = (Class<SpecificRecord>) record.getClass();
        return serializers.computeIfAbsent(type, serdes::serializer).serialize(send.topic(), record);
    }
}
