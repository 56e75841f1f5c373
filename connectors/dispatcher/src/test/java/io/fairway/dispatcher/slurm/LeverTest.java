package io.fairway.dispatcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeverTest {
    @Test
    void aGreaterNumberIsALesserNice() {
        assertThat(Lever.NICE.value(5)).isEqualTo(-5);
        assertThat(Lever.SITE_FACTOR.value(5)).isEqualTo(5);
        assertThat(Lever.PRIORITY.value(5)).isEqualTo(5);
        for (Lever lever : Lever.values()) {
            assertThat(lever.number(lever.value(7))).isEqualTo(7);
            assertThat(Lever.of(lever.parameter())).isEqualTo(lever);
        }
        assertThat(Lever.of("Partition")).isNull();
    }

    /** scontrol's manual page: SiteFactor and Nice within +/- 2147483645. */
    @Test
    void numbersAreWithinTheRangeOfSlurm() {
        assertThat(Lever.MOST).isEqualTo(2_147_483_645L);
        assertThat(Lever.LEAST).isPositive();
    }

    @Test
    void aTaskIsToldAsItsArray() {
        Map<String, String> units = Map.of("4711", "4711", "12_3", "12", "12_[4-9,11%2]", "12", "20+1", "20+1");

        units.forEach((job, unit) -> assertThat(SlurmJobId.unit(job)).isEqualTo(unit));
    }

    /** Nothing that is no id may reach a command line of scontrol. */
    @Test
    void whatIsNoIdIsNotTold() {
        for (String job : new String[] {
            "", "abc", "12;", "1 SiteFactor=9", "1\nshutdown", "12_", "12_[a]", "-1", "99999999999", "1,2", "１２"
        }) {
            assertThat(SlurmJobId.unit(job)).as(job).isNull();
        }
    }
}
