package io.fairway.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An authority of the tests that signs certificates, by the JDK's keytool. */
public final class TestAuthority {
    private static final String CA = "ca";
    private static final String PASSWORD = "of-the-tests";
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Path directory;

    /** @param directory gets all keys and certificates; created if missing */
    public TestAuthority(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
            keytool(CA, "-ext", "bc:c", "-validity", "30");
            Files.writeString(
                    certificate(), pem("CERTIFICATE", entry(CA).getCertificate().getEncoded()));
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
        return issue(name, Duration.ofSeconds(DAY));
    }

    /** As above; it ends so long from now. An earlier file of the name gets the new content at once. */
    public Path issue(String name, Duration left) {
        try {
            // The signer must be in the store of the key.
            Files.copy(Path.of(store(CA)), Path.of(store(name)), StandardCopyOption.REPLACE_EXISTING);
            keytool(
                    name,
                    "-signer",
                    CA,
                    "-ext",
                    "san=ip:127.0.0.1,dns:localhost",
                    "-validity",
                    "1",
                    "-startdate",
                    "-" + (DAY - left.toSeconds()) + "S");
            KeyStore.PrivateKeyEntry issued = entry(name);
            StringBuilder text =
                    new StringBuilder(pem("PRIVATE KEY", issued.getPrivateKey().getEncoded()));
            for (Certificate certificate : issued.getCertificateChain()) {
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
            own.setEntry(name, entry(name), new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyStore.PrivateKeyEntry entry(String name) {
        char[] password = PASSWORD.toCharArray();
        try {
            KeyStore keys = KeyStore.getInstance(new File(store(name)), password);
            return (KeyStore.PrivateKeyEntry) keys.getEntry(name, new KeyStore.PasswordProtection(password));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + kind + "-----\n";
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    /** Makes a key and its certificate in the store of a name. */
    private void keytool(String name, String... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of(words));
        command.addAll(List.of("-keystore", store(name), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Path log = directory.resolve("keytool.log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command + ": " + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
