package io.fairway.app.adjust;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When an amount was used. */
final class UsedOptions {
    @Option(
            names = "--used-from",
            paramLabel = "INSTANT",
            description = "HOURS were used evenly from here to --used-to: adjust what they weigh now, however old.")
    private @Nullable String from;

    @Option(names = "--used-to", paramLabel = "INSTANT", description = "The end of that time.")
    private @Nullable String to;

    @Nullable
    String from() {
        return from;
    }

    @Nullable
    String to() {
        return to;
    }

    /** What is wrong with them; null = nothing. */
    @Nullable
    String problem(AdjustmentOptions about) {
        if ((from == null) != (to == null)) {
            return "--used-from and --used-to come together";
        }
        return from != null && about.effectiveAt() != null
                ? "--effective-at does not apply to --used-from: it adjusts what the hours weigh now"
                : null;
    }
}
