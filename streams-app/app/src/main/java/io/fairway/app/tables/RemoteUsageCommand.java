package io.fairway.app.tables;

import io.fairway.avro.RemoteUsage;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway remote-usage}: reads and writes usage on other clusters from and to files. */
@Command(
        name = "remote-usage",
        mixinStandardHelpOptions = true,
        description = "Read and change usage on other clusters: for FSGUSER, FSGGROUP and FSGACCOUNT of Moab, and for"
                + " global fairshare of LSF.",
        footer = {"", "docs/operations.md shows the file."})
public final class RemoteUsageCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description =
                    "Change the usage of a source to that of a file. Names that the file does not have are removed.")
    int apply(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--dry-run", description = "Only print the changes.") boolean dryRun)
            throws InterruptedException {
        RemoteUsageFile table;
        try {
            table = RemoteUsageFile.read(YamlValue.read(file));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        table.apply(options, dryRun, spec.commandLine().getOut());
        return 0;
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the usage of a source as a file for apply.")
    int get(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "DOMAIN") String domain,
            @Parameters(paramLabel = "SOURCE") String source)
            throws IOException {
        Map<String, RemoteUsage> records =
                options.table(Topic.REMOTE_USAGE, RemoteUsage.class).read();
        records.values()
                .removeIf(record -> !record.getDomain().equals(domain)
                        || !record.getSource().equals(source));
        if (records.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "domain " + domain + ", source " + source + ": has no remote usage");
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            out.print(YamlText.text(RemoteUsageFile.write(records.values())));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        out.flush();
        return 0;
    }
}
