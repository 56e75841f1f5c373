package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.usage.ResetPeriod;
import io.fairway.schedulers.slurm.time.SlurmResetPass;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** First passes of the real controller under every PriorityUsageResetPeriod, with an earlier last reset. */
class ResetGoldenTest {
    private static int cases;

    static Stream<JsonNode> rows() {
        List<JsonNode> rows = new ArrayList<>();
        SlurmGolden.read("reset_periods.json").get("rows").forEach(rows::add);
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void resetsWhenSlurmDoes(JsonNode row) {
        ZoneId zone =
                ZoneId.of(SlurmGolden.read("reset_periods.json").get("timezone").asText());
        long before = row.get("lastResetBefore").asLong() * 1000;
        long pass = row.get("passAt").asLong() * 1000;
        long after = row.get("lastResetAfter").asLong() * 1000;
        boolean wiped = row.get("usageAfter").asLong() == 0;
        // NOW is an event at the controller's start, one second before the pass or at it.
        ResetPeriod period = SlurmResetPeriod.parse(row.get("period").asText(), pass, zone);

        assertThat(period.lastResetAtOrBefore(pass) > before).isEqualTo(wiped);
        assertThat(period.next(before) <= pass).isEqualTo(wiped);
        switch (period) {
            case ResetPeriod.Calendar calendar ->
                assertThat(SlurmResetPass.pass(calendar.keyword(), zone, before, pass))
                        .isEqualTo(after);
            case ResetPeriod.None none -> assertThat(after).isEqualTo(before);
            case ResetPeriod.Once once ->
                assertThat(once.lastResetAtOrBefore(pass)).isEqualTo(after);
            case ResetPeriod.Interval interval -> throw new AssertionError(interval);
        }
        cases++;
    }

    @AfterAll
    static void count() {
        System.out.println("golden reset periods: " + cases + " passes");
        assertThat(cases).isEqualTo(44);
    }
}
