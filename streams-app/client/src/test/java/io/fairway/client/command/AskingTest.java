package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages, repetition, tokens, and errors. */
class AskingTest {
    private static final String QUEUES = "/v1/domains/alps/queues";
    private static final String RANKING = "/v1/domains/alps/fairshare?sort=first";

    private final StubApi api = new StubApi();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void allFollowsTheCursorsToTheEnd() throws IOException {
        api.with(RANKING + "&limit=10000", "ranking-1")
                .with(RANKING + "&limit=10000&cursor=c2", "ranking-2")
                .with(RANKING + "&limit=10000&cursor=c%203%2F%3D", "ranking-3");

        Ran ran = api.run(new FairshareCommand(), "--sort", "first", "--all", "--json");

        assertThat(new ObjectMapper().readTree(ran.out()).path("items").findValuesAsText("user"))
                .containsExactly("u1", "u2", "u3", "u4", "u5");
        assertThat(new ObjectMapper().readTree(ran.out()).has("next")).isFalse();
    }

    @Test
    void limitStopsAtItsNumber() {
        api.with(RANKING + "&limit=3", "ranking-limit");

        Ran ran = api.run(new FairshareCommand(), "--sort", "first", "--limit", "3");

        assertThat(ran.out()).contains("3 of 5 are shown; use --limit N or --all for more");
        assertThat(api.asked()).hasSize(2);
    }

    @Test
    void csvThatIsCutSaysSoBesideItsLines() {
        api.with(RANKING, "ranking-1").with(RANKING + "&limit=3", "ranking-limit");

        Ran cut = api.run(new FairshareCommand(), "--sort", "first", "--csv");
        assertThat(cut.out()).doesNotContain("--all");
        assertThat(cut.err()).isEqualTo("fairway: the first 2 lines; use --limit N or --all for more\n");

        assertThat(api.run(new FairshareCommand(), "--sort", "first", "--csv", "--limit", "3")
                        .err())
                .isEmpty();
    }

    /** A period that the answer would not have is an error before anything is asked. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--by user --from 2020-01-01 --at 2020-02-01",
                "--by queue",
                "--by cluster --at 2020-01-01",
                "--by qos --period last-month",
                "--by day --at 2020-01-01",
                "--by qos --at 2020-01-01",
                "--by qos --user anna"
            })
    void usageRefusesOptionsThatDoNotApply(String options) {
        Ran ran = api.run(new UsageCommand(), options.split(" "));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).containsAnyOf("--by", "--at");
        assertThat(api.asked()).isEmpty();
    }

    /** The letters of sshare and squeue. */
    @Test
    void accountsAndUsersHaveSlurmsLetters() {
        api.with("/v1/domains/alps/usage?account=cms&user=anna&by=account", "usage-account");

        assertThat(api.run(new UsageCommand(), "-A", "cms", "-u", "anna").code())
                .isZero();
    }

    @Test
    void policiesRefusesPagesOfAListThatHasNone() {
        assertThat(api.run(new PoliciesCommand(), "--all").code()).isEqualTo(2);
        assertThat(api.asked()).isEmpty();
    }

    @Test
    void watchAsksAgain() {
        api.with(QUEUES, "queues").with(QUEUES, "queues");

        Ran ran = api.run(new QueuesCommand(), "--watch=0.1", "--times", "2", "--domain", "alps");

        assertThat(ran.out().split("QUEUE ", -1)).hasSize(3);
        assertThat(api.asked()).containsExactly(QUEUES, QUEUES);
        assertThat(ran.out()).doesNotContain("\u001b");
    }

    @Test
    void watchOutlivesAServerThatIsAwayForAWhile() {
        api.with(QUEUES, "queues")
                .with(QUEUES, 503, StubApi.text("problem-503.json"))
                .with(QUEUES, 200, StubApi.text("queues.json"));

        Ran ran = api.run(new QueuesCommand(), "--watch=0.1", "--times", "3", "--csv", "--domain", "alps");

        assertThat(ran.code()).isZero();
        assertThat(ran.err().lines())
                .containsExactly(
                        "fairway: " + api.url() + ": domain alps: the stores are being restored, 12 % are read");
        // One line of names, and two answers of two queues.
        assertThat(ran.out().lines()).hasSize(5);
    }

