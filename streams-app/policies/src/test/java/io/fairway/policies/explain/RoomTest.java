package io.fairway.policies.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.hosts.Host;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A cluster of an open host with 32 slots, one with 16, and a closed one with 48; 40 processors are in use. */
class RoomTest {
    private static final List<Host> HOSTS = List.of(
            host("alps", "a", 32L, Host.State.OPEN),
            host("alps", "b", 16L, Host.State.OPEN),
            host("alps", "c", 48L, Host.State.CLOSED),
            host("jura", "d", 1_000L, Host.State.OPEN));

    private static Host host(String cluster, String name, @Nullable Long slots, Host.State state) {
        return new Host(new Host.Id(cluster, name), slots, null, Set.of(), state);
    }

    private static String sentence(double asked, long place) {
        return Objects.requireNonNull(Room.of("alps", asked, HOSTS, Stream.of(32.0, 8.0)))
                .sentence(place);
    }

    @Test
    void aJobThatNoNumberOfHostsCanHold() {
        assertThat(sentence(97, 3))
                .isEqualTo(
                        "It asks for 97 processors, and all hosts of alps together have 96: it can never start as it is.");
    }

    @Test
    void aJobThatNeedsClosedHosts() {
        assertThat(sentence(64, 3))
                .isEqualTo(
                        "It asks for 64 processors, and the hosts of alps that take jobs have 48 of 96: it waits until more of"
                                + " them are open.");
    }

    @Test
    void theNextJobWaitsForProcessors() {
        assertThat(sentence(9, 1))
                .isEqualTo("It is next, and waits for processors: it asks for 9, and 8 of 48 are free.");
        assertThat(sentence(8, 1)).isEmpty();
    }

    /** The others wait for those before them first. */
    @Test
    void ofTheOthersNothingIsSaid() {
        assertThat(sentence(9, 2)).isEmpty();
        assertThat(sentence(9, 0)).isEmpty();
    }

    @Test
    void whereSlotsAreNotKnownNothingIsSaid() {
        assertThat(Room.of("alps", 9, List.of(), Stream.of())).isNull();
        assertThat(Room.of("alps", 9, List.of(host("alps", "a", null, Host.State.OPEN)), Stream.of()))
                .isNull();
        assertThat(Room.of("ural", 9, HOSTS, Stream.of())).isNull();
    }
}
