package io.fairway.app.adjust;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is said of every new adjustment. */
final class AdjustmentOptions {
    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why. It is kept with the adjustment.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String reason;

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Who makes it. Default: who runs the command (${DEFAULT-VALUE}).")
    private String actor = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = {
                "Its id: an association takes each id once. Default: made from the command line, so that the same command"
                        + " line counts once."
            })
    private @Nullable String id;

    @Option(
            names = "--effective-at",
            paramLabel = "INSTANT",
            description =
                    "When it takes effect; its amount decays from then. Default: now, by the application's clock.")
    private @Nullable String effectiveAt;

    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(names = "--measure", paramLabel = "NAME", description = "The measure that it changes. Default: all.")
    private @Nullable String measure;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Policy whose factors and places are shown. Default: the active one.")
    private @Nullable String policy;

    @Option(names = "--dry-run", description = "Only print what would change.")
    private boolean dryRun;

    String reason() {
        return reason;
    }

    String actor() {
        return actor;
    }

    @Nullable
    String id() {
        return id;
    }

    @Nullable
    String effectiveAt() {
        return effectiveAt;
    }

    @Nullable
    String tree() {
        return tree;
    }

    @Nullable
    String measure() {
        return measure;
    }

    @Nullable
    String policy() {
        return policy;
    }

    boolean dryRun() {
        return dryRun;
    }

    /** The word of a kind in the API and on the command line. */
    static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
