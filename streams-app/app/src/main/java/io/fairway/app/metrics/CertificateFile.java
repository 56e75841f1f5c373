package io.fairway.app.metrics;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file with the certificate that this program shows to others.
 *
 * @param setting the key of the configuration that names the file
 * @param file PEM, where its own certificate is the first; or a keystore, PKCS#12 or JKS
 * @param password reads the keystore's password; never called for PEM
 */
public record CertificateFile(String setting, Path file, Callable<String> password) {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", Pattern.DOTALL);

    /** When its certificate ends, or the first of several. Empty if the file cannot be read: who serves by it says why. */
    public Optional<Instant> end() {
        try {
            Matcher pem = PEM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            return pem.find() ? Optional.of(end(pem.group())) : stored();
        } catch (Exception unreadable) {
            return Optional.empty();
        }
    }

    private static Instant end(String pem) throws CertificateException {
        Certificate first = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        return ((X509Certificate) first).getNotAfter().toInstant();
    }

    private Optional<Instant> stored() throws Exception {
        KeyStore store = KeyStore.getInstance(file.toFile(), password.call().toCharArray());
        Optional<Instant> earliest = Optional.empty();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate certificate) {
                Instant end = certificate.getNotAfter().toInstant();
                earliest = Optional.of(earliest.filter(end::isAfter).orElse(end));
            }
        }
        return earliest;
    }
}
