package io.fairway.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
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
    private static final String PASSWORD = "of-the-tests";
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Path directory;

    /** @param directory gets all keys and certificates; created if missing */
    public TestAuthority(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        keytool(
                "-genkeypair",
                "-alias",
                "ca",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=ca",
                "-ext",
                "bc:c",
                "-validity",
                "30",
                "-keystore",
                store("ca"));
        keytool(
                "-exportcert",
                "-alias",
                "ca",
                "-rfc",
                "-keystore",
                store("ca"),
                "-file",
                certificate().toString());
    }

    /** Its own certificate in PEM: whoever trusts it trusts all others. */
    public Path certificate() {
        return directory.resolve("ca.pem");
    }

    /** Makes a key and a certificate of a name, which holds for a day: key and chain in one PEM file. */
    public Path issue(String name) {
        return issue(name, Duration.ofSeconds(DAY));
    }

    /** As above; it ends so long from now. An earlier file of the name gets the new content at once. */
    public Path issue(String name, Duration left) {
        try {
            Files.deleteIfExists(Path.of(store(name)));
            Path signed = directory.resolve(name + ".crt");
            Path request = directory.resolve(name + ".csr");
            keytool(
                    "-genkeypair",
                    "-alias",
                    name,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=" + name,
                    "-keystore",
                    store(name));
            keytool("-certreq", "-alias", name, "-keystore", store(name), "-file", request.toString());
            keytool(
                    "-gencert",
                    "-alias",
                    "ca",
                    "-rfc",
                    "-keystore",
                    store("ca"),
                    "-infile",
                    request.toString(),
                    "-outfile",
                    signed.toString(),
                    "-ext",
                    "san=ip:127.0.0.1,dns:localhost",
                    "-validity",
                    "1",
                    "-startdate",
                    "-" + (DAY - left.toSeconds()) + "S");
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(Path.of(store(name)))) {
                keys.load(in, PASSWORD.toCharArray());
            }
            Key key = keys.getKey(name, PASSWORD.toCharArray());
            Path whole = directory.resolve(name + ".pem");
            Path next = directory.resolve(name + ".next");
            Files.writeString(
                    next,
                    "-----BEGIN PRIVATE KEY-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                            + "\n-----END PRIVATE KEY-----\n"
                            + Files.readString(signed)
                            + Files.readString(certificate()));
            // At once: a reader never sees half of it.
            return Files.move(next, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The certificate that was issued last to a name. */
    public X509Certificate certificate(String name) {
        try (InputStream in = Files.newInputStream(directory.resolve(name + ".crt"))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** TLS for a server with the certificate of a name. */
    public SSLContext server(String name) {
        try (InputStream in = Files.newInputStream(Path.of(store(name)))) {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(in, PASSWORD.toCharArray());
            own.setKeyEntry(
                    name, own.getKey(name, PASSWORD.toCharArray()), PASSWORD.toCharArray(), new X509Certificate[] {
                        certificate(name)
                    });
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private void keytool(String... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(words));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
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
