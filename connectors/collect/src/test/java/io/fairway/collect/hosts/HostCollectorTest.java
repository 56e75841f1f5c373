package io.fairway.collect.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.program.Settings;
import io.fairway.schemas.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that prints a file, and a table in memory. */
class HostCollectorTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private final Map<String, Host> table = new TreeMap<>();
    private final List<String> written = new ArrayList<>();
    private final List<String> news = new ArrayList<>();
    private boolean isBrokerAway;

    private final HostCollector.Table topic = new HostCollector.Table() {
        @Override
        public Map<String, Host> read() {
            return new TreeMap<>(table);
        }

        @Override
        public void write(Map<String, @Nullable Host> changes) {
            if (isBrokerAway) {
                throw new TimeoutException("no broker");
            }
            changes.forEach((key, host) -> {
                written.add(key + (host == null ? " gone" : " " + host.getSlots() + " " + host.getState()));
                if (host == null) {
                    table.remove(key);
                } else {
                    table.put(key, host);
                }
            });
        }
    };

    @BeforeEach
    void aCommand() throws IOException {
        Path program = directory.resolve("command");
        Files.writeString(
                program,
                "#!/bin/sh\ncat " + directory.resolve("answer") + "\nexit $(cat " + directory.resolve("status")
                        + ")\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(directory.resolve("status"), "0");
    }

    private HostCollector collector(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "bootstrap.servers", "none",
                "schema.registry.url", "none",
                "cluster", "alps",
                "program", directory.resolve("command").toString()));
        settings.putAll(more);
        return new HostCollector(
                new HostCollectConfig(Settings.of(settings)), HostSource.SLURM, CLOCK, topic, news::add);
    }

    private void look(HostCollector collector, String answer) throws Exception {
        Files.writeString(directory.resolve("answer"), answer);
        written.clear();
        var unused = collector.look();
    }

    private static Host host(String cluster, String name, List<String> groups) {
        return Host.newBuilder()
                .setDomain("alps")
                .setCluster(cluster)
                .setName(name)
                .setSlots(4L)
                .setSlotLimit(3L)
                .setGroups(groups)
                .setState(HostState.CLOSED)
                .build();
    }

    private static final String N1 = "NodeName=n1 CPUTot=8 State=IDLE Partitions=a\n";
    private static final String N2 = "NodeName=n2 CPUTot=4 State=IDLE Partitions=a,b\n";

    @Test
    void onlyChangesAreWritten() throws Exception {
        HostCollector collector = collector(Map.of());
        look(collector, N1 + N2);
        assertThat(written).containsExactly("alps|alps|n1 8 OPEN", "alps|alps|n2 4 OPEN");
        look(collector, N1 + N2);
        assertThat(written).isEmpty();
        look(collector, N1 + N2.replace("IDLE", "DOWN"));
        assertThat(written).containsExactly("alps|alps|n2 4 DOWN");
        look(collector, N1);
        assertThat(written).containsExactly("alps|alps|n2 gone");

        // After a restart, the table has all of it.
        look(collector(Map.of()), N1);
        assertThat(written).isEmpty();
    }

    @Test
    void whatTheAnswerDoesNotSayStays() throws Exception {
        table.put("alps|alps|n1", host("alps", "n1", List.of("b", "a")));
        look(collector(Map.of("domain", "alps")), "NodeName=n1 CPUTot=8 State=IDLE Partitions=a,b\n");

        assertThat(table.get("alps|alps|n1"))
                .isEqualTo(Host.newBuilder(host("alps", "n1", List.of("b", "a")))
                        .setSlots(8L)
                        .setState(HostState.OPEN)
                        .build());
    }

    /** Two sources share the table: each removes what it listed itself. */
    @Test
    void aHostOfAnotherSourceStays() throws Exception {
        for (Host other : List.of(host("alps", "n9", List.of()), host("jura", "n8", List.of()))) {
            table.put(Keys.host("alps", other.getCluster(), other.getName()), other);
        }
        look(collector(Map.of()), N1);
        assertThat(written).containsExactly("alps|alps|n1 8 OPEN");

        look(collector(Map.of("remove.all", "true")), N1);
        assertThat(written).containsExactly("alps|alps|n9 gone");
    }

    @Test
    void aHostIsNotGoneBecauseTheAnswerIsBad() throws Exception {
        HostCollector collector = collector(Map.of());
        look(collector, N1 + N2);
        look(collector, N1 + N2.replace("=4", "=four"));
        assertThat(written).isEmpty();
        assertThat(news).last().asString().contains("line 2: host \"n2\": CPUTot \"four\"");
        look(collector, N1 + N2.substring(0, 20));
        assertThat(news).last().asString().contains("ends in the middle of a line");
        Files.writeString(directory.resolve("status"), "1");
        look(collector, N1);
        assertThat(written).isEmpty();
        assertThat(collector.hasFailed()).isTrue();
        Files.writeString(directory.resolve("status"), "0");
        look(collector, "");
        assertThat(written).isEmpty();
        look(collector, N1);
        assertThat(written).containsExactly("alps|alps|n2 gone");
        assertThat(collector.hasFailed()).isFalse();
    }

    @Test
    void whatTheBrokersDidNotTakeIsWrittenAtTheNextLook() throws Exception {
        HostCollector collector = collector(Map.of());
        look(collector, N1 + N2);
        isBrokerAway = true;
        look(collector, N1);
        assertThat(written).isEmpty();
        assertThat(news).last().asString().contains("no broker");
        isBrokerAway = false;
        look(collector, N1);
        assertThat(written).containsExactly("alps|alps|n2 gone");
        assertThat(news).last().asString().contains("works again after 1 failed looks");
    }
}
