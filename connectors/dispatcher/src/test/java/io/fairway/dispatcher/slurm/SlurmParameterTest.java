package io.fairway.dispatcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SlurmParameterTest {
    @Test
    void aGreaterNumberIsALesserNice() {
        assertThat(SlurmParameter.NICE.value(5)).isEqualTo(-5);
        assertThat(SlurmParameter.SITE_FACTOR.value(5)).isEqualTo(5);
        assertThat(SlurmParameter.PRIORITY.value(5)).isEqualTo(5);
        for (SlurmParameter slurmParameter : SlurmParameter.values()) {
            assertThat(slurmParameter.number(slurmParameter.value(7))).isEqualTo(7);
            assertThat(SlurmParameter.of(slurmParameter.parameter())).isEqualTo(slurmParameter);
        }
        assertThat(SlurmParameter.of("Partition")).isNull();
    }

    /** scontrol's manual page: SiteFactor and Nice within +/- 2147483645. */
    @Test
    void numbersAreWithinTheRangeOfSlurm() {
        assertThat(SlurmParameter.MOST).isEqualTo(2_147_483_645L);
        assertThat(SlurmParameter.LEAST).isPositive();
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
