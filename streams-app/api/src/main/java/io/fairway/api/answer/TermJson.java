package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairway.core.priority.PriorityTerm;
import java.util.List;

/** A weighted term of a priority. Unlike a row, it always has a weight. */
public record TermJson(
        String name,
        double weight,
        double value,
        double contribution,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TermJson> parts) {
    /** The terms of a priority, with their parts. */
    public static List<TermJson> of(List<PriorityTerm> terms) {
        return terms.stream()
                .map(term -> new TermJson(term.name(), term.weight(), term.value(), term.weighted(), of(term.parts())))
                .toList();
    }
}
