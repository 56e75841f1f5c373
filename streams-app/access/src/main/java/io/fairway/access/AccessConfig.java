package io.fairway.access;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The access control part of the configuration: its keys, and the rules between them. */
public final class AccessConfig {
    public static final String AUTH = "http.auth";
    public static final String OPEN = "http.open";
    public static final String HOSTS = "http.hosts";

    public static final String CORS_ORIGINS = "http.cors.origins";
    public static final String TOKEN_FILE = "http.auth.token.file";
    public static final String ISSUER = "http.auth.oidc.issuer";
    public static final String AUDIENCE = "http.auth.oidc.audience";
    public static final String JWKS = "http.auth.oidc.jwks";
    public static final String ALGORITHMS = "http.auth.oidc.algorithms";
    public static final String USER_CLAIM = "http.auth.oidc.user.claim";
    public static final String ROLE_CLAIM = "http.auth.oidc.role.claim";
    public static final String OPERATORS = "http.auth.oidc.operators";
    public static final String COORDINATORS_CLAIM = "http.auth.oidc.coordinators.claim";
    public static final String SKEW = "http.auth.oidc.skew.ms";
    public static final String CERTIFICATE = "http.tls.certificate";
    public static final String KEY = "http.tls.key";
    public static final String KEYSTORE = "http.tls.keystore";
    public static final String KEYSTORE_PASSWORD_FILE = "http.tls.keystore.password.file";
    public static final String KEY_PASSWORD_FILE = "http.tls.key.password.file";
    public static final String BODY = "http.limit.body.bytes";
    public static final String RATE = "http.limit.rate";
    public static final String BURST = "http.limit.burst";
    public static final String STREAMS = "http.limit.streams";
    public static final String STREAMS_EACH = "http.limit.streams.caller";

    private static final Set<String> METHODS = Set.of("none", "token", "oidc");
    private static final int CALLERS = 10_000;

    private final AbstractConfig config;
    private final Set<String> methods;

    private AccessConfig(AbstractConfig config) {
        this.config = config;
        this.methods = new HashSet<>(config.getList(AUTH));
    }

    /** Adds the keys to a definition. */
    public static ConfigDef define(ConfigDef definition) {
        text(
                definition,
                OPEN,
                ConfigDef.Type.BOOLEAN,
                false,
                "true: whoever may ask sees everything, other users' usage included.");
        text(
                definition,
                HOSTS,
                ConfigDef.Type.LIST,
                List.of(),
                "Names of this server, separated by commas, as addresses in browsers have them. Needed where nobody has to say who they are, beside loopback, the address of the connection and http.advertised.");
        text(
                definition,
                TOKEN_FILE,
                ConfigDef.Type.STRING,
                "",
                "File of tokens, one a line; `fairway token` makes the lines. It is read again when it changes.");
        text(definition, ISSUER, ConfigDef.Type.STRING, "", "Issuer whose JWTs are good, exactly as they name it.");
        text(definition, AUDIENCE, ConfigDef.Type.STRING, "", "Audience that a JWT must be for.");
        text(
                definition,
                JWKS,
                ConfigDef.Type.STRING,
                "",
                "URL or file of the issuer's keys (JWKS); empty = where /.well-known/openid-configuration of the issuer says.");
        text(
                definition,
                ROLE_CLAIM,
                ConfigDef.Type.STRING,
                "groups",
                "Claim with the roles or groups of a caller. `a.b` is b inside of a, unless there is a claim of that whole name.");
        text(
                definition,
                OPERATORS,
                ConfigDef.Type.LIST,
                List.of(),
                "Values of the role claim that make an operator, separated by commas.");
        text(
                definition,
                COORDINATORS_CLAIM,
                ConfigDef.Type.STRING,
                "",
                "Claim with the accounts that a caller coordinates; empty = JWTs make no coordinators.");
        text(
                definition,
                CERTIFICATE,
                ConfigDef.Type.STRING,
                "",
                "PEM file with the certificate for TLS, and the chain after it; empty = no TLS, unless there is a keystore.");
        text(
                definition,
                KEY,
                ConfigDef.Type.STRING,
                "",
                "PEM file with the private key of the certificate (PKCS#8 or PKCS#1).");
        text(
                definition,
                KEYSTORE,
                ConfigDef.Type.STRING,
                "",
                "Keystore (PKCS#12 or JKS) with key and certificate for TLS, instead of PEM files.");
        text(
                definition,
                KEYSTORE_PASSWORD_FILE,
                ConfigDef.Type.STRING,
                "",
                "File whose first line is the password of the keystore.");
        text(
                definition,
                KEY_PASSWORD_FILE,
                ConfigDef.Type.STRING,
                "",
                "File whose first line is the password of the private key; empty = it has none, or the keystore's.");
        return PeerConfig.define(definition)
                .define(
                        CORS_ORIGINS,
                        ConfigDef.Type.LIST,
                        List.of(),
                        Origins::check,
                        Importance.LOW,
                        "Origins of web pages that may read answers in a browser, separated by commas, such as https://portal.example.org; empty = none. They may only read, and browsers send them no cookies or passwords.")
                .define(
                        AUTH,
                        ConfigDef.Type.LIST,
                        List.of("none"),
                        AccessConfig::checkMethods,
                        Importance.HIGH,
                        "How callers say who they are: none (everybody is an operator; on loopback only, unless http.open), token, oidc, or token,oidc.")
                .define(
                        ALGORITHMS,
                        ConfigDef.Type.LIST,
                        OidcSettings.ALGORITHMS,
                        ConfigDef.ValidList.in(OidcSettings.ALGORITHMS.toArray(String[]::new)),
                        Importance.LOW,
                        "Signatures of JWTs that are taken.")
                .define(
                        USER_CLAIM,
                        ConfigDef.Type.LIST,
                        List.of("preferred_username", "sub"),
                        AccessConfig::checkNotEmpty,
                        Importance.MEDIUM,
                        "Claims with the user name; the first that a JWT has counts. It must be one that users cannot choose.")
                .define(
                        SKEW,
                        ConfigDef.Type.LONG,
                        60_000L,
                        ConfigDef.Range.between(0, 600_000),
                        Importance.LOW,
                        "How far the clocks of issuer and application may differ.")
                .define(
                        BODY,
                        ConfigDef.Type.INT,
                        65_536,
                        ConfigDef.Range.atLeast(0),
                        Importance.LOW,
                        "Largest body of a request.")
                .define(
                        RATE,
                        ConfigDef.Type.DOUBLE,
                        50.0,
                        ConfigDef.Range.between(0.0, 1e6),
                        Importance.MEDIUM,
                        "Requests a second of one caller, or of one address where nobody has to say who they are; 0 = no limit.")
                .define(
                        BURST,
                        ConfigDef.Type.INT,
                        200,
                        ConfigDef.Range.between(1, 1_000_000),
                        Importance.LOW,
                        "Requests that one caller may send at once.")
                .define(
                        STREAMS,
                        ConfigDef.Type.INT,
                        100,
                        ConfigDef.Range.between(0, 10_000),
                        Importance.LOW,
                        "Streams that may be open at this instance. Each needs about 1 MiB of memory when its reader is slow.")
                .define(
                        STREAMS_EACH,
                        ConfigDef.Type.INT,
                        20,
                        ConfigDef.Range.between(0, 10_000),
                        Importance.LOW,
                        "Streams of one caller, or of one address where nobody has to say who they are.");
    }

