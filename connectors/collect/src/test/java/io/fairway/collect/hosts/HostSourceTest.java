package io.fairway.collect.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.HostState;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers are written by hand, after the documents that each reader names. */
class HostSourceTest {
    /** Keys and their order as scontrol(1) of Slurm 22.05 shows a node with -o; the values are made up. */
    private static final String NODES = """
            NodeName=n1 Arch=x86_64 CoresPerSocket=8 CPUAlloc=4 CPUEfctv=14 CPUTot=16 CPULoad=3.97 AvailableFeatures=big ActiveFeatures=big Gres=gpu:2 NodeAddr=n1 NodeHostName=n1 Version=22.05.8 OS=Linux 5.10.0 #1 SMP Debian RealMemory=64000 State=MIXED ThreadsPerCore=1 Partitions=short,long BootTime=2026-01-01T00:00:00 Reason=(null)
            NodeName=n2 CPUAlloc=0 CPUTot=8 OS=Linux 5.10.0 State=IDLE+DRAIN Partitions=short Reason=disk State=DOWN fails [root@2026-01-01T00:00:00]
            NodeName=n3 CPUTot=8 State=DOWN* Partitions=(null)
            """;

    private static final String HOSTS = """
            HOST_NAME          STATUS          JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV
            hostA              ok                 -     64     12     12      0      0      0
            hostB              closed_Full        -      8      8      8      0      0      0
            hostC              closed_Adm         2      -      0      0      0      0      0
            hostD              unavail            -      4      0      0      0      0      0
            """;

    private static final String VNODES = """
            {"timestamp": 1763000000, "pbs_server": "head", "nodes": {
              "v1": {"Mom": "v1", "ntype": "PBS", "state": "free", "pcpus": 16, "queue": "workq",
                     "resources_available": {"arch": "linux", "ncpus": 12, "mem": "65536kb"}},
              "v2": {"state": "job-busy", "resources_available": {"ncpus": 4}},
              "v3": {"state": "offline,down", "resources_available": {"ncpus": 4}},
              "v4": {"state": "offline,job-busy", "resources_available": {"ncpus": 4}}}}
            """;

    private static HostLook read(HostSource source, String answer) throws IOException {
        return source.read(new StringReader(answer));
    }

    @Test
    void slurmsNodesHaveTheirCpusPartitionsAndStates() throws IOException {
        HostLook look = read(HostSource.SLURM, NODES);

        assertThat(look.problems()).isEmpty();
        assertThat(look.hosts())
                .isEqualTo(Map.of(
                        "n1", new SeenHost(14L, Set.of("short", "long"), HostState.OPEN),
                        "n2", new SeenHost(8L, Set.of("short"), HostState.CLOSED),
                        "n3", new SeenHost(8L, Set.of(), HostState.DOWN)));
    }

    /** sinfo(1) of Slurm 22.05, NODE STATE CODES. */
    @ParameterizedTest
    @CsvSource({
        "IDLE, OPEN",
        "ALLOCATED+, OPEN",
        "MIXED+PLANNED, OPEN",
        "IDLE+CLOUD+POWERED_DOWN, OPEN",
        "IDLE~, OPEN",
        "IDLE*, DOWN",
        "DOWN+CLOUD+NOT_RESPONDING, DOWN",
        "FUTURE, DOWN",
        "ALLOCATED+DRAIN, CLOSED",
        "IDLE+MAINTENANCE+RESERVED, CLOSED",
        "IDLE+REBOOT_REQUESTED, CLOSED",
        "MIXED+FAIL, CLOSED",
        "DOWN*+DRAIN, DOWN"
    })
    void aNodeTakesJobsIfAllItsStatesAllowIt(String text, HostState state) {
        assertThat(ScontrolNodes.state(text)).isEqualTo(state);
    }

