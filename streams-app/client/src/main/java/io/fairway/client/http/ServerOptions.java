package io.fairway.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The server and the domain to ask about. */
public final class ServerOptions {
    private static final String TOKEN = "FAIRWAY_TOKEN";
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:FAIRWAY_SERVER:-http://127.0.0.1:8090}",
            description = "Any instance of Fairway. Default: FAIRWAY_SERVER from the environment (${DEFAULT-VALUE}).")
    private String server = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token for the server. Default: FAIRWAY_TOKEN from the environment.")
    private @Nullable Path tokenFile;

    @Option(names = "--domain", paramLabel = "NAME", description = "Domain. Required if the server has several.")
    private @Nullable String domain;

    /** A server that other options name. */
    public static ServerOptions of(String server, @Nullable Path tokenFile, @Nullable String domain) {
        ServerOptions options = new ServerOptions();
        options.server = server;
        options.tokenFile = tokenFile;
        options.domain = domain;
        return options;
    }

    /**
     * The server.
     *
     * @throws ParameterException with the value and the rule
     */
    public Api api(CommandSpec spec) {
        return new Api(address(spec), token(spec, System.getenv()));
    }

    /** Whether the command line names a domain. */
    public boolean hasDomain() {
        return domain != null;
    }

    /**
     * The name of the domain: the one on the command line, or the only one.
     *
     * @throws ApiException with the names, if there are several
     */
    public String domain(Api api) {
        String named = domain;
        return named != null ? named : only(api).path("domain").asText();
    }

    /** The domain with its clusters, trees and policies. */
    public JsonNode describedDomain(Api api) {
        String named = domain;
        return named != null ? api.get(Query.of("domains", named)) : only(api);
    }

    private static JsonNode only(Api api) {
        List<JsonNode> domains = new ArrayList<>();
        api.get(Query.of("domains")).path("items").forEach(domains::add);
        if (domains.size() == 1) {
            return domains.get(0);
        }
        if (domains.isEmpty()) {
            throw new ApiException(
                    ApiException.NOT_FOUND,
                    api.server() + " has no domain yet; a domain appears with its first share tree or job event");
        }
        List<String> names =
                domains.stream().map(one -> one.path("domain").asText()).toList();
        throw new ApiException(
                ApiException.NOT_FOUND,
                api.server() + " has several domains; name one by --domain: " + String.join(", ", names));
    }

    private String address(CommandSpec spec) {
        String address = server.replaceAll("/+$", "");
        try {
            URI uri = new URI(address);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean named = uri.getHost() != null && uri.getPort() <= LAST_PORT;
            if (http && named && uri.getUserInfo() == null && uri.getQuery() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // The message is below.
        }
        throw new ParameterException(
                spec.commandLine(), "--server " + server + ": must be http://HOST:PORT or https://HOST:PORT");
    }

    /** The token for the server. No message repeats it. */
    @Nullable
    String token(CommandSpec spec, Map<String, String> environment) {
        String source = tokenFile == null ? TOKEN : "--token-file " + tokenFile;
        String token = environment.get(TOKEN);
        if (tokenFile != null) {
            try {
                token = Files.readString(tokenFile);
            } catch (IOException e) {
                throw new ParameterException(spec.commandLine(), source + ": cannot be read", e);
            }
        }
        if (token == null || token.isBlank()) {
            if (tokenFile != null) {
                throw new ParameterException(spec.commandLine(), source + ": is empty");
            }
            return null;
        }
        String stripped = token.strip();
        if (!stripped.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new ParameterException(spec.commandLine(), source + ": must be one word of ASCII characters");
        }
        return stripped;
    }
}
