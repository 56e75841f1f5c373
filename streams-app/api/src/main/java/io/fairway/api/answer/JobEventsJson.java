package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.Tres;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ledger's events of a job. */
public record JobEventsJson(
        String domain,
        String cluster,
        String job,
        List<Event> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /**
     * One event of the job.
     *
     * @param precedence of two contradicting events, the one of the higher precedence prevails
     */
    public record Event(
            Instant time,
            String type,
            String source,
            int precedence,
            long sequence,
            int revision,
            @Nullable Instant run,
            Attributes attributes) {}

    /** The event's attributes of the job. An attribute that the event did not name is left out. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Attributes(
            @JsonAnyGetter Map<Attribute, String> named,
            Tres requestedTres,
            Tres allocatedTres,
            @JsonSerialize(using = Decimal.class) double cpuSeconds) {}

    /** Writes a number always with decimals, 4 as 4.0. A value that is not a number is empty. */
    static final class Decimal extends StdSerializer<Double> {
        private static final long serialVersionUID = 1;

        Decimal() {
            super(Double.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Double value) {
            return value.isNaN();
        }

        @Override
        public void serialize(Double value, JsonGenerator to, SerializerProvider provider) throws IOException {
            to.writeNumber(value);
        }
    }
}
