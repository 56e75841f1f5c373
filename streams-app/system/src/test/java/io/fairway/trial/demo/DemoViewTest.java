package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoViewTest {
    private static final DemoState STATE = state(DemoPolicy.SLURM, 30_000, 0);

    private static DemoState state(DemoPolicy policy, long judgedMillis, long deadLetters) {
        return new DemoState(
                new DemoState.Setup(
                        "127.0.0.1:9092",
                        "http://127.0.0.1:8081",
                        "http://127.0.0.1:8090/",
                        "fairway.",
                        "alps",
                        64,
                        policy,
                        "slurm fair-tree, half-life 20s"),
                new DemoState.Progress(45_300, 90_000, 15_000, judgedMillis, 20_000),
                List.of(
                        new DemoState.Row("physics", "", 0.4, 0.426, 0.391, "0.7500", "", 50, 27),
                        new DemoState.Row("physics", "anna", 0.2667, 0.2801, 0.25, "0.8751", "7", 30, 18),
                        new DemoState.Row("biology", "", 0.3, 0.2341, 0.31, "", "", 40, 19)),
                List.of(
                        new DemoState.Start(44_120, "4711", "physics", "anna", 87_512.4, 1_234),
                        new DemoState.Start(44_010, "4698", "biology", "carla", 75_003, 1_233)),
                List.of(
                        new DemoState.Order(DemoPolicy.SLURM, true, List.of("anna", "carla")),
                        new DemoState.Order(DemoPolicy.LSF, false, List.of("carla", "anna")),
                        new DemoState.Order(DemoPolicy.MOAB, false, List.of())),
                1_507,
                new DemoState.Pipeline(new Latency(900, 85, 1_210), OptionalLong.of(340), deadLetters));
    }

    /** The demo reads topics to which others may write, too. */
    @Test
    void namesDoNotMoveTheCursor() {
        String name = "a\u001b[2J\nb";
        DemoState state = new DemoState(
                STATE.setup(),
                STATE.progress(),
                List.of(
                        new DemoState.Row(name, "", 0.4, 0.4, 0.4, "0.7500", "", 50, 27),
                        new DemoState.Row(name, name, 0.4, 0.4, 0.4, name, name, 50, 27)),
                List.of(new DemoState.Start(44_120, name, name, name, 1, 1)),
                List.of(new DemoState.Order(DemoPolicy.SLURM, true, List.of(name))),
                1,
                STATE.pipeline());

        assertThat(new DemoView(false).table(state)).doesNotContain("\u001b").contains("a?[2J?b");
        assertThat(new DemoView(false).table(state).lines()).hasSize(11);
        assertThat(new DemoView(false).line(state)).doesNotContain("\u001b").doesNotContain("\n");
    }

    @Test
    void drawsATableForPeople() {
        assertThat(new DemoView(false).table(STATE).lines())
                .containsExactly(
                        " fairway demo  0:45 of 1:30  slurm fair-tree, half-life 20s  46 of 64 cpus busy",
                        " page http://127.0.0.1:8090/  kafka 127.0.0.1:9092",
                        " factor: the higher, the earlier; place 1 is served first",
                        " account/user  share delivered   20s   off  -5     +5    factor place queue cpus",
                        " physics        40.0      42.6  39.1  +2.6 .....|###..   0.7500          50   27",
                        "   anna         26.7      28.0  25.0  +1.3 .....|#....   0.8751     7    30   18",
                        " biology        30.0      23.4  31.0  -6.6 <####|.....                   40   19",
                        "",
                        " started  0:44.1  #4711    physics/anna        priority    87,512  1,234 waited",
                        "          0:44.0  #4698    biology/carla       priority    75,003  1,233 waited",
                        " order    slurm         anna carla",
                        "          lsf   shadow  carla anna",
                        "          moab  shadow  no order",
                        " submission to priority 85 ms, p99 1,210 ms  heartbeat 0.3 s ago  dead letters 0",
                        " 1,507 jobs dispatched. % of processor-seconds since 0:15, and in the last 20s");
    }

    @ParameterizedTest
    @CsvSource({
        "SLURM, share delivered, factor place, place 1",
        "LSF, share delivered, priority place, shares / use",
        "MOAB, target delivered, fs use  diff, fairshare windows"
    })
    void theHeadingsAreInTheWordsOfThePolicy(DemoPolicy policy, String owed, String standing, String legend) {
        assertThat(new DemoView(false).table(state(policy, 30_000, 0))).contains(owed, standing, legend);
    }

    @Test
    void fitsATerminalOfEightyColumns() {
        assertThat(new DemoView(false).table(STATE).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void showsTheAccountsInOneLine() {
        assertThat(new DemoView(false).line(STATE))
                .isEqualTo("0:45  physics 42.6/40  biology 23.4/30  (delivered/share %)  dispatched 1,507  lag 85 ms"
                        + "  dead letters 0");
        assertThat(new DemoView(false).line(state(DemoPolicy.SLURM, 0, 3)))
                .isEqualTo("0:45  physics 39.1/40  biology 31.0/30  (warming up)  dispatched 1,507  lag 85 ms"
                        + "  dead letters 3");
    }

    @Test
    void coloursOnlyATerminal() {
        String coloured = new DemoView(true).table(state(DemoPolicy.SLURM, 30_000, 1));

        // Yellow at 2.6 points off, red at 6.6, and for a dead letter.
        assertThat(coloured).contains("\033[33m", "\033[31;1m  -6.6", "\033[31;1mdead letters 1");
        assertThat(coloured.replaceAll("\033\\[[0-9;]*m", ""))
                .isEqualTo(new DemoView(false).table(state(DemoPolicy.SLURM, 30_000, 1)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, .....|.....",
        "0.4, .....|.....",
        "0.6, .....|#....",
        "-2, ...##|.....",
        "5, .....|#####",
        "5.1, .....|####>",
        "-40, <####|.....",
        "NaN, .....|....."
    })
    void theGaugeHasAMarkForEveryPoint(double off, String gauge) {
        assertThat(DemoView.gauge(off)).isEqualTo(gauge);
    }
}
