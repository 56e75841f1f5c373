package io.fairway.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a reader gets. */
class BenchReportTest {
    private static final Quietness QUIET = new Quietness(0.1, 40_000_000);

    private static BenchReport report(Quietness start, Quietness end) {
        Findings found = new Findings();
        found.add("pipeline", "T1", "us", 10, 4, BenchGoal.ratioAtMost(2));
        found.add("pipeline", "T1", "us", 12, 4, BenchGoal.ratioAtMost(2));
        found.add("idle", "of a processor", "%", Double.NaN, BenchGoal.NONE);
        return new BenchReport("2 processors", start, end, found.rows());
    }

    private static String printed(BenchReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void theTableHasOursFloorRatioAndGoalAndSaysWhatIsMissed() {
        assertThat(printed(report(QUIET, QUIET)).lines().toList())
                .containsExactly(
                        "| measure              | ours    | floor   | ratio | goal          |        |",
                        "|----------------------|---------|---------|-------|---------------|--------|",
                        "| pipeline: T1         | 11.0 us | 4.00 us | 2.75  | ratio <= 2.00 | missed |",
                        "| idle: of a processor | - %     |         |       |               |        |",
                        "",
                        "2 processors; load 0.10 before, 0.10 after.");
    }

    /** 46 ms are 15 % more than 40 ms, which is allowed; 47 ms are not. */
    @Test
    void aMachineThatWasNotQuietIsNamed() {
        assertThat(Quietness.doubts(QUIET, new Quietness(9, 46_000_000))).isEmpty();
        assertThat(printed(report(new Quietness(3, 40_000_000), new Quietness(0.1, 47_000_000))))
                .contains(
                        "NOT QUIET: the load was 3.00 at the start: must be 0.5 or less.",
                        "NOT QUIET: a fixed calculation took 40.0 ms at the start and 47.0 ms at the end: must differ"
                                + " by 15 % at most.");
        assertThat(Quietness.doubts(new Quietness(Double.NaN, 1), new Quietness(0, 1)))
                .hasSize(1);
    }

    @Test
    void theJsonHasTheValuesOfAllRunsAndNullForWhatIsNotANumber() throws IOException {
        StringWriter text = new StringWriter();
        report(QUIET, QUIET).write(text);

        assertThat(text.toString().replaceAll("\\s+", ""))
                .contains("\"ours\":[10.0,12.0],\"floor\":[4.0,4.0],\"value\":11.0,\"ratio\":2.75")
                .contains("\"reached\":false")
                .contains("\"section\":\"idle\",\"measure\":\"ofaprocessor\",\"unit\":\"%\",\"ours\":[null]")
                .contains("\"doubts\":[]");
    }

    /**
     * From 1,000 to 100,000 across 460 places from 70, and from 1 to 100 us (11 is above 10) up 340 places from 370:
     * the point of 10,000 and 10 us is in the middle of both. Two values of one size are their median.
     */
    @Test
    void thePictureHasAPointForEachSizeOnLogarithmicAxes() {
        String svg = CostPicture.svg(Map.of(
                "serve <all>",
                List.of(
                        new CostPicture.Point(1_000, 1),
                        new CostPicture.Point(10_000, 9),
                        new CostPicture.Point(10_000, 11),
                        new CostPicture.Point(100_000, 1))));

        assertThat(svg)
                .contains("points=\"70.0,370.0 300.0,200.0 530.0,370.0\"")
                .contains("serve &lt;all>");
    }
}
