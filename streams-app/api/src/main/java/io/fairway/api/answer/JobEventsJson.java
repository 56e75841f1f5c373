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

/** What the ledger holds of a job. */
public record JobEventsJson(
        String domain,
        String cluster,
        String job,
        List<Event> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /** What happened to it. */
    public record Event(
            Instant time,
            String type,
            String source,
            long sequence,
            int revision,
            @Nullable Instant run,
            Attributes attributes) {}

    /** What the event said of the job. What it did not say is left out. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Attributes(
            @JsonAnyGetter Map<Attribute, String> named,
            Tres requestedTres,
            Tres allocatedTres,
            @JsonSerialize(using = Decimal.class) double cpuSeconds) {}
}
