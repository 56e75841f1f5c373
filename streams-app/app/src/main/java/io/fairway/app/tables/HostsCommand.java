package io.fairway.app.tables;

import io.fairway.avro.Host;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlText;
import io.fairway.records.HostRecords;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairway hosts}: reads and writes the hosts of a domain from and to files. */
@Command(
        name = "hosts",
        mixinStandardHelpOptions = true,
        description = "Read, compare and change the hosts.",
        footer = {"", "docs/shares.md shows the file."})
public final class HostsCommand extends TableCommand {
    @Override
    TableFile<?> read(YamlMap file) {
        return HostsFile.read(file);
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Change the hosts of a domain to those of a file. Doing it again changes nothing.")
    int apply(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--dry-run", description = "Only print the changes.") boolean dryRun,
            @Option(names = "--remove", description = "Remove hosts that the file does not have.") boolean remove)
            throws InterruptedException {
        change(options, file, remove, dryRun);
        return 0;
    }

    @Command(
            name = "diff",
            mixinStandardHelpOptions = true,
            description = "Print the changes that apply --remove would make.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:no changes", "1:changes", "2:wrong command line"})
    int diff(@Mixin TableOptions options, @Parameters(paramLabel = "FILE") Path file) throws InterruptedException {
        return difference(options, file);
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the hosts of a domain as a file for apply.")
    int get(@Mixin TableOptions options, @Parameters(paramLabel = "DOMAIN") String domain) throws IOException {
        List<Host> hosts = found(
                options.table(Topic.HOSTS, Host.class),
                host -> host.getDomain().equals(domain),
                "domain " + domain + ": has no hosts");
        return print(YamlText.text(
                HostsFile.write(domain, hosts.stream().map(HostRecords::stored).toList(), true)));
    }
}
