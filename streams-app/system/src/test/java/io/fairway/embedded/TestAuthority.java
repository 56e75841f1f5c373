package io.fairway.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority of the tests that signs certificates. */
public final class TestAuthority {
    private static final String CA = "ca";
    private static final char[] NO_PASSWORD = {};

    private final SecureRandom random = new SecureRandom();
    private final Map<String, KeyStore.PrivateKeyEntry> issued = new ConcurrentHashMap<>();
    private final Path directory;

    /** @param directory gets all keys and certificates; created if missing */
    public TestAuthority(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
            make(CA, Duration.ofDays(30), List.of());
            Files.writeString(certificate(), pem("CERTIFICATE", certificate(CA).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its own certificate in PEM: whoever trusts it trusts all others. */
    public Path certificate() {
        return directory.resolve(CA + ".pem");
    }

    /** Makes a key and a certificate of a name, which holds for a day: key and chain in one PEM file. */
    public Path issue(String name) {
        return issue(name, Duration.ofDays(1));
    }

    /** As above; it ends so long from now. An earlier file of the name gets the new content at once. */
    public Path issue(String name, Duration left) {
        try {
            make(name, left, List.of(certificate(CA)));
            KeyStore.PrivateKeyEntry entry = entry(name);
            StringBuilder text =
                    new StringBuilder(pem("PRIVATE KEY", entry.getPrivateKey().getEncoded()));
            for (Certificate certificate : entry.getCertificateChain()) {
                text.append(pem("CERTIFICATE", certificate.getEncoded()));
            }
            Path next = Files.writeString(directory.resolve(name + ".next"), text);
            // At once: a reader never sees half of it.
            return Files.move(next, directory.resolve(name + ".pem"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The certificate that was issued last to a name. */
    public X509Certificate certificate(String name) {
        return (X509Certificate) entry(name).getCertificate();
    }

    /** TLS for a server with the certificate of a name. */
    public SSLContext server(String name) {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setEntry(name, entry(name), new KeyStore.PasswordProtection(NO_PASSWORD));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyStore.PrivateKeyEntry entry(String name) {
        return Objects.requireNonNull(issued.get(name), name);
    }

    /** Makes a key and its certificate, signed by the authority; by itself, if there are no signers. */
    private void make(String name, Duration left, List<X509Certificate> signers) throws GeneralSecurityException {
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
        pairs.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = pairs.generateKeyPair();
        X500Principal subject = new X500Principal("CN=" + name);
        Instant end = Instant.now().plus(left);
        try {
            JcaX509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
                    new X500Principal("CN=" + CA),
                    new BigInteger(64, random),
                    Date.from(end.minus(Duration.ofDays(30))),
                    Date.from(end),
                    subject,
                    pair.getPublic());
            if (signers.isEmpty()) {
                certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            } else {
                certificate.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
                    new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                    new GeneralName(GeneralName.dNSName, "localhost")
                }));
            }
            PrivateKey signer =
                    signers.isEmpty() ? pair.getPrivate() : entry(CA).getPrivateKey();
            X509Certificate made = new JcaX509CertificateConverter()
                    .getCertificate(certificate.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
            issued.put(
                    name,
                    new KeyStore.PrivateKeyEntry(
                            pair.getPrivate(),
                            Stream.concat(Stream.of(made), signers.stream()).toArray(X509Certificate[]::new)));
        } catch (CertIOException | OperatorCreationException e) {
            throw new GeneralSecurityException(name, e);
        }
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + kind + "-----\n";
    }
}
