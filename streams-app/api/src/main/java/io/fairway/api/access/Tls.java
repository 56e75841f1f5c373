package io.fairway.api.access;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Makes what a server needs for TLS, from PEM files or from a keystore. Read once, at the start. */
public final class Tls {
    private Tls() {}

    /**
     * Key and certificate as configured, for {@code SslContextFactory.Server.setSslContext}; null where there is no TLS.
     *
     * @throws ConfigException naming file and rule, where one cannot be used
     */
    public static @Nullable SSLContext context(AccessConfig config) {
        if (!config.tls()) {
            return null;
        }
        Path certificate = config.file(AccessConfig.CERTIFICATE);
        try {
            char[] keyPassword = password(config.file(AccessConfig.KEY_PASSWORD_FILE));
            if (certificate != null) {
                Path key = Objects.requireNonNull(config.file(AccessConfig.KEY));
                return of(pem(certificate, key, keyPassword), new char[0]);
            }
            Path file = Objects.requireNonNull(config.file(AccessConfig.KEYSTORE));
            char[] password = Objects.requireNonNull(password(config.file(AccessConfig.KEYSTORE_PASSWORD_FILE)));
            return of(keystore(file, password), keyPassword == null ? password : keyPassword);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            var refused = new ConfigException("TLS cannot be set up: " + e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    private static SSLContext of(KeyStore keys, char[] password) throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static KeyStore pem(Path certificateFile, Path keyFile, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        List<Certificate> chain = chain(certificateFile);
        PrivateKey key = PrivateKeyFile.read(keyFile, password);
        if (!PrivateKeyFile.belongTogether(key, chain.getFirst().getPublicKey())) {
            throw new IllegalArgumentException(
                    keyFile + " is not the key of the first certificate in " + certificateFile);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("fairway", key, new char[0], chain.toArray(Certificate[]::new));
        return keys;
    }

    private static List<Certificate> chain(Path file) throws IOException {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<Certificate> chain =
                    List.copyOf(factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file))));
            if (chain.isEmpty()) {
                throw new IllegalArgumentException(file + " holds no certificate");
            }
            return chain;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " holds no certificates in PEM", e);
        }
    }

    private static KeyStore keystore(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, password);
        } catch (IOException e) {
            throw new IOException("keystore " + file + " cannot be read: " + e.getMessage(), e);
        }
        return keys;
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