    private static void text(ConfigDef definition, String key, ConfigDef.Type type, Object otherwise, String meaning) {
        definition.define(key, type, otherwise, Importance.MEDIUM, meaning);
    }

    /**
     * Reads this part from a configuration whose keys were checked one by one.
     *
     * @throws ConfigException naming the keys, if they contradict each other
     */
    public static AccessConfig of(AbstractConfig config) {
        AccessConfig access = new AccessConfig(config);
        access.checkTogether();
        return access;
    }

    /** Whether every caller sees everything. */
    public boolean open() {
        return config.getBoolean(OPEN);
    }

    /** Names of this server that requests may be for if nobody has to authenticate. */
    public List<String> hosts() {
        return config.getList(HOSTS);
    }

    /** Origins of web pages whose scripts may read answers. */
    public List<String> corsOrigins() {
        return config.getList(CORS_ORIGINS);
    }

    /** Whether callers must authenticate. */
    public boolean authenticates() {
        return !methods.contains("none");
    }

    /** The largest body of a request, bytes. */
    public int bodyBytes() {
        return config.getInt(BODY);
    }

    /** A new limit of the configured rate. */
    public RateLimit rateLimit() {
        return new RateLimit(config.getDouble(RATE), config.getInt(BURST), CALLERS);
    }

    /** How many streams may be open at this instance. */
    public int mostStreams() {
        return config.getInt(STREAMS);
    }

    /** How many streams of one caller may be open at this instance. */
    public int mostStreamsOfEach() {
        return config.getInt(STREAMS_EACH);
    }

    /** Whether TLS is configured. */
    public boolean tls() {
        return has(CERTIFICATE) || has(KEYSTORE);
    }

    /** The part about other instances. */
    public PeerConfig peers() {
        return new PeerConfig(config);
    }

    @Nullable
    Path tokenFile() {
        return methods.contains("token") ? Path.of(config.getString(TOKEN_FILE)) : null;
    }

