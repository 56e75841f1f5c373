package io.fairway.app.tables;

import io.fairway.avro.Host;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.HostRecords;
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

/** {@code fairway hosts}: reads and writes the hosts of a domain from and to files. */
@Command(
        name = "hosts",
        mixinStandardHelpOptions = true,
        description = "Read, compare and change the hosts.",
        footer = {"", "docs/operations.md shows the file."})
public final class HostsCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

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
        return change(options, file, true, true) == 0 ? 0 : 1;
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the hosts of a domain as a file for apply.")
    int get(@Mixin TableOptions options, @Parameters(paramLabel = "DOMAIN") String domain) throws IOException {
        Map<String, Host> hosts = options.table(Topic.HOSTS, Host.class).read();
        hosts.values().removeIf(host -> !host.getDomain().equals(domain));
        if (hosts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "domain " + domain + ": has no hosts");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(YamlText.text(HostsFile.write(
                domain, hosts.values().stream().map(HostRecords::host).toList(), true)));
        out.flush();
        return 0;
    }

    private int change(TableOptions options, Path path, boolean remove, boolean dryRun) throws InterruptedException {
        HostsFile file;
        try {
            file = HostsFile.read(YamlValue.read(path));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        return file.apply(options, remove, dryRun, spec.commandLine().getOut());
    }
}
