package io.fairway.system.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.type.TypeReference;
import io.fairway.avro.ShareNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The share trees of a replay, as a file says them:
 *
 * <pre>{@code
 * nasa:                  # tree: the cluster's name
 *   accounts:
 *     physics:
 *       shares: 60       # 1 where not said; a whole number, 0 or more, or parent
 *       accounts:        # accounts below it
 *         cms: {shares: 2, users: {anna: 1, boris: 3}}
 *       users:
 *         carl: parent
 * }</pre>
 */
final class SharesFile {
    private static final String ROOT = "root";

    /** What stands below a tree's name. */
    private record Tree(@Nullable Map<String, Account> accounts) {}

    private record Account(
            @Nullable Shares shares,
            @Nullable Map<String, Account> accounts,
            @Nullable Map<String, Shares> users) {}

    /** A number of shares, or {@code parent}. */
    private record Shares(long number, boolean parent) {
        static final Shares ONE = new Shares(1, false);

        @JsonCreator
        static Shares of(long number) {
            if (number < 0) {
                throw new IllegalArgumentException("shares " + number + ": must be 0 or more");
            }
            return new Shares(number, false);
        }

        @JsonCreator
        static Shares of(String word) {
            if (!word.equals("parent")) {
                throw new IllegalArgumentException("shares \"" + word + "\": must be a whole number or parent");
            }
            return new Shares(0, true);
        }
    }

    private final String file;
    private final List<ShareNode> nodes = new ArrayList<>();

    private SharesFile(Path file) {
        this.file = "shares file " + file;
    }

    /**
     * Reads a file.
     *
     * @param trees the trees that the trace has
     * @throws IllegalArgumentException naming file, place and rule, if it cannot be read
     */
    static List<ShareNode> read(Path file, Set<String> trees) {
        Map<String, Tree> said = YamlFile.read("shares file", file, new TypeReference<>() {});
        SharesFile reader = new SharesFile(file);
        said.forEach((tree, content) -> {
            if (!trees.contains(tree)) {
                throw new IllegalArgumentException(reader.file + ": tree \"" + tree
                        + "\" is not in the trace, which has "
                        + String.join(", ", trees.stream().sorted().limit(5).toList())
                        + (trees.size() > 5 ? " ..." : ""));
            }
            reader.accounts(tree, null, content == null ? null : content.accounts(), new HashSet<>(Set.of(ROOT)));
        });
        return reader.nodes;
    }

    private void accounts(
            String tree, @Nullable String parent, @Nullable Map<String, Account> accounts, Set<String> names) {
        if (accounts == null) {
            return;
        }
        accounts.forEach((name, account) -> {
            if (!names.add(name)) {
                throw new IllegalArgumentException(
                        file + ": account \"" + name + "\" is twice in tree \"" + tree + "\"; its names are unique");
            }
            add(tree, name, "", parent, account == null ? null : account.shares());
            if (account != null) {
                if (account.users() != null) {
                    account.users().forEach((user, shares) -> add(tree, name, user, null, shares));
                }
                accounts(tree, name, account.accounts(), names);
            }
        });
    }

    private void add(String tree, String account, String user, @Nullable String parent, @Nullable Shares shares) {
        Shares said = shares == null ? Shares.ONE : shares;
        nodes.add(ShareNode.newBuilder()
                .setDomain(tree)
                .setTree(tree)
                .setAccount(account)
                .setUser(user)
                .setParent(parent)
                .setShares(said.number())
                .setParentShares(said.parent())
                .setOrder(nodes.size())
                .build());
    }
}
