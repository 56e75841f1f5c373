package io.fairway.client.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The part of a share tree to show. */
public final class ScopeOptions {
    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(
            names = {"-A", "--account"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Only these accounts and all below them.")
    private List<String> accounts = List.of();

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Only associations of these users.")
    private List<String> users = List.of();

    public @Nullable String tree() {
        return tree;
    }

    public List<String> accounts() {
        return accounts;
    }

    public List<String> users() {
        return users;
    }

    /** Whether one of the options is there. */
    public boolean isAsked() {
        return tree != null || !accounts.isEmpty() || !users.isEmpty();
    }

    /** The question, limited to this part. */
    public Query in(Query query) {
        return query.with("tree", tree).withEach("account", accounts).withEach("user", users);
    }

    /** Says which part it is: {@code of user anna, in account cms}; empty for a whole tree. */
    public String words() {
        return words(accounts, users);
    }

    /** Says which part of a domain these accounts and users are. */
    public static String words(List<String> accounts, List<String> users) {
        List<String> words = new ArrayList<>();
        add(words, "of user", users);
        add(words, "in account", accounts);
        return String.join("", words);
    }

    private static void add(List<String> words, String what, List<String> names) {
        if (!names.isEmpty()) {
            words.add(" " + what + (names.size() == 1 ? "" : "s") + " " + String.join(", ", names));
        }
    }
}
