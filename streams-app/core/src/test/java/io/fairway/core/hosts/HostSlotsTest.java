package io.fairway.core.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostSlotsTest {
    @Test
    void aHostMayStandThereOnceForEachSlot() {
        String text = HostSlots.text(List.of("n2", "n1", "n2"));

        assertThat(text).isEqualTo("n2*2,n1");
        assertThat(HostSlots.hosts(text)).containsExactly("n2", "n1");
        assertThat(HostSlots.of(text, 3)).isEqualTo(Map.of("n2", 2L, "n1", 1L));
    }

    @Test
    void slotsByHostAreKeptAsTheyAre() {
        Map<String, Long> slots = new LinkedHashMap<>();
        slots.put("b", 8L);
        slots.put("a", 1L);

        assertThat(HostSlots.text(slots)).isEqualTo("b*8,a");
        assertThat(HostSlots.of("b*8,a", 9)).isEqualTo(slots);
    }

    /** Eight slots on three hosts named once: 3 + 3 + 2. */
    @Test
    void whatDoesNotAddUpIsSpreadEvenly() {
        assertThat(HostSlots.of("n1,n2,n3", 8))
                .containsExactly(Map.entry("n1", 3L), Map.entry("n2", 3L), Map.entry("n3", 2L));
        assertThat(HostSlots.of("n1*4,n2*4", 6)).isEqualTo(Map.of("n1", 3L, "n2", 3L));
        assertThat(HostSlots.of("n1,n2", 1)).isEqualTo(Map.of("n1", 1L, "n2", 0L));
        assertThat(HostSlots.of("", 5)).isEmpty();
    }

    @Test
    void aStarOfTheNameIsNoNumber() {
        assertThat(HostSlots.hosts("n*x,*,n*")).containsExactly("n*x", "*", "n*");
    }

    @Test
    void aHostWithoutSlotsIsRefused() {
        assertThatThrownBy(() -> HostSlots.text(Map.of("n1", 0L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("slots 0 on host n1: must be 1 to 999999999");
    }
}