    @Test
    void watchedJsonIsOneLineForEachAnswer() {
        api.with(QUEUES, "queues");

        Ran ran = api.run(new QueuesCommand(), "--watch=0.1", "--times", "2", "--json", "--domain", "alps");

        assertThat(ran.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            401 | no token (give a token by --token-file or FAIRWAY_TOKEN)
            403 | user bert: a user sees the own usage only, and you are anna
            404 | job 4711: cluster alps has none of this id
            503 | domain alps: the stores are being restored, 12 % are read
            """)
    void aProblemIsOneLine(int status, String line) {
        api.with(QUEUES, status, StubApi.text("problem-" + status + ".json"));

        Ran ran = api.run(new QueuesCommand());

        assertThat(ran).isEqualTo(new Ran(1, "", "fairway: " + api.url() + ": " + line + System.lineSeparator()));
    }

    @ParameterizedTest
    @CsvSource({"502, <html>Bad Gateway</html>", "200, <html>Welcome</html>", "200, []", "500, {}", "302, ''"})
    void whatIsNoAnswerOfFairwayIsSaid(int status, String body) {
        api.with(QUEUES, status, body);

        Ran ran = api.run(new QueuesCommand());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains(api.url())
                .contains("Is this Fairway's API?")
                .doesNotContain("\tat ");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        String url = api.url();
        api.close();

        Ran ran = StubApi.runElsewhere(new UsageCommand(), "--server", url + "/");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("fairway: cannot connect to " + url + ". ")
                .contains("'fairway serve'", "--server")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8090",
                "ftp://h",
                "http://",
                "http://user:secret@h",
                "http://h?x=1",
                "http://a b",
                "http://h:65536"
            })
    void aServerThatIsNoAddressIsRefused(String server) {
        assertThat(StubApi.runElsewhere(new UsageCommand(), "--server", server).code())
                .isEqualTo(2);
    }

    @Test
    void severalDomainsMustBeChosenFrom() {
        api.without("/v1/domains").with("/v1/domains", "domains-two");

        Ran ran = api.run(new QueuesCommand());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("fairway: " + api.url() + " has several domains; name one by --domain: alps, jura");
    }

    @Test
    void noDomainIsSaid() {
        api.without("/v1/domains").with("/v1/domains", 200, "{\"items\": [], \"unreachable\": []}");

        assertThat(api.run(new QueuesCommand()).err()).contains(api.url() + " has no domain yet");
    }

    @Test
    void theTokenOfAFileIsShown() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "s3cret\n");
        api.with(QUEUES, "queues");

        assertThat(api.run(new QueuesCommand(), "--token-file", file.toString()).code())
                .isZero();
        assertThat(api.authorizations()).isNotEmpty().allMatch("Bearer s3cret"::equals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "s3cret word", "s3crét"})
    void aTokenThatIsNoneIsRefusedAndNotRepeated(String token) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), token);

        Ran ran = api.run(new QueuesCommand(), "--token-file", file.toString());

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--token-file").doesNotContain("s3cr");
    }

    @ParameterizedTest
    @CsvSource({
        "--json --csv, --json and --csv",
        "--watch=0, --watch 0.0: must be",
        "--watch=NaN, --watch NaN: must be",
        "--times 2, needs --watch",
        "--watch --times 0, --times 0: must be 1 or more",
        "--width 10, --width 10: must be 20 or more"
    })
    void optionsThatContradictEachOtherAreRefused(String args, String rule) {
        Ran ran = api.run(new QueuesCommand(), args.split(" "));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(rule);
        assertThat(api.asked()).isEmpty();
    }

    @Test
    void namesCannotCommandTheTerminal() {
        api.with(
                QUEUES,
                200,
                StubApi.text("queues.json").replace("\"queue\": \"short\"", "\"queue\": \"sh\\u001b[2Jo\\u202ert\""));

        List<String> lines = api.run(new QueuesCommand()).out().lines().toList();

        assertThat(lines.get(1)).startsWith("sh?[2Jo?rt ");
    }
}
