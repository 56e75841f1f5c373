package io.fairway.app.tables;

import io.fairway.avro.RemoteUsage;
import io.fairway.policies.registry.RemoteUsageYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlText;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairway remote-usage}: reads and writes usage on other clusters from and to files. */
@Command(
        name = "remote-usage",
        mixinStandardHelpOptions = true,
        description = "Read and change usage on other clusters: for FSGUSER, FSGGROUP and FSGACCOUNT of Moab, and for"
                + " global fairshare of LSF.",
        footer = {"", "docs/shares.md shows the file."})
public final class RemoteUsageCommand extends TableCommand {
    @Override
    TableFile<?> read(YamlMap file) {
        return RemoteUsageFile.read(file);
    }

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
        change(options, file, true, dryRun);
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
        List<RemoteUsage> records = found(
                options.table(Topic.REMOTE_USAGE, RemoteUsage.class),
                record ->
                        record.getDomain().equals(domain) && record.getSource().equals(source),
                "domain " + domain + ", source " + source + ": has no remote usage");
        return print(YamlText.text(checked(() -> RemoteUsageYaml.write(records))));
    }
}
