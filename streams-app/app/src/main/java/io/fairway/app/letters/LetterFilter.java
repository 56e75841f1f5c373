package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters a command is about. */
final class LetterFilter {
    @Option(names = "--kind", paramLabel = "KIND", description = "Only those of this kind, such as refused.")
    private @Nullable String kind;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "Only those that came from this topic.")
    private @Nullable String topic;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only those kept since a date, an instant, or for so long (24h, 7d).")
    private @Nullable String since;

    boolean isGiven() {
        return kind != null || topic != null || since != null;
    }

    boolean takes(DeadLetter letter) {
        Place origin = letter.origin();
        return (kind == null || kind.equals(letter.kind()))
                && (topic == null || (origin != null && topic.equals(origin.topic())));
    }

    /**
     * From when on.
     *
     * @throws IllegalArgumentException with the value and the rule
     */
    @Nullable
    Instant since(Instant now) {
        return since == null ? null : instant(since, now);
    }

    static Instant instant(String text, Instant now) {
        try {
            if (text.matches("[0-9]{1,6}[smhd]")) {
                String period = text.endsWith("d") ? "P" + text : "PT" + text;
                return now.minus(Duration.parse(period.toUpperCase(java.util.Locale.ROOT)));
            }
            return text.contains("T")
                    ? Instant.parse(text)
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException("--since '" + text
                    + "': must be a date (2026-05-03), an instant (2026-05-03T12:00:00Z) or a time span (24h, 7d)");
        }
    }
}
