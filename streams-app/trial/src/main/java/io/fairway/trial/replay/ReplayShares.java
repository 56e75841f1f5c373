package io.fairway.trial.replay;

import io.fairway.avro.ShareNode;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.SharesAndAdjustments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The share trees of a replay: a file for {@code fairway shares apply}. Its domain is ignored. */
final class ReplayShares {
    private ReplayShares() {}

    /**
     * Reads a file. In a replay every tree is a domain of its own.
     *
     * @param trees the trees of the trace
     * @throws IllegalArgumentException naming file, line and rule, if it cannot be read
     */
    static List<ShareNode> read(Path path, Set<String> trees) {
        YamlMap file = YamlValue.read(path);
        file.text("domain", "");
        List<ShareNode> nodes = new ArrayList<>();
        file.get("trees").entries().forEach((tree, accounts) -> {
            if (!trees.contains(tree)) {
                throw accounts.wrong("is not a tree of the trace, which has "
                        + String.join(", ", trees.stream().sorted().limit(5).toList())
                        + (trees.size() > 5 ? " ..." : ""));
            }
            ShareTreeYaml.read(tree, accounts).forEach(node -> nodes.add(SharesAndAdjustments.record(tree, node)));
        });
        file.done();
        return nodes;
    }
}
