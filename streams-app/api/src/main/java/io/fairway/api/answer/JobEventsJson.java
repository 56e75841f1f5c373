package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.Tres;
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
}
