package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.RegistryProcess;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.Topics;
import io.fairway.system.docs.Documents;
import io.fairway.trial.AppProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults fire the alerts that Fairway brings, in a real Prometheus that waits a thirtieth of the time, and what {@code
 * docs/alerts.md} says ends them.
 */
@Tag("slow")
class AlertsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int DIVISOR = 30;

    @TempDir
    private Path directory;

    @Test
    void faultsFireAlertsAndRunbooksEndThem() throws Exception {
        String address = "127.0.0.1:" + FreePorts.take(1).get(0);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                RegistryProcess registry = RegistryProcess.start(
                        directory.resolve("registry"),
                        RegistryProcess.Storage.MEMORY,
                        RegistryProcess.Compatibility.FULL_TRANSITIVE);
                Prometheus prometheus = Prometheus.start(
                        directory.resolve("prometheus"),
                        Documents.ROOT.resolve("docker/prometheus/alerts.yml"),
                        DIVISOR,
                        address)) {
            String brokers = broker.bootstrapServers();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
                TopicAdmin.apply(admin, Topics.standard(), 1, (short) 1);
            }
            Path config = directory.resolve("app/app.properties");
            try (AppProcess app = AppProcess.start(
                            directory.resolve("app"),
                            Map.of(
                                    "bootstrap.servers",
                                    brokers,
                                    "schema.registry.url",
                                    registry.url(),
                                    "topic.replication",
                                    "1",
                                    "state.dir",
                                    directory.resolve("state").toString(),
                                    "http.listen",
                                    address),
                            ShortLivedJvm.options("256m"));
                    Publisher publisher = AlpsRecords.publisher(brokers, registry.url(), "fairway.")) {
                // A user whom no share tree has
                AlpsRecords.policy(publisher, DecayKind.NONE, 0);
                AlpsRecords.job(
                        publisher,
                        AlpsRecords.event("1", JobEventType.STARTED, Instant.now())
                                .build());
                publisher.flush();
                awaitFiring(prometheus, "FairwayUnplacedJobs");
                assertThat(fairway("heartbeats", "-b", brokers, "-r", registry.url()))
                        .contains("alps: not in the share table, so without priority: alps/physics/anna");
                Path shares = Files.writeString(directory.resolve("shares.yaml"), """
                        domain: alps
                        trees: {alps: {physics: {users: {anna: 1}}}}
                        """);
                fairway("shares", "apply", shares.toString(), "-b", brokers, "-r", registry.url());
                awaitOver(prometheus, "FairwayUnplacedJobs");

                // A registry without a volume
                registry.restart();
                awaitFiring(prometheus, "FairwayRegistryChanged");
                awaitFiring(prometheus, "FairwayFault");
                fairway("schemas", "restore", "-c", config.toString());
                awaitOver(prometheus, "FairwayRegistryChanged");
                awaitOver(prometheus, "FairwayFault");

                // The only instance
                app.kill();
                awaitFiring(prometheus, "FairwayInstanceDown");
                awaitFiring(prometheus, "FairwayDomainGone");
                app.restart();
                awaitOver(prometheus, "FairwayInstanceDown");
                awaitOver(prometheus, "FairwayDomainGone");
            }
        }
    }

    private static void awaitFiring(Prometheus prometheus, String alert) {
        Awaitility.await(alert + " fires")
                .atMost(PATIENCE)
                .ignoreExceptions() // It has just been started.
                .until(() -> prometheus.alerts("firing").contains(alert));
    }

    private static void awaitOver(Prometheus prometheus, String alert) {
        Awaitility.await(alert + " is over")
                .atMost(PATIENCE)
                .until(() -> !prometheus.alerts("firing").contains(alert));
    }

    /** Runs a command as an operator does, and returns what it prints. */
    private static String fairway(String... words) {
        StringWriter out = new StringWriter();
        int status = FairwayMain.commandLine(words[0])
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(words);
        // Of heartbeats: there is a problem.
        assertThat(List.of(words).getFirst().equals("heartbeats") ? 0 : status)
                .as(out.toString())
                .isZero();
        return out.toString();
    }
}
