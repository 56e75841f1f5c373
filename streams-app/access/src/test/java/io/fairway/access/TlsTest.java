package io.fairway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.AlgorithmParameters;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The JDK's keytool makes keys and certificates. A handshake shows that the server uses them. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
@Isolated("It reads what everybody logs.")
class TlsTest {
    private static final String PASSWORD = "correct horse";

    @TempDir
    private static Path directory;

    private static Path passwordFile;

    @BeforeAll
    static void makeKeys() throws Exception {
        passwordFile = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        for (String kind : List.of("RSA", "EC", "Ed25519")) {
            make(store(kind), kind, "-validity", kind.equals("EC") ? "3" : "2");
            Files.writeString(
                    pem(kind, "crt"), block("CERTIFICATE", certificate(kind).getEncoded()));
            Files.writeString(
                    pem(kind, "key"),
                    block(
                            "PRIVATE KEY",
                            load(kind).getKey("a", PASSWORD.toCharArray()).getEncoded()));
        }
    }

    private static void make(Path store, String kind, String... dates) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                kind,
                "-alias",
                "a",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(dates));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    private static SSLContext context(AccessConfig config) {
        return Objects.requireNonNull(Tls.of(config)).context();
    }

    /** What is logged of files of this test. */
    private static List<String> told(Logged logged) {
        return logged.texts().stream()
                .filter(text -> text.contains(directory.toString()))
                .toList();
    }

    private static AccessConfig ofStore(Path store) {
        return config(Map.of(AccessConfig.KEYSTORE, store, AccessConfig.KEYSTORE_PASSWORD_FILE, passwordFile));
    }

    @Test
    void saysAtTheStartThatACertificateHasExpiredOrWillSoon() throws Exception {
        Map<String, String> told = Map.of(
                "-10d 5", "ERROR the certificate of CN=localhost in .* has expired, at .*: clients refuse it",
                "+5d 50", "ERROR the certificate of CN=localhost in .* is valid from .* only: clients refuse it",
                "-1d 10", "WARN the certificate of CN=localhost in .* expires soon, at .*");
        for (Map.Entry<String, String> entry : told.entrySet()) {
            String[] dates = entry.getKey().split(" ", -1);
            Path store = directory.resolve(dates[0] + ".p12");
            make(store, "EC", "-startdate", dates[0], "-validity", dates[1]);
            Path crt = Files.writeString(
                    directory.resolve(dates[0] + ".crt"),
                    block(
                            "CERTIFICATE",
                            KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                                    .getCertificate("a")
                                    .getEncoded()));
            Path key = Files.writeString(
                    directory.resolve(dates[0] + ".key"),
                    block(
                            "PRIVATE KEY",
                            KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                                    .getKey("a", PASSWORD.toCharArray())
                                    .getEncoded()));
            for (AccessConfig config : List.of(ofStore(store), pems(crt, key))) {
                try (Logged logged = new Logged()) {
                    assertThat(Tls.of(config)).isNotNull();
                    assertThat(told(logged)).singleElement().asString().matches(entry.getValue());
                }
            }
        }
        Path lasting = directory.resolve("lasting.p12");
        make(lasting, "EC", "-validity", "50");
        try (Logged logged = new Logged()) {
            assertThat(Tls.of(ofStore(lasting))).isNotNull();
            assertThat(told(logged)).isEmpty();
        }
    }

    @Test
    void refusesAKeystoreWithoutAKey() throws Exception {
        KeyStore keyless = KeyStore.getInstance("PKCS12");
        keyless.load(null, null);
        keyless.setCertificateEntry("a", certificate("EC"));
        Path file = directory.resolve("keyless.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            keyless.store(out, PASSWORD.toCharArray());
        }
        assertThatThrownBy(() -> Tls.of(ofStore(file)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("keystore " + file + " holds no private key with its certificate");
    }

    private static Path store(String kind) {
        return directory.resolve(kind + ".p12");
    }

    private static Path pem(String kind, String what) {
        return directory.resolve(kind + "." + what + ".pem");
    }

    private static KeyStore load(String kind) throws Exception {
        return KeyStore.getInstance(store(kind).toFile(), PASSWORD.toCharArray());
    }

    private static Certificate certificate(String kind) throws Exception {
        return load(kind).getCertificate("a");
    }

    private static Instant end(String kind) throws Exception {
        return ((X509Certificate) certificate(kind)).getNotAfter().toInstant();
    }

    private static String block(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + what
                + "-----\n";
    }

    private static AccessConfig config(Map<String, Path> files) {
        Map<String, String> all = new HashMap<>();
        files.forEach((key, file) -> all.put(key, file.toString()));
        return AccessConfigs.of(all);
    }

    private static AccessConfig pems(Path certificate, Path key) {
        return config(Map.of(AccessConfig.CERTIFICATE, certificate, AccessConfig.KEY, key));
    }

    /** The certificate that the server shows to a client that trusts only this one. */
    private static Certificate shown(SSLContext server, Certificate trusted) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("a", trusted);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trust);
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, managers.getTrustManagers(), null);
        InetAddress here = InetAddress.getLoopbackAddress();
        try (SSLServerSocket listening =
                (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0, 1, here)) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket socket = (SSLSocket) listening.accept()) {
                    socket.startHandshake();
                    socket.getOutputStream().write(1);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            try (SSLSocket socket =
                    (SSLSocket) client.getSocketFactory().createSocket(here, listening.getLocalPort())) {
                socket.startHandshake();
                assertThat(socket.getInputStream().read()).isEqualTo(1);
                served.get(1, TimeUnit.MINUTES);
                return socket.getSession().getPeerCertificates()[0];
            }
        }
    }

    @Test
    void showsTheCertificateOfPemFilesAndOfAKeystore() throws Exception {
        for (String kind : List.of("RSA", "EC", "Ed25519")) {
            X509Certificate expected = (X509Certificate) certificate(kind);
            SSLContext ofPem = context(pems(pem(kind, "crt"), pem(kind, "key")));
            assertThat(shown(ofPem, expected)).isEqualTo(expected);
        }
        SSLContext ofStore = context(
                config(Map.of(AccessConfig.KEYSTORE, store("RSA"), AccessConfig.KEYSTORE_PASSWORD_FILE, passwordFile)));
        assertThat(shown(ofStore, certificate("RSA"))).isEqualTo(certificate("RSA"));
        assertThat(Objects.requireNonNull(Tls.of(ofStore(store("RSA")))).end()).isEqualTo(end("RSA"));
    }

    @Test
    void readsAKeyWithAPassword() throws Exception {
        String algorithm = "PBEWithHmacSHA256AndAES_256";
        SecretKey secret =
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(PASSWORD.toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE, secret);
        byte[] encrypted =
                cipher.doFinal(load("EC").getKey("a", PASSWORD.toCharArray()).getEncoded());
        // The standard's name: the constructor does not know the JDK's own.
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("PBES2");
        parameters.init(cipher.getParameters().getEncoded());
        Path key = Files.writeString(
                directory.resolve("encrypted.pem"),
                block("ENCRYPTED PRIVATE KEY", new EncryptedPrivateKeyInfo(parameters, encrypted).getEncoded()));
        Map<String, Path> files =
                new HashMap<>(Map.of(AccessConfig.CERTIFICATE, pem("EC", "crt"), AccessConfig.KEY, key));
        assertThatThrownBy(() -> Tls.of(config(files)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(key.toString(), "has a password", "http.tls.key.password.file");
        files.put(AccessConfig.KEY_PASSWORD_FILE, passwordFile);
        SSLContext context = context(config(files));
        assertThat(shown(context, certificate("EC"))).isEqualTo(certificate("EC"));
        files.put(AccessConfig.KEY_PASSWORD_FILE, Files.writeString(directory.resolve("wrong"), "battery staple"));
        assertThatThrownBy(() -> Tls.of(config(files)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the password is wrong")
                .hasMessageNotContaining("battery");
    }

    @Test
    void readsAKeyOfPkcs1() throws Exception {
        byte[] pkcs8 = load("RSA").getKey("a", PASSWORD.toCharArray()).getEncoded();
        // RFC 5208: version, algorithm and the head of the octets come before the key of RFC 8017; 26 bytes for RSA.
        Path key = Files.writeString(
                directory.resolve("pkcs1.pem"), block("RSA PRIVATE KEY", Arrays.copyOfRange(pkcs8, 26, pkcs8.length)));
        SSLContext context = context(pems(pem("RSA", "crt"), key));
        assertThat(shown(context, certificate("RSA"))).isEqualTo(certificate("RSA"));
    }

    @Test
    void takesFilesThatChangeAndKeepsTheOldOnesWhereTheyCannotBeUsed() throws Exception {
        Path crt = Files.copy(pem("RSA", "crt"), directory.resolve("renewed.crt"));
        Path key = Files.copy(pem("RSA", "key"), directory.resolve("renewed.key"));
        Tls tls = Objects.requireNonNull(Tls.of(pems(crt, key)));
        try (Logged logged = new Logged()) {
            tls.reread();
            assertThat(told(logged)).as("not without a change").isEmpty();
            Files.copy(pem("EC", "crt"), crt, StandardCopyOption.REPLACE_EXISTING);
            tls.reread();
            assertThat(told(logged)).singleElement().asString().contains("ERROR", key + " is not the key");
            assertThat(shown(tls.context(), certificate("RSA"))).isEqualTo(certificate("RSA"));
            assertThat(tls.end()).isEqualTo(end("RSA"));
            Files.copy(pem("EC", "key"), key, StandardCopyOption.REPLACE_EXISTING);
            tls.reread();
            assertThat(shown(tls.context(), certificate("EC"))).isEqualTo(certificate("EC"));
            assertThat(tls.end()).isEqualTo(end("EC")).isNotEqualTo(end("RSA"));
        }
    }

    @Test
    void saysWhatIsWrongWithTheFiles() throws Exception {
        assertThatThrownBy(() -> Tls.of(pems(pem("RSA", "crt"), pem("EC", "key"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is not the key of the first certificate");
        assertThatThrownBy(() -> Tls.of(pems(pem("RSA", "key"), pem("RSA", "key"))))
                .hasMessageContaining("certificate");
        assertThatThrownBy(() -> Tls.of(pems(pem("RSA", "crt"), pem("RSA", "crt"))))
                .hasMessageContaining("holds no private key in PEM");
        Path old = Files.writeString(directory.resolve("old.pem"), block("RSA PRIVATE KEY", new byte[] {1, 2, 3}));
        assertThatThrownBy(() -> Tls.of(pems(pem("RSA", "crt"), old)))
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt -in old.pem");
        assertThatThrownBy(() -> Tls.of(config(Map.of(
                        AccessConfig.KEYSTORE,
                        store("RSA"),
                        AccessConfig.KEYSTORE_PASSWORD_FILE,
                        Files.writeString(directory.resolve("wrong"), "battery staple")))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("keystore", store("RSA").toString())
                .hasMessageNotContainingAny("battery", "altindag");
    }
}
