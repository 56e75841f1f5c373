package io.fairway.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.Host;
import org.junit.jupiter.api.Test;

/** The slots of a host have a bound: what comes in is refused beyond it, and what an earlier version stored is cut to it. */
class HostRecordsTest {
    private static Host.Builder host() {
        return Host.newBuilder().setDomain("alps").setCluster("alps").setName("n1");
    }

    @Test
    void aHostHasUpToAThousandMillionSlots() {
        assertThat(HostRecords.host(host().setSlots(999_999_999L).build()).slots())
                .isEqualTo(999_999_999L);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> HostRecords.host(host().setSlots(1_000_000_000L).build()))
                .withMessage("host n1 of cluster alps: slots 1000000000 must be at most 999999999");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        HostRecords.host(host().setSlotLimit(Long.MAX_VALUE).build()))
                .withMessageContaining("slotLimit 9223372036854775807 must be at most 999999999");
    }

    @Test
    void aStoredHostIsReadWhateverItHas() {
        assertThat(HostRecords.stored(
                                host().setSlots(Long.MAX_VALUE).setSlotLimit(7L).build())
                        .most())
                .isEqualTo(7L);
        assertThat(HostRecords.stored(host().setSlots(Long.MAX_VALUE).build()).slots())
                .isEqualTo(999_999_999L);
    }
}
