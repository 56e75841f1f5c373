package io.fairway.client.http;

import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The period of a question about the past. */
public final class PeriodOptions {
    @Option(
            names = "--period",
            paramLabel = "NAME",
            description = "today, yesterday, this- or last-week, -month, -quarter or -year; or 2026, 2026-Q3, 2026-10,"
                    + " 2026-10-05.")
    private @Nullable String period;

    @Option(
            names = "--from",
            paramLabel = "INSTANT",
            description = "Begin of the period instead, such as 2026-05-03 or 2026-05-03T12:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "End of the period. Default: now.")
    private @Nullable String to;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description =
                    "Time zone of --period (default: yours), and of dates in --from and --to (default: UTC), such as"
                            + " Europe/Berlin.")
    private @Nullable String zone;

    /** Whether one of the options is there. */
    public boolean isAsked() {
        return Stream.of(period, from, to, zone).anyMatch(Objects::nonNull);
    }

    /** The question, about this period. A name means days of the caller's own zone. */
    public Query in(Query query) {
        return query.with("period", period)
                .with("from", from)
                .with("to", to)
                .with(
                        "zone",
                        zone == null && period != null ? ZoneId.systemDefault().getId() : zone);
    }
}
