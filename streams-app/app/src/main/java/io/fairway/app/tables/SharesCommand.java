package io.fairway.app.tables;

import io.fairway.avro.ShareNode;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlText;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairway shares}: reads and writes share trees from and to files. */
@Command(
        name = "shares",
        mixinStandardHelpOptions = true,
        description = "Read, compare and change the share trees.",
        footer = {"", "docs/shares.md shows the file."})
public final class SharesCommand extends TableCommand {
    @Override
    TableFile<?> read(YamlMap file) {
        return SharesFile.read(file);
    }

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
        return difference(options, file);
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the share trees of a domain as a file for apply.")
    int get(@Mixin TableOptions options, @Parameters(paramLabel = "DOMAIN") String domain) throws IOException {
        List<ShareNode> nodes = found(
                options.table(Topic.SHARES, ShareNode.class),
                node -> node.getDomain().equals(domain) && !node.getRemoved(),
                "domain " + domain + ": has no shares");
        return print(YamlText.text(SharesFile.write(
                domain, nodes.stream().map(SharesAndAdjustments::node).toList())));
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print the share trees with their numbers of accounts and users.")
    int list(@Mixin TableOptions options) {
        Map<String, long[]> trees = new TreeMap<>();
        for (ShareNode node :
                options.table(Topic.SHARES, ShareNode.class).read().values()) {
            if (node.getRemoved()) {
                continue;
            }
            long[] counts = trees.computeIfAbsent(node.getDomain() + "  " + node.getTree(), t -> new long[2]);
            counts[node.getUser().isEmpty() ? 0 : 1]++;
        }
        PrintWriter out = out();
        trees.forEach((tree, counts) -> out.println(tree + "  " + counts[0] + " accounts, " + counts[1] + " users"));
        out.flush();
        return 0;
    }
}
