package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which law holds at which instant. */
class DecayLawsTest {
    private static final long HOUR = 3_600_000;
    private static final DecayLaw WEEK = DecayLaw.halfLife(168 * HOUR);
    private static final DecayLaw DAY = DecayLaw.halfLife(24 * HOUR);
    /** Passes at every full 300 s. */
    private static final DecayLaw TICK = DecayLaw.slurmTick(24 * HOUR, 300_000, 0);

    private static DecayLaws laws(Map<Long, DecayLaw> byStart) {
        return DecayLaws.of(new TreeMap<>(byStart));
    }

    @Test
    void theFirstLawHoldsBeforeItsBeginningAndEachOtherFromItsOwn() {
        DecayLaws laws = laws(Map.of(1000L, WEEK, 5000L, DAY));

        assertThat(laws.at(0)).isEqualTo(WEEK);
        assertThat(laws.at(4999)).isEqualTo(WEEK);
        assertThat(laws.at(5000)).isEqualTo(DAY);
        assertThat(laws.changes()).containsExactly(5000L);
    }

    @Test
    void aVersionThatKeepsTheLawIsNoChange() {
        assertThat(laws(Map.of(0L, WEEK, 1000L, WEEK, 5000L, DAY, 6000L, DAY)))
                .isEqualTo(laws(Map.of(0L, WEEK, 5000L, DAY)));
        assertThat(laws(Map.of(0L, WEEK, 1000L, WEEK))).isEqualTo(DecayLaws.of(WEEK));
    }

    /** A pass decays by its whole period, so it belongs to one law. */
    @Test
    void slurmTickHoldsUntilItsNextPass() {
        assertThat(laws(Map.of(0L, TICK, 300_001L, DAY)).changes()).containsExactly(600_000L);
        assertThat(laws(Map.of(0L, TICK, 600_000L, DAY)).changes()).containsExactly(600_000L);
        assertThat(laws(Map.of(0L, DAY, 300_001L, TICK)).changes()).containsExactly(300_001L);
    }

    @Test
    void ofTwoVersionsBeforeTheSamePassTheSecondCounts() {
        DecayLaws laws = laws(Map.of(0L, TICK, 300_001L, DAY, 300_002L, WEEK));

        assertThat(laws.changes()).containsExactly(600_000L);
        assertThat(laws.at(600_000)).isEqualTo(WEEK);
        assertThat(laws(Map.of(0L, TICK, 300_001L, DAY, 300_002L, TICK))).isEqualTo(DecayLaws.of(TICK));
    }

    @Test
    void comparesTheLawsUpToAnInstant() {
        DecayLaws one = DecayLaws.of(WEEK);
        DecayLaws two = laws(Map.of(0L, WEEK, 5000L, DAY));

        assertThat(two.isSameThrough(one, 4999)).isTrue();
        assertThat(two.isSameThrough(one, 5000)).isFalse();
        assertThat(one.isSameThrough(two, 5000)).isFalse();
        assertThat(two.isSameThrough(laws(Map.of(0L, WEEK, 4000L, DAY)), 6000)).isFalse();
        assertThat(two.isSameThrough(laws(Map.of(0L, DAY, 5000L, WEEK)), 4999)).isFalse();
        assertThat(two).isNotEqualTo(one);
    }

    @Test
    void saysWhatHoldsFromWhen() {
        assertThat(laws(Map.of(0L, WEEK, 5000L, DAY)))
                .hasToString("half-life 604800000 ms; from 1970-01-01T00:00:05Z half-life 86400000 ms");
        assertThat(List.of(DecayLaws.of(DAY).hashCode()))
                .contains(DecayLaws.of(DAY).hashCode());
        assertThatThrownBy(() -> laws(Map.of())).hasMessageContaining("at least one");
    }
}
