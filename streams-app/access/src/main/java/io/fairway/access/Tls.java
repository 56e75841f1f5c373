package io.fairway.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import nl.altindag.ssl.exception.GenericSecurityException;
import nl.altindag.ssl.util.KeyManagerUtils;
import nl.altindag.ssl.util.KeyStoreUtils;
import nl.altindag.ssl.util.SSLContextUtils;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key and certificates of a server, from PEM files or from a keystore. The server reads the files again when one of
 * them changes. If it cannot use the new ones, the old ones stay and the log says why.
 */
public final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final long LOOK_EVERY_SECONDS = 10;
    private static final Duration SOON = Duration.ofDays(14);

    private final AccessConfig config;
    private final X509ExtendedKeyManager shown;
    private final SSLContext context;
    private volatile Instant end = Instant.MAX;
    private Object stamp;

    private Tls(AccessConfig config) {
        this.config = config;
        stamp = stamp();
        try {
            Identity first = identity();
            shown = KeyManagerUtils.createSwappableKeyManager(first.keys());
            end = first.end();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException | GenericSecurityException e) {
            var refused = new ConfigException("TLS cannot be set up: " + e.getMessage());
            refused.initCause(e);
            throw refused;
        }
        context = SSLContextUtils.createSslContext(List.of(shown), List.of());
    }

    /**
     * Key and certificate as configured; null without TLS.
     *
     * @throws ConfigException naming file and rule, if a file cannot be used
     */
    public static @Nullable Tls of(AccessConfig config) {
        return config.tls() ? new Tls(config) : null;
    }

    /** For {@code SslContextFactory.Server.setSslContext}. */
    public SSLContext context() {
        return context;
    }

    /**
     * When the certificate ends that new connections see, or the first of several. If changed files cannot be used, it is that of
     * the old ones.
     */
    public Instant end() {
        return end;
    }

    /** From now on new connections see a change of the files after some seconds, until the caller closes the result. */
    public ExecutorService watch() {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("certificates").factory());
        var unused =
                watch.scheduleWithFixedDelay(this::reread, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
        return watch;
    }

    /** Loads the files again if they have changed. */
    void reread() {
        Object now = stamp();
        if (now.equals(stamp)) {
            return;
        }
        stamp = now;
        try {
            Identity changed = identity();
            KeyManagerUtils.swapKeyManager(shown, changed.keys());
            end = changed.end();
            LOG.info("key and certificate for TLS: read again");
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.error("the changed files for TLS are not taken, key and certificate stay: {}", e.getMessage());
        }
    }

    private Object stamp() {
        return Stream.of(
                        AccessConfig.CERTIFICATE,
                        AccessConfig.KEY,
                        AccessConfig.KEYSTORE,
                        AccessConfig.KEYSTORE_PASSWORD_FILE,
                        AccessConfig.KEY_PASSWORD_FILE)
                .map(config::file)
                .filter(Objects::nonNull)
                .map(TokenFile::stamp)
                .toList();
    }

    /**
     * What a server shows.
     *
     * @param end of its certificate, or of the first of several
     */
    private record Identity(X509ExtendedKeyManager keys, Instant end) {}

    private Identity identity() throws IOException, GeneralSecurityException {
        char[] keyPassword = password(config.file(AccessConfig.KEY_PASSWORD_FILE));
        Path certificate = config.file(AccessConfig.CERTIFICATE);
        if (certificate != null) {
            X509ExtendedKeyManager read =
                    PemFiles.read(certificate, Objects.requireNonNull(config.file(AccessConfig.KEY)), keyPassword);
            X509Certificate own = PemFiles.chain(certificate).getFirst();
            warnOfDates(certificate, own);
            return new Identity(read, own.getNotAfter().toInstant());
        }
        Path file = Objects.requireNonNull(config.file(AccessConfig.KEYSTORE));
        char[] password = Objects.requireNonNull(password(config.file(AccessConfig.KEYSTORE_PASSWORD_FILE)));
        try {
            KeyStore store = KeyStoreUtils.loadKeyStore(file, password);
            Instant earliest = requireKey(file, store);
            return new Identity(
                    KeyManagerUtils.createKeyManager(store, keyPassword == null ? password : keyPassword), earliest);
        } catch (GenericSecurityException e) {
            throw new IOException("keystore " + file + " cannot be read: " + reason(e), e);
        }
    }

    /**
     * Without a key, a server starts and then refuses every connection.
     *
     * @return the first end of a certificate
     */
    private static Instant requireKey(Path file, KeyStore store) throws KeyStoreException {
        Instant earliest = Instant.MAX;
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate certificate) {
                Instant ends = certificate.getNotAfter().toInstant();
                earliest = ends.isBefore(earliest) ? ends : earliest;
                warnOfDates(file, certificate);
            }
        }
        if (earliest.equals(Instant.MAX)) {
            throw new IllegalArgumentException("keystore " + file + " holds no private key with its certificate, only "
                    + store.size() + " other entries");
        }
        return earliest;
    }

    /** A certificate that has ended must not stop the application: the ledger needs none. */
    private static void warnOfDates(Path file, X509Certificate certificate) {
        Instant now = Instant.now();
        Instant begins = certificate.getNotBefore().toInstant();
        Instant ends = certificate.getNotAfter().toInstant();
        String name = certificate.getSubjectX500Principal().getName();
        if (now.isAfter(ends)) {
            LOG.error("the certificate of {} in {} has expired, at {}: clients refuse it", name, file, ends);
        } else if (now.isBefore(begins)) {
            LOG.error("the certificate of {} in {} is valid from {} only: clients refuse it", name, file, begins);
        } else if (now.plus(SOON).isAfter(ends)) {
            LOG.warn("the certificate of {} in {} expires soon, at {}", name, file, ends);
        }
    }

    /** The JDK's message: the library's own exceptions name classes. */
    private static @Nullable String reason(Throwable failed) {
        Throwable cause = failed.getCause();
        return failed instanceof GenericSecurityException && cause != null ? reason(cause) : failed.getMessage();
    }

    private static char @Nullable [] password(@Nullable Path file) throws IOException {
        return file == null
                ? null
                : Files.readString(file, StandardCharsets.UTF_8)
                        .lines()
                        .findFirst()
                        .orElse("")
                        .toCharArray();
    }
}
