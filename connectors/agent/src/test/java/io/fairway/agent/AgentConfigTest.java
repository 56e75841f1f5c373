package io.fairway.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.agent.host.HostReport;
import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.program.Settings;
import io.fairway.program.metrics.MetricsServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AgentConfigTest {
    private static final Map<String, String> LEAST =
            Map.of("bootstrap.servers", "b:1", "schema.registry.url", "mock://m", "cluster", "daint");

    @TempDir
    private Path directory;

    private static AgentConfig config(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(LEAST);
        settings.putAll(more);
        return new AgentConfig(Settings.of(settings));
    }

    @Test
    void theDefaultsAreThoseOfAComputeNode() {
        AgentConfig config = config(Map.of());
        assertThat(config.identity().domain()).isEqualTo("daint");
        assertThat(config.identity().host()).isNotEmpty();
        assertThat(config.grid().intervalMillis()).isEqualTo(30_000);
        assertThat(config.events()).isEqualTo(EventsFrom.TOLD);
        assertThat(config.report()).as("other sources may tell the hosts").isNull();
        assertThat(config.patterns()).hasSize(14);
        assertThat(config.socket()).hasToString("/run/fairway-agent/agent.sock");
        assertThat(MetricsServer.address(config)).hasToString("/127.0.0.1:9818");
        assertThat(config.producer()).containsEntry("acks", "all").containsEntry("enable.idempotence", true);
    }

    @Test
    void whatIsSetCounts() {
        AgentConfig config = config(Map.of(
                "domain",
                "alps",
                "host",
                "n1",
                "events",
                "found",
                "metrics.listen",
                "off",
                "patterns",
                "lsf,my.slice/j-<job>",
                "kafka.linger.ms",
                "77"));
        assertThat(config.identity().domain()).isEqualTo("alps");
        assertThat(config.identity().host()).isEqualTo("n1");
        assertThat(config.events()).isEqualTo(EventsFrom.FOUND);
        assertThat(config.patterns()).hasSize(2);
        assertThat(MetricsServer.address(config)).isNull();
        assertThat(config.producer()).containsEntry("linger.ms", "77");
    }

    @Test
    void aHostIsToldAsItIsConfigured() {
        HostReport report = Objects.requireNonNull(config(Map.of(
                        "host.report",
                        "true",
                        "host",
                        "n1",
                        "host.slots",
                        "6",
                        "host.groups",
                        "big,old",
                        "host.state",
                        "closed"))
                .report());
        report.look();
        Host told = Objects.requireNonNull(report.waiting());
        assertThat(told.getName()).isEqualTo("n1");
        assertThat(told.getSlots()).isEqualTo(6);
        assertThat(told.getGroups()).containsExactly("big", "old");
        assertThat(told.getState()).isEqualTo(HostState.CLOSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host.state| down| Invalid value down for configuration host.state",
                "host.slots| -1| Invalid value -1 for configuration host.slots",
                "events| all| Invalid value all for configuration events",
                "interval.ms| 10| Invalid value 10 for configuration interval.ms",
                "patterns| sge| pattern \"sge\": must be one of lsf, pbs, slurm, systemd",
                "patterns| a/b| must have <job> once",
                "metrics.listen| 9818| must be host:port, or off",
                "metrics.listen| h:99999| must have a port of at most 65535",
                "socket.permissions| 600| Invalid value 600 for configuration socket.permissions",
                "outbox.samples.bytes| 1| Invalid value 1 for configuration outbox.samples.bytes",
                "kafka.acks| 1| kafka.acks (with value 1): must not be set",
                "clustr| x| unknown key clustr (with value x)"
            })
    void aBadSettingIsNamedWithItsRule(String key, String value, String message) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static int execute(StringWriter err, String... args) {
        CommandLine line = AgentMain.commandLine();
        return line.setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void aBadFileEndsTheAgentWithFileLineAndRule() throws Exception {
        Path file = Files.writeString(directory.resolve("agent.properties"), "cluster=a\ninterval.ms=soon\n");
        StringWriter err = new StringWriter();
        assertThat(execute(err, "-b", "b:1", "-r", "mock://m", "-c", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(file + ", line 2", "interval.ms", "soon");
    }

    /** A prolog that fails takes its host out of service. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job start job=1| does not answer",
                "job start job=| job: must be given",
                "job start| job: must be given",
                "job| start|finish",
                "job begin job=1| begin: must be start or finish",
                "job start job=1 jobb=2| jobb: must be one of account",
                "job start job=1 --nonsense| --nonsense",
                "job start nonsense| nonsense"
            })
    void tellingOfAJobNeverFailsUnlessItShould(String args, String message) {
        String socket = directory.resolve("no.sock").toString();
        StringWriter err = new StringWriter();
        String[] words = (args + " --socket " + socket + " --spool /dev/null/x").split(" ");
        assertThat(execute(err, words)).isZero();
        assertThat(err.toString()).contains(message);
        String[] strict = (args + " --strict --socket " + socket + " --spool /dev/null/x").split(" ");
        assertThat(execute(new StringWriter(), strict)).isNotZero();
    }
}
