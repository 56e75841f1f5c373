package io.fairway.access;

import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway token}: makes a token for a caller. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = {
            "Make a random token for somebody, and the line for the token file (key http.auth.token.file).",
            "The token is printed this once and kept nowhere; the line has only its SHA-256. Needs no broker."
        },
        footer = {
            "",
            "Examples:",
            "  fairway token anna",
            "  fairway token ben --role coordinator --account cms --account atlas",
            "  fairway token grafana --role operator --expires 2027-01-01T00:00:00Z"
        })
public final class TokenCommand implements Runnable {
    @Parameters(paramLabel = "NAME", description = "User name, as share trees and jobs have it.")
    private String name = "";

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "user",
            description = "user, coordinator or operator (${DEFAULT-VALUE}); docs/security.md says what each may see.")
    private Role role = Role.USER;

    @Option(
            names = "--account",
            paramLabel = "ACCOUNT",
            description = {
                "An account that a coordinator looks after, with all below it: ACCOUNT of the domain's own tree,",
                "TREE/ACCOUNT, or */ACCOUNT for every tree. Write / in a name as %%2F. May be repeated."
            })
    private Set<String> accounts = new LinkedHashSet<>();

    @Option(
            names = "--expires",
            paramLabel = "INSTANT",
            description = "From when the token is no longer good; else it always is.")
    private @Nullable String expires;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        String token = Tokens.random(new SecureRandom());
        StringBuilder line =
                new StringBuilder("name=" + name + " role=" + role.name().toLowerCase(Locale.ROOT));
        if (!accounts.isEmpty()) {
            line.append(" accounts=").append(String.join(",", accounts));
        }
        if (expires != null) {
            line.append(" expires=").append(expires);
        }
        line.append(" sha256=").append(Tokens.hash(token));
        TokenLine checked;
        try {
            checked = TokenLine.parse(line.toString());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("token: " + token);
        out.println("line:  " + checked.text());
        out.flush();
    }
}
