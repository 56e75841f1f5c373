package io.fairway.core.priority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JobIdsTest {
    @Test
    void numbersSortByValueAnywhereInAnId() {
        List<String> ordered = List.of(
                "",
                "9",
                "10",
                "4711[2]",
                "4711[10]",
                "4712",
                "99999999999999999999",
                "100000000000000000000",
                "host1.5",
                "host1.06",
                "host1.6",
                "host01.7",
                "host2",
                "hosts");
        for (int seed = 0; seed < 50; seed++) {
            List<String> shuffled = new ArrayList<>(ordered);
            Collections.shuffle(shuffled, new Random(seed));

            shuffled.sort(JobIds.ORDER);

            assertThat(shuffled).isEqualTo(ordered);
        }
    }

    @Test
    void idsAreEqualOnlyIfTheirTextsAreEqual() {
        assertThat(JobIds.ORDER.compare("7", "007")).isNotZero();
        assertThat(JobIds.ORDER.compare("7", "7")).isZero();
    }
}
