package io.fairway.policies.explain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said about a number beyond its terms.
 *
 * @param formula how it is computed, in one line
 * @param sum what it is made of, where its terms are summands; {@code null} = they are not
 * @param changes what would change it, in sentences
 * @param recovery when it recovers by itself, in sentences
 */
public record Outlook(String formula, @Nullable Sum sum, List<String> changes, List<String> recovery) {
    public Outlook {
        changes = List.copyOf(changes);
        recovery = List.copyOf(recovery);
    }

    /** An outlook whose sentences are collected. */
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
