package io.fairway.client.http;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The part of a share tree to show. */
public final class ScopeOptions {
    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(
            names = {"-A", "--account"},
            paramLabel = "NAME",
            description = "Only this account and all below it.")
    private @Nullable String account;

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            description = "Only associations of this user.")
    private @Nullable String user;

    public @Nullable String tree() {
        return tree;
    }

    public @Nullable String account() {
        return account;
    }

    public @Nullable String user() {
        return user;
    }

    /** The question, limited to this part. */
    public Query in(Query query) {
        return query.with("tree", tree).with("account", account).with("user", user);
    }
}
