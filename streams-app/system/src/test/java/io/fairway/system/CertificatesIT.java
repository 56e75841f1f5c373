package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.embedded.SecuredCluster;
import io.fairway.program.ReloadingSslEngineFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Certificates that end and are replaced while everything runs. */
@ResourceLock(SecuredRig.ONE_AT_A_TIME)
@Order(2)
class CertificatesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private static Path directory;

    private static SecuredRig rig;

    @BeforeAll
    static void start() throws Exception {
        rig = SecuredRig.start(directory);
    }

    @AfterAll
    static void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void aCertificateThatEndsIsReplacedWhileItRuns() throws Exception {
        Path file = rig.authority.certificate().resolveSibling(SecuredCluster.CLIENTS + ".pem");
        Path good = Files.copy(file, file.resolveSibling("good.pem"), StandardCopyOption.REPLACE_EXISTING);
        try (Admin open = Admin.create(new HashMap<>(rig.client("reader")))) {
            open.describeCluster().clusterId().get();

            rig.authority.issue(SecuredCluster.CLIENTS, Duration.ofSeconds(20));
            rig.cluster.readCertificateAgain(rig.setup);
            Instant end = rig.authority
                    .certificate(SecuredCluster.CLIENTS)
                    .getNotAfter()
                    .toInstant();
            Awaitility.await("the certificate ends")
                    .atMost(PATIENCE)
                    .until(() -> Instant.now().isAfter(end));
            try (Admin late = Admin.create(new HashMap<>(rig.client("reader")))) {
                assertThatThrownBy(() -> late.describeCluster().clusterId().get())
                        .hasCauseInstanceOf(SslAuthenticationException.class);
            }
            open.describeCluster().clusterId().get();

            Files.move(good, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            rig.cluster.readCertificateAgain(rig.setup);
            Awaitility.await("new connections")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> {
                        try (Admin again = Admin.create(new HashMap<>(rig.client("reader")))) {
                            return again.describeCluster().clusterId().get() != null;
                        }
                    });
        }
    }

    /** A client logs in by certificate; the certificate ends; the file is replaced; the client goes on, with our factory. */
    @Test
    void aClientReadsItsCertificateAgain() throws Exception {
        rig.authority.issue("setup", Duration.ofSeconds(20));
        Instant end = rig.authority.certificate("setup").getNotAfter().toInstant();
        Map<String, Object> plain = new HashMap<>(rig.cluster.setup());
        // Each call needs a new connection.
        plain.put("connections.max.idle.ms", "500");
        Map<String, Object> reloading = new HashMap<>(plain);
        reloading.put("ssl.engine.factory.class", ReloadingSslEngineFactory.class.getName());
        try (Admin kafkas = Admin.create(plain);
                Admin ours = Admin.create(reloading)) {
            assertThat(kafkas.describeCluster().clusterId().get())
                    .isEqualTo(ours.describeCluster().clusterId().get());
            Awaitility.await("the certificate ends")
                    .atMost(PATIENCE)
                    .until(() -> Instant.now().isAfter(end));
            awaitRefusal(ours);
            awaitRefusal(kafkas);
            rig.authority.issue("setup");
            Awaitility.await("the client reads the file")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> ours.describeCluster().clusterId().get() != null);
            awaitRefusal(kafkas);
        }
    }

    private static void awaitRefusal(Admin admin) {
        Awaitility.await("refused")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    try {
                        var unused = admin.describeCluster().clusterId().get();
                        return false;
                    } catch (ExecutionException refused) {
                        return Failure.isOf(refused, SslAuthenticationException.class);
                    }
                });
    }
}
