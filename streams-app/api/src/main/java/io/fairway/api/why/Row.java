package io.fairway.api.why;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number behind another one. Answers hold it as it is, without empty members. Only {@code name} and {@code value} are always
 * there.
 *
 * <p>The contributions of the rows of a priority add up to the priority, bit for bit: from 0, in their order, in double
 * arithmetic. The contributions of {@code parts} add up to that of their row, except for the last digits.
 *
 * @param name the scheduler's own name for it
 * @param weight what multiplies the value; not a number if nothing does
 * @param value the number; not a number if it is undefined
 * @param contribution what the row adds; not a number if it is no summand
 * @param rule how the number is computed; empty = it is an input
 * @param kind kind of the summand; {@code null} if it is no summand
 * @param sentence what it means, in words; empty = nothing to say
 * @param parts the numbers that it is computed from
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
    /** The kind of a summand. */
    public enum Kind {
        /** A weighted term. */
        @JsonProperty("component")
        COMPONENT,
        /** The fairshare of the association. */
        @JsonProperty("fairshare")
        FAIRSHARE,
        /** The number that a bound or a hold puts in place of the sum, less the sum. */
        @JsonProperty("bound")
        BOUND,
        /** The part that rounding takes away. */
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
