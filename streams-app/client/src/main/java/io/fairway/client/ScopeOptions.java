package io.fairway.client;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which part of a share tree. */
final class ScopeOptions {
    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree; needed where the domain has several.")
    private @Nullable String tree;

    @Option(names = "--account", paramLabel = "NAME", description = "This account and all below it.")
    private @Nullable String account;

    @Option(names = "--user", paramLabel = "NAME", description = "Associations of this user.")
    private @Nullable String user;

    @Nullable
    String tree() {
        return tree;
    }

    @Nullable
    String account() {
        return account;
    }

    @Nullable
    String user() {
        return user;
    }

    /** The question, about this part. */
    Query in(Query query) {
        return query.with("tree", tree).with("account", account).with("user", user);
    }
}
