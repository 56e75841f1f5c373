package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A key for 127.0.0.1 whose certificate is its own authority, made by the JDK's keytool.
 *
 * @param store PKCS #12
 * @param password the file with the store's password
 * @param authority the certificate in PEM
 */
public record SelfSigned(Path store, Path password, Path authority) {
    public static final String PASSWORD = "changeit";

    /** A new key in a folder. */
    public static SelfSigned in(Path directory) throws Exception {
        Path store = directory.resolve("k.p12");
        Path log = directory.resolve("keytool.log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "a",
                        "-dname",
                        "CN=fairway",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(keytool.waitFor()).as(Files.readString(log)).isZero();
        byte[] certificate = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                .getCertificate("a")
                .getEncoded();
        String pem = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(certificate);
        return new SelfSigned(
                store,
                Files.writeString(directory.resolve("password"), PASSWORD + "\n"),
                Files.writeString(
                        directory.resolve("ca.pem"),
                        "-----BEGIN CERTIFICATE-----\n" + pem + "\n-----END CERTIFICATE-----\n"));
    }
}