    /** IBM Spectrum LSF 10.1, bhosts: closed_Full has as many jobs as MAX says. */
    @Test
    void lsfsHostsHaveTheirMaximumAndStatus() throws IOException {
        HostLook look = read(HostSource.LSF, HOSTS);

        assertThat(look.problems()).isEmpty();
        assertThat(look.hosts())
                .isEqualTo(Map.of(
                        "hostA", new SeenHost(64L, null, HostState.OPEN),
                        "hostB", new SeenHost(8L, null, HostState.OPEN),
                        "hostC", new SeenHost(null, null, HostState.CLOSED),
                        "hostD", new SeenHost(4L, null, HostState.DOWN)));
    }

    @Test
    void pbsVnodesHaveTheirCpusQueueAndStates() throws IOException {
        HostLook look = read(HostSource.PBS, VNODES);

        assertThat(look.problems()).isEmpty();
        assertThat(look.hosts())
                .isEqualTo(Map.of(
                        "v1", new SeenHost(12L, Set.of("workq"), HostState.OPEN),
                        "v2", new SeenHost(4L, Set.of(), HostState.OPEN),
                        "v3", new SeenHost(4L, Set.of(), HostState.DOWN),
                        "v4", new SeenHost(4L, Set.of(), HostState.CLOSED)));
    }

    @Test
    void aBadLineIsToldWithCommandLineValueAndRule() throws IOException {
        assertThat(read(
                                HostSource.SLURM,
                                NODES + "NodeName=n4 CPUTot=many State=IDLE\nnonsense\n"
                                        + "NodeName=n5 CPUTot=4 State=IDLE+SULKING\nNodeName=n1 CPUTot=4 State=IDLE\n")
                        .problems())
                .containsExactly(
                        "scontrol -a -o show nodes, line 4: host \"n4\": CPUTot \"many\": must be a whole number from 0"
                                + " to 999999999",
                        "scontrol -a -o show nodes, line 5: \"nonsense\": must begin with NodeName=",
                        "scontrol -a -o show nodes, line 6: host \"n5\": State \"IDLE+SULKING\": \"SULKING\" must be a"
                                + " node state of Slurm, such as IDLE, ALLOCATED, DRAIN or DOWN",
                        "scontrol -a -o show nodes, line 7: host \"n1\": must be listed once");
        assertThat(read(HostSource.LSF, HOSTS + "hostE ok - 8\nhostF fine - 8 0 0 0 0 0\n")
                        .problems())
                .containsExactly(
                        "bhosts -w -X, line 6: \"hostE ok - 8\": must have 9 columns, as the titles have",
                        "bhosts -w -X, line 7: host \"hostF\": STATUS \"fine\": must be ok, closed..., unavail, unreach or"
                                + " unlicensed");
        assertThat(read(HostSource.PBS, VNODES.replace("\"free\"", "\"free,tired\""))
                        .problems())
                .containsExactly("pbsnodes -a -F json, nodes: host \"v1\": state \"free,tired\": \"tired\" must be a"
                        + " vnode state of PBS, such as free or offline");
    }

    /** Otherwise all hosts would be gone. */
    @Test
    void anAnswerWithoutHostsIsNone() {
        assertThatThrownBy(() -> read(HostSource.SLURM, "No nodes in the system\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No nodes in the system");
        assertThatThrownBy(() -> read(HostSource.LSF, ""))
                .hasMessage("bhosts -w -X: the answer must list at least one host");
        assertThatThrownBy(() -> read(HostSource.LSF, "NAME STATE\nhostA ok\n"))
                .hasMessageContaining("line 1: titles [NAME, STATE] must have [HOST_NAME, STATUS, MAX]");
        assertThatThrownBy(() -> read(HostSource.PBS, "{\"nodes\": {"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pbsnodes -a -F json, line 1, column");
        assertThatThrownBy(() -> HostSource.of("sge")).hasMessage("scheduler \"sge\": must be one of slurm, lsf, pbs");
    }
}
