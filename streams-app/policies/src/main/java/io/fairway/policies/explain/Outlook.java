package io.fairway.policies.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a number beyond its terms.
 *
 * @param formula how the number is computed, in one line
 * @param sum the terms, if they are summands; {@code null} = they are not
 * @param changes what would change the number, in sentences
 * @param recovery when the number recovers by itself, in sentences
 */
public record Outlook(String formula, @Nullable Sum sum, List<String> changes, List<String> recovery) {
    public Outlook {
        changes = List.copyOf(changes);
        recovery = List.copyOf(recovery);
    }

    /** Collects the sentences of an outlook. */
    static final class Builder {
        private final List<String> changes = new ArrayList<>();
        private final List<String> recovery = new ArrayList<>();

        void change(String sentence) {
            changes.add(sentence);
        }

        void recovery(String sentence) {
            recovery.add(sentence);
        }

        Outlook build(String formula, @Nullable Sum sum) {
            return new Outlook(formula, sum, changes, recovery);
        }
    }
}
