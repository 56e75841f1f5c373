package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns, the order and the part of a list that a command line names. */
class ColumnsTest {
    private static final String ALPS = "/v1/domains/alps";
    private static final String FRESH = "\"freshness\": {\"asOf\": \"2026-11-21T12:00:00Z\", \"state\": \"current\"}";
    private static final String HEAD =
            "\"domain\": \"alps\", \"policy\": {\"name\": \"main\", \"state\": \"active\"}, \"total\": %d, " + FRESH;
    private static final String JOB = """
            {"job": "%s", "user": "%s", "queue": "gpu", "state": "pending", "held": %s, "eligible": %s,
             "place": %s, "priority": %s, "submitted": "2026-11-21T%s:00Z", "requestedTres": {"cpu": %d},
             "terms": [{"name": "age", "contribution": %s}]}""";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    private static String jobs() {
        String items = String.join(
                ",",
                JOB.formatted("1", "anna", "false", "true", "1", "900", "11:59", 4, "9"),
                JOB.formatted("2", "ben", "false", "true", "2", "80", "11:00", 128, "80"),
                JOB.formatted("10", "carla", "false", "false", "null", "70", "11:30", 16, "7"),
                JOB.formatted("11", "anna", "true", "true", "null", "\"Infinity\"", "11:30", 1, "7"));
        return "{" + HEAD.formatted(4) + ", \"items\": [" + items + "]}";
    }

    private List<String> priority(String... args) {
        api.with(ALPS + "/jobs?state=pending", 200, jobs()).with(ALPS + "/jobs?state=pending&limit=10000", 200, jobs());
        Ran ran = api.run(new PriorityCommand(), args);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out().lines().toList();
    }

    @Test
    void columnsComeInTheOrderInWhichTheyAreNamed() {
        assertThat(priority("--format", "Job,cpus,reason,AGE,cluster"))
                .startsWith(
                        "JOB  CPUS  REASON        AGE  CLUSTER",
                        "  1     4  next            9  -",
                        "  2   128  priority       80  -",
                        " 10    16  not eligible    7  -",
                        " 11     1  held            7  -");
    }

    /** 70, 80, 900, and an infinite one. */
    @Test
    void numbersSortByTheirSize() {
        assertThat(priority("--sort", "priority", "-o", "job", "--csv").subList(1, 5))
                .containsExactly("10", "2", "1", "11");
        assertThat(priority("-S", "-priority", "-o", "job", "--csv").subList(1, 5))
                .containsExactly("11", "1", "2", "10");
    }

    @Test
    void aWaitSortsByItsLength() {
        assertThat(priority("--sort", "-waits", "--format", "job,waits"))
                .startsWith("JOB     WAITS", "  2  01:00:00", " 10  00:30:00", " 11  00:30:00", "  1  00:01:00");
    }

    @Test
    void whatHasNoValueComesLastInBothOrders() {
        assertThat(priority("--sort", "place", "-o", "job", "--csv").subList(1, 5))
                .containsExactly("1", "2", "10", "11");
        assertThat(priority("--sort", "-place", "-o", "job", "--csv").subList(1, 5))
                .containsExactly("2", "1", "10", "11");
    }

    /** The largest of all is not among the first hundred of the server. */
    @Test
    void sortingAsksForAllAndThenLeavesOut() {
        List<String> lines = priority("--sort", "-cpus", "--limit", "1", "-o", "job,cpus");

        assertThat(lines).startsWith("JOB  CPUS", "  2   128", "").doesNotContain("  1     4");
        assertThat(lines).contains("1 of 4 are shown; use --limit N or --all for more");
        assertThat(api.asked()).contains(ALPS + "/jobs?state=pending&limit=10000");
    }

    @ParameterizedTest
    @CsvSource({
        "--format, 'job,priorty', '--format job,priorty: no column ''priorty'', did you mean priority?; there are place,'",
        "--sort, -usser, '--sort -usser: no column ''usser'', did you mean user?; there are place,'"
    })
    void aWrongNameIsAnErrorThatListsAll(String option, String names, String message) {
        api.with(ALPS + "/jobs?state=pending", 200, jobs()).with(ALPS + "/jobs?state=pending&limit=10000", 200, jobs());

        Ran ran = api.run(new PriorityCommand(), option, names);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains(message)
                .contains("cpus", "reason", "age")
                .hasLineCount(1);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void csvOfNothingKeepsTheNamedColumns() {
        api.with(ALPS + "/jobs?state=pending", 200, "{" + HEAD.formatted(0) + ", \"items\": []}");

        assertThat(api.run(new PriorityCommand(), "-o", "job,age", "--csv").out())
                .isEqualTo("job,age\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "--json --format job",
        "-o %i",
        "-o job --format user",
        "-S cpus --format sprio",
        "-o job --format mdiag-p"
    })
    void whatContradictsItselfIsRefused(String args) {
        assertThat(api.run(new PriorityCommand(), args.split(" ")).code()).isEqualTo(2);
        assertThat(api.asked()).isEmpty();
    }

    @Test
    void severalNamesAreOneQuestion() {
        String question = "&account=cms&account=atlas&user=anna&user=ben&queue=gpu&queue=low&qos=high";
        api.with(ALPS + "/jobs?state=pending" + question, 200, jobs());

        Ran ran = api.run(
                new PriorityCommand(), "-A", "cms,atlas", "-u", "anna,ben", "-p", "gpu", "-p", "low", "-q", "high");

        assertThat(ran.code()).as(ran.err()).isZero();
    }

    @Test
    void anEmptyListSaysOfWhat() {
        String none = "{" + HEAD.formatted(0) + ", \"items\": []}";
        api.with(ALPS + "/jobs?state=pending&user=anna&user=ben&queue=gpu", 200, none)
                .with(ALPS + "/usage?account=cms&by=user", 200, none)
                .with(ALPS + "/fairshare?user=anna", 200, none);

        assertThat(api.run(new PriorityCommand(), "-u", "anna,ben", "-p", "gpu").out())
                .isEqualToIgnoringNewLines(
                        "no waiting jobs of users anna, ben in queue gpu in domain alps; as of 2026-11-21T12:00:00Z");
        assertThat(api.run(new UsageCommand(), "-A", "cms", "--by", "user").out())
                .isEqualToIgnoringNewLines(
                        "no usage in account cms (by user) in domain alps; as of 2026-11-21T12:00:00Z");
        assertThat(api.run(new FairshareCommand(), "-u", "anna").out())
                .isEqualToIgnoringNewLines("no shares of user anna in domain alps; as of 2026-11-21T12:00:00Z");
    }

    @Test
    void aColumnOfFairshareIsNoOrderOfTheServer() {
        api.with(ALPS + "/fairshare?limit=10000", "fairshare-fairtree")
                .with(ALPS + "/fairshare?sort=usage", "fairshare-fairtree");

        assertThat(api.run(new FairshareCommand(), "-S", "-factor", "-o", "user,factor", "--limit", "2")
                        .out()
                        .lines())
                .startsWith("USER   FACTOR", "user5  1.0000", "user4  0.8000", "");
        assertThat(api.run(new FairshareCommand(), "--sort", "USAGE").code()).isZero();
    }

    @Test
    void queuesSortToo() {
        api.with(ALPS + "/queues", "queues");

        assertThat(api.run(new QueuesCommand(), "-S", "wait", "-o", "queue,wait")
                        .out()
                        .lines())
                .startsWith("QUEUE   WAIT", "normal     0", "short     24");
    }
}
