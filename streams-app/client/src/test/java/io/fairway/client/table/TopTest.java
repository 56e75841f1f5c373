package io.fairway.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.client.command.TopCommand;
import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopTest {
    private static final String JOBS = "/v1/domains/alps/jobs?limit=8";
    private static final String USERS = "/v1/domains/alps/fairshare?kind=users&sort=first&limit=8";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void printsOnePictureAfterTheOtherWhereThereIsNoTerminal() {
        api.with(JOBS, "jobs-slurm").with(USERS, "ranking-1");

        Ran ran = api.run(new TopCommand(), "--delay", "0.1", "--times", "2", "--width", "60");

        assertThat(ran.code()).isZero();
        List<String> lines = ran.out().lines().toList();
        assertThat(lines)
                .startsWith(
                        "alps, policy fairtree (active), as of 2026-11-21T12:00:00Z",
                        "17 waiting, 2 running, 5 users",
                        "")
                .allMatch(line -> TextWidth.of(line) <= 60);
        assertThat(lines.get(3)).startsWith("PLACE  JOB  USER  ACCOUNT  QUEUE    PRIORITY");
        assertThat(lines.get(4)).startsWith("    1    4  fs_2  pc       low    1602000000");
        assertThat(lines.stream().filter(line -> line.startsWith("    1  u1    cms")))
                .hasSize(2);
        assertThat(ran.out()).doesNotContain("\u001b");
    }

    @Test
    void goesOnWhenTheServerIsAwayForAWhile() {
        api.with(JOBS, "jobs-slurm")
                .with(JOBS, 503, StubApi.text("problem-503.json"))
                .with(USERS, "ranking-1");

        Ran ran = api.run(new TopCommand(), "--delay", "0.1", "--times", "2", "--domain", "alps");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .endsWith("fairway: " + api.url() + ": domain alps: the stores are being restored, 12 % are read"
                        + System.lineSeparator());
    }

    @Test
    void refusesADelayThatIsNone() {
        assertThat(api.run(new TopCommand(), "--delay", "0").code()).isEqualTo(2);
        assertThat(api.asked()).isEmpty();
    }

    @Test
    void aScreenShowsWhatFitsAndIsLeftOnce() {
        StringWriter terminal = new StringWriter();
        FullScreen screen = new FullScreen(new PrintWriter(terminal));

        screen.show(List.of("one", "two", "three"), 2);
        screen.close();
        screen.close();
        screen.show(List.of("late"), 2);

        // DEC private modes 1049 (alternate screen) and 25 (cursor); CUP, EL and ED of ECMA-48.
        assertThat(terminal.toString())
                .isEqualTo("\u001b[?1049h\u001b[?25l" + "\u001b[Hone\u001b[K\r\ntwo\u001b[K\u001b[J"
                        + "\u001b[?25h\u001b[?1049l");
    }
}
