package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.HostRecords;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HostsFileTest {
    private static final String FILE = """
            domain: alps
            hosts:
              alps:
                n1: {slots: 16, slotLimit: 12, groups: [big, old], state: closed}
                n2: {slots: 8}
            """;

    private static HostsFile read(String text) {
        return HostsFile.read(YamlValue.parse("hosts.yaml", text));
    }

    @Test
    void readsAndWritesHosts() throws IOException {
        Map<String, Host> hosts = read(FILE).hosts();

        assertThat(hosts.keySet()).containsExactly("alps|alps|n1", "alps|alps|n2");
        Host first = Objects.requireNonNull(hosts.get("alps|alps|n1"));
        assertThat(List.of(first.getSlots(), first.getSlotLimit(), first.getGroups(), first.getState()))
                .isEqualTo(List.of(16L, 12L, List.of("big", "old"), HostState.CLOSED));
        String written = YamlText.text(HostsFile.write(
                "alps", hosts.values().stream().map(HostRecords::host).toList(), true));
        assertThat(read(written).hosts()).isEqualTo(hosts);
    }

    /** An import says no states: a host that an operator closed stays closed. */
    @Test
    void aStateThatTheFileDoesNotSayStays() {
        Map<String, Host> table = read(FILE).hosts();
        HostsFile file = read("""
                domain: alps
                hosts: {alps: {n1: {slots: 20}, n2: {slots: 8, state: down}}}
                """);

        TableFile.Wanted<Host> wanted = file.over(table, false);

        assertThat(wanted.keptValues()).isEqualTo(1);
        Host kept = Objects.requireNonNull(wanted.records().get("alps|alps|n1"));
        assertThat(kept.getState()).isEqualTo(HostState.CLOSED);
        assertThat(kept.getSlotLimit()).isNull();
        assertThat(Objects.requireNonNull(wanted.records().get("alps|alps|n2")).getState())
                .isEqualTo(HostState.DOWN);
    }

    @Test
    void whatCannotBeIsRefusedWithItsLine() {
        assertThatThrownBy(() -> read("domain: alps\nhosts:\n  alps:\n    n1: {slots: -1}\n"))
                .hasMessageContaining("hosts.yaml, line 4")
                .hasMessageContaining("slots -1");
        assertThatThrownBy(() -> read("domain: alps\nhosts: {alps: {n1: {mxj: 1}}}\n"))
                .hasMessageContaining("mxj");
        assertThatThrownBy(() -> read("domain: alps\nhosts: {alps: {n1: {state: broken}}}\n"))
                .hasMessageContaining("broken")
                .hasMessageContaining("closed");
    }
}
