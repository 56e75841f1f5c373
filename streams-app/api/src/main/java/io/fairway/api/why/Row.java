package io.fairway.api.why;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number behind another one. Answers have it as it is, without what is empty; of numbers only {@code value} is always there.
 *
 * <p>The contributions of the rows of a priority, added from 0 in their order in double arithmetic, are the priority, bit for
 * bit. Those of {@code parts} are what they add to the priority by way of the row: they add up to its contribution but for
 * the last digits.
 *
 * @param name in the scheduler's own words
 * @param weight what the value is multiplied with; not a number where there is none
 * @param value the number; not a number where it is not defined
 * @param contribution what it adds; not a number where nothing is added up
 * @param rule how the number is made; empty = it is read as it is
 * @param kind what kind of a summand it is; {@code null} where nothing is added up
 * @param sentence what it means to people; empty = nothing to say
 * @param parts what it is made of
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Row(
        @JsonInclude String name,
        double weight,
        @JsonInclude double value,
        double contribution,
        String rule,
        @Nullable Kind kind,
        String sentence,
        List<Row> parts) {
    /** What kind of a summand a row is. */
    public enum Kind {
        /** A weighted term. */
        @JsonProperty("component")
        COMPONENT,
        /** The fairshare of the association. */
        @JsonProperty("fairshare")
        FAIRSHARE,
        /** What a bound, or a hold, puts in the place of the sum, less the sum. */
        @JsonProperty("bound")
        BOUND,
        /** What rounding takes away. */
        @JsonProperty("rounding")
        ROUNDING
    }

    public Row {
        parts = List.copyOf(parts);
    }

    /** A number that is no summand. */
    static Row of(String name, double value, String rule, String sentence, List<Row> parts) {
        return new Row(name, Double.NaN, value, Double.NaN, rule, null, sentence, parts);
    }

    /** A summand that is not weighted: a bound, or rounding. */
    static Row step(String name, double contribution, Kind kind, String sentence) {
        return new Row(name, Double.NaN, contribution, contribution, "", kind, sentence, List.of());
    }
}
