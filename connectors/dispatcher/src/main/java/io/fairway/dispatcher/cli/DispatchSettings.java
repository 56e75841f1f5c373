package io.fairway.dispatcher.cli;

import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.program.ProgramOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that every dispatcher has, and the configuration that they make. */
final class DispatchSettings {
    @Mixin
    private final ProgramOptions options = new ProgramOptions();

    @Option(names = "--domain", paramLabel = "NAME", description = "Only this domain (domain; all by default).")
    private @Nullable String domain;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Follow this policy (policy; each domain's active one by default).")
    private @Nullable String policy;

    @Option(
            names = "--head",
            paramLabel = "RULE",
            description = "If the first job does not fit: blocks (its cluster; by default), or passed-over (head).")
    private @Nullable String head;

    @Option(
            names = "--dry-run",
            negatable = true,
            description =
                    "Print what would be done, and do nothing (dry.run). This is the default; --no-dry-run does it.")
    private @Nullable Boolean dryRun;

    @Option(
            names = "--stale-after",
            paramLabel = "SECONDS",
            description =
                    "Do nothing by a ranking that is older, or while sources of its cluster are silent for longer (stale.after.ms). Default: 60 with --to slurm; else any is taken.")
    private @Nullable Integer staleSeconds;

    /** Their configuration. {@code defaults} are settings that a file may override, by key. */
    DispatcherConfig config(CommandSpec spec, Map<String, String> defaults) {
        return options.config(
                spec,
                defaults,
                settings -> settings.putIfGiven(DispatcherConfig.DOMAIN, domain, "--domain")
                        .putIfGiven(DispatcherConfig.POLICY, policy, "--policy")
                        .putIfGiven(DispatcherConfig.HEAD, head, "--head")
                        .putIfGiven(
                                DispatcherConfig.STALE,
                                staleSeconds == null ? null : Long.toString(staleSeconds * 1_000L),
                                "--stale-after")
                        .putIfGiven(DispatcherConfig.DRY_RUN, dryRun == null ? null : dryRun.toString(), "--dry-run"),
                DispatcherConfig::new);
    }
}
