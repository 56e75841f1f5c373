package io.fairway.core.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostTableTest {
    private static Host host(
            String cluster, String name, @Nullable Long slots, @Nullable Long limit, String... groups) {
        return new Host(new Host.Id(cluster, name), slots, limit, Set.of(groups), Host.State.OPEN);
    }

    @Test
    void findsHostsByNameAndByGroup() {
        HostTable table = HostTable.of(List.of(
                host("b", "n1", 1L, null),
                host("a", "n3", 1L, null, "big"),
                host("a", "n2", 1L, null, "big", "old"),
                host("a", "n1", 1L, null)));

        assertThat(table.named(Set.of("n1", "old", "none")))
                .extracting(host -> host.id().toString())
                .containsExactly("n1 of cluster a", "n2 of cluster a", "n1 of cluster b");
        assertThat(table.named(Set.of())).isEmpty();
        assertThat(HostTable.of(List.of()).isEmpty()).isTrue();
    }

    @Test
    void theLesserOfSlotsAndLimitHolds() {
        assertThat(host("a", "n", 8L, 6L).most()).isEqualTo(6);
        assertThat(host("a", "n", 8L, null).most()).isEqualTo(8);
        assertThat(host("a", "n", null, 6L).most()).isEqualTo(6);
        assertThat(host("a", "n", null, null).most()).isNull();
    }

    @Test
    void negativeSlotsAreRefused() {
        assertThatThrownBy(() -> host("a", "n", -1L, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("host n of cluster a: slots -1 and slotLimit null must be at least 0");
    }
}
