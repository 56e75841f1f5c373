package io.fairway.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import nl.altindag.ssl.util.SSLContextUtils;
import nl.altindag.ssl.util.TrustManagerUtils;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The part of the configuration about other instances: the secret that they share, and whose certificates are good. */
public final class PeerConfig {
    public static final String SECRET = "http.peer.secret";
    public static final String SECRET_FILE = "http.peer.secret.file";
    public static final String CA = "http.peer.ca";

    /** HS256 needs a key as long as its digest (RFC 7518, section 3.2). */
    private static final int SHORTEST = 32;

    private final AbstractConfig config;

    PeerConfig(AbstractConfig config) {
        this.config = config;
    }

    static ConfigDef define(ConfigDef definition) {
        return definition
                .define(
                        SECRET,
                        ConfigDef.Type.PASSWORD,
                        "",
                        Importance.MEDIUM,
                        "Secret that all instances share, 32 bytes at least. With it, they pass questions on to each other, signed. Empty = none.")
                .define(
                        SECRET_FILE,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "File whose first line is that secret, instead of " + SECRET + ".")
                .define(
                        CA,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "PEM file with the certificates that sign those of the other instances, for TLS between them; empty = those that Java trusts.");
    }

    void check(List<String> problems) {
        if (hasValue() && hasFile(SECRET_FILE)) {
            problems.add(SECRET + " and " + SECRET_FILE + " exclude each other");
        }
        for (String key : List.of(SECRET_FILE, CA)) {
            if (hasFile(key) && !Files.isReadable(file(key))) {
                problems.add(key + ": file " + file(key) + " is not there or cannot be read");
                return;
            }
        }
        byte[] secret = secret();
        if (secret != null && secret.length < SHORTEST) {
            problems.add((hasValue() ? SECRET : SECRET_FILE) + ": the secret has " + secret.length + " bytes; it needs "
                    + SHORTEST + " at least (openssl rand -base64 32 makes one)");
        }
    }

    /** Whether instances share a secret. */
    public boolean hasSecret() {
        return hasValue() || hasFile(SECRET_FILE);
    }

    /**
     * Signs and verifies what instances say to each other; null without a secret.
     *
     * @param clock epoch milliseconds
     */
    public @Nullable PeerPass pass(LongSupplier clock) {
        byte[] secret = secret();
        return secret == null ? null : new PeerPass(secret, clock);
    }

    /**
     * Trust in the certificates of other instances; null = Java's own.
     *
     * @throws ConfigException naming the file, if it holds no certificates
     */
    public @Nullable SSLContext trust() {
        if (!hasFile(CA)) {
            return null;
        }
        try {
            return SSLContextUtils.createSslContext(
                    List.of(), List.of(TrustManagerUtils.createTrustManager(PemFiles.chain(file(CA)))));
        } catch (IOException | IllegalArgumentException e) {
            var refused = new ConfigException(CA + ": " + e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    private byte @Nullable [] secret() {
        if (hasValue()) {
            return config.getPassword(SECRET).value().getBytes(StandardCharsets.UTF_8);
        }
        if (!hasFile(SECRET_FILE)) {
            return null;
        }
        try {
            return Files.readString(file(SECRET_FILE), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            var refused = new ConfigException(SECRET_FILE + ": file " + file(SECRET_FILE) + " cannot be read as text");
            refused.initCause(e);
            throw refused;
        }
    }

    private boolean hasValue() {
        return !config.getPassword(SECRET).value().isEmpty();
    }

    private boolean hasFile(String key) {
        return !config.getString(key).isEmpty();
    }

    private Path file(String key) {
        return Path.of(config.getString(key));
    }
}