    @Nullable
    OidcSettings oidc() {
        return methods.contains("oidc")
                ? new OidcSettings(
                        config.getString(ISSUER),
                        config.getString(AUDIENCE),
                        config.getString(JWKS),
                        config.getList(ALGORITHMS),
                        config.getList(USER_CLAIM),
                        config.getString(ROLE_CLAIM),
                        Set.copyOf(config.getList(OPERATORS)),
                        config.getString(COORDINATORS_CLAIM),
                        config.getLong(SKEW))
                : null;
    }

    /** The file that a key names; null if the key is empty. */
    @Nullable
    Path file(String key) {
        return has(key) ? Path.of(config.getString(key)) : null;
    }

    /**
     * Refuses an address that strangers can reach if callers need not authenticate.
     *
     * @param address the address to listen on
     * @param listenKey the key that sets the address, for the message
     * @throws ConfigException naming the keys
     */
    public void requireSafe(InetAddress address, String listenKey) {
        if (!address.isLoopbackAddress() && !authenticates() && !open()) {
            throw new ConfigException(listenKey + " is " + address.getHostAddress() + ", which others reach, and "
                    + AUTH
                    + " is none: everybody would see everybody's usage. Set " + AUTH + " to token or oidc, or " + OPEN
                    + "=true if that is meant, or listen on 127.0.0.1");
        }
    }

    /**
     * Warnings for the log about permitted settings: tokens travel without TLS; instances cannot ask each other. Empty if
     * there is nothing to warn of.
     *
     * @param others whether other instances are told where this one is
     */
    public List<String> warnings(InetAddress address, boolean others) {
        List<String> warnings = new ArrayList<>();
        if (!address.isLoopbackAddress() && authenticates() && !tls()) {
            warnings.add("tokens come in without TLS on " + address.getHostAddress() + ": set " + CERTIFICATE + " and "
                    + KEY + ", or put a proxy with TLS before it");
        }
        if (others && authenticates() && !peers().hasSecret()) {
            warnings.add("instances pass no questions on to each other, because " + PeerConfig.SECRET
                    + " is not set: each answers for its own domains only");
        }
        return warnings;
    }

    private void checkTogether() {
        List<String> problems = new ArrayList<>();
        if (methods.contains("token") && !has(TOKEN_FILE)) {
            problems.add(AUTH + " has token, which needs " + TOKEN_FILE);
        }
        if (methods.contains("oidc")) {
            for (String key : List.of(ISSUER, AUDIENCE)) {
                if (!has(key)) {
                    problems.add(AUTH + " has oidc, which needs " + key);
                }
            }
            checkSecure(ISSUER, problems);
            if (config.getString(JWKS).contains("://")) {
                checkSecure(JWKS, problems);
            }
        }
        if (has(CERTIFICATE) != has(KEY)) {
            problems.add(CERTIFICATE + " and " + KEY + " need each other");
        }
        if (has(CERTIFICATE) && has(KEYSTORE)) {
            problems.add(CERTIFICATE + " and " + KEYSTORE + " exclude each other");
        }
        if (has(KEYSTORE) && !has(KEYSTORE_PASSWORD_FILE)) {
            problems.add(KEYSTORE + " needs " + KEYSTORE_PASSWORD_FILE);
        }
        List<String> files =
                new ArrayList<>(List.of(CERTIFICATE, KEY, KEYSTORE, KEYSTORE_PASSWORD_FILE, KEY_PASSWORD_FILE));
        if (methods.contains("token")) {
            files.add(TOKEN_FILE);
        }
        for (String key : files) {
            Path file = file(key);
            if (file != null && !Files.isReadable(file)) {
                problems.add(key + ": file " + file + " is not there or cannot be read");
            }
        }
        peers().check(problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(String.join("; ", problems));
        }
    }

    /** Keys that came over plain HTTP could be anybody's. */
    private void checkSecure(String key, List<String> problems) {
        if (!has(key)) {
            return;
        }
        try {
            URI uri = URI.create(config.getString(key));
            String host = String.valueOf(uri.getHost());
            boolean local = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
            if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && local)) {
                problems.add(key + " " + uri + ": must be an https URL (http on this machine only)");
            }
        } catch (IllegalArgumentException e) {
            problems.add(key + " " + config.getString(key) + ": is no URL");
        }
    }

    private boolean has(String key) {
        return !config.getString(key).isEmpty();
    }

    private static void checkMethods(String key, @Nullable Object value) {
        List<?> methods = value instanceof List<?> list ? list : List.of();
        if (methods.isEmpty() || !METHODS.containsAll(methods) || (methods.contains("none") && methods.size() > 1)) {
            throw new ConfigException(key, value, "must be none, token, oidc, or token,oidc");
        }
    }

    private static void checkNotEmpty(String key, @Nullable Object value) {
        if (!(value instanceof List<?> list) || list.isEmpty()) {
            throw new ConfigException(key, value, "must name a claim at least");
        }
    }
}
