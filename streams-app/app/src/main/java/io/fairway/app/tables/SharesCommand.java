package io.fairway.app.tables;

import io.fairway.avro.ShareNode;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway shares}: reads and writes share trees from and to files. */
@Command(
        name = "shares",
        mixinStandardHelpOptions = true,
        description = "Read, compare and change the share trees.",
        footer = {"", "docs/operations.md shows the file."})
public final class SharesCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Change the share trees of a domain to those of a file. Doing it again changes nothing.")
    int apply(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--dry-run", description = "Only print the changes.") boolean dryRun,
            @Option(names = "--remove", description = "Remove nodes that the file does not have.") boolean remove)
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
            description = "Print the share trees of a domain as a file for apply.")
    int get(@Mixin TableOptions options, @Parameters(paramLabel = "DOMAIN") String domain) throws IOException {
        Map<String, ShareNode> nodes =
                options.table(Topic.SHARES, ShareNode.class).read();
        nodes.values().removeIf(node -> !node.getDomain().equals(domain));
        if (nodes.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "domain " + domain + ": has no shares");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(YamlText.text(SharesFile.write(
                domain, nodes.values().stream().map(SharesAndAdjustments::node).toList())));
        out.flush();
        return 0;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print the share trees with their numbers of accounts and users.")
    int list(@Mixin TableOptions options) {
        Map<String, long[]> trees = new TreeMap<>();
        for (ShareNode node :
                options.table(Topic.SHARES, ShareNode.class).read().values()) {
            long[] counts = trees.computeIfAbsent(node.getDomain() + "  " + node.getTree(), t -> new long[2]);
            counts[node.getUser().isEmpty() ? 0 : 1]++;
        }
        PrintWriter out = spec.commandLine().getOut();
        trees.forEach((tree, counts) -> out.println(tree + "  " + counts[0] + " accounts, " + counts[1] + " users"));
        out.flush();
        return 0;
    }

    private int change(TableOptions options, Path path, boolean remove, boolean dryRun) throws InterruptedException {
        SharesFile file;
        try {
            file = SharesFile.read(YamlValue.read(path));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        return file.apply(options, remove, dryRun, spec.commandLine().getOut());
    }
}
