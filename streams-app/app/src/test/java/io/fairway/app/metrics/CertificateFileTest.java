package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** keytool made the certificates, for 90 days from a given day on. */
class CertificateFileTest {
    private static final Instant END = Instant.parse("2030-04-01T00:00:00Z");

    @TempDir
    private Path directory;

    private Path store;

    @BeforeEach
    void make() throws Exception {
        store = directory.resolve("key.p12");
        keytool(
                "-genkeypair -alias here -keyalg EC -dname CN=here -validity 90 -storetype PKCS12 -storepass secret",
                "-keystore",
                store.toString(),
                "-startdate",
                "2030/01/01 00:00:00");
    }

    private void keytool(String arguments, String... more) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("TZ", "UTC");
        assertThat(builder.start().waitFor())
                .as(Files.readString(directory.resolve("keytool.log")))
                .isZero();
    }

    @Test
    void aKeystoreAndAPemFileSayWhenTheirCertificateEnds() throws Exception {
        Path pem = directory.resolve("key.pem");
        keytool(
                "-exportcert -alias here -rfc -storepass secret",
                "-keystore",
                store.toString(),
                "-file",
                pem.toString());
        Files.writeString(pem, "a comment\n" + Files.readString(pem));

        assertThat(new CertificateFile("a", store, () -> "secret").end()).contains(END);
        assertThat(new CertificateFile("a", pem, () -> "").end()).contains(END);
    }

    @Test
    void aFileThatCannotBeReadHasNoSample() {
        assertThat(new CertificateFile("a", store, () -> "wrong").end()).isEmpty();
        assertThat(new CertificateFile("a", directory.resolve("gone"), () -> "").end())
                .isEmpty();
    }

    @Test
    void theMetricIsTheEndInSecondsSince1970() {
        try (FairwayMetrics metrics =
                new FairwayMetrics(Set.of(), new MetricsSettings(0, 0, KafkaMeters.ESSENTIAL), () -> 0)) {
            metrics.watchCertificate(
                    "http.tls.keystore", new CertificateFile("http.tls.keystore", store, () -> "secret")::end);

            assertThat(PrometheusText.samples(metrics.scrape()))
                    .containsEntry("fairway_certificate_end_timestamp_seconds{setting=\"http.tls.keystore\"}", (double)
                            END.getEpochSecond());
        }
    }
}
