package io.fairway.system.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.embedded.FreePorts;
import io.fairway.system.FairwayMain;
import io.fairway.system.docs.Documents;
import io.fairway.system.slurm.ProgramRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ten questions of docs/questions.md, asked of a running demo by {@code ./fairway}, as a user would. It prints each question with its
 * answer, and how long that took with the start of the program.
 */
@Tag("slow")
class TenQuestionsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Pattern ADDRESS = Pattern.compile("page and API +(http://\\S+)/");
    private static final Pattern SERVERS = Pattern.compile("bootstrap servers +(\\S+)\\s+schema registry +(\\S+)\\s");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final StringWriter OUT = new StringWriter();
    private static final Thread DEMO = Thread.ofPlatform().name("demo").unstarted(TenQuestionsIT::demo);

    @TempDir
    private static Path directory;

    private static String server = "";

    private static void demo() {
        // A port of its own: another demo may run on the usual one.
        String port = FreePorts.take(1).get(0).toString();
        FairwayMain.commandLine("demo")
                .setOut(new PrintWriter(OUT))
                .execute("demo", "--plain", "--for", "15m", "--half-life", "60s", "--http-port", port);
    }

    private static Matcher told(Pattern pattern) {
        return pattern.matcher(OUT.toString());
    }

    /** Anna has a second account in the demo, and jobs have ended and wait. */
    @BeforeAll
    static void start() throws Exception {
        DEMO.start();
        Awaitility.await("the demo's address")
                .atMost(PATIENCE)
                .until(() -> told(ADDRESS).find() && told(SERVERS).find());
        server = group(ADDRESS, 1);
        Path second = Files.writeString(directory.resolve("shares.yaml"), """
                domain: alps
                trees:
                  alps:
                    biology: {users: {anna: 1}}
                """);
        ProgramRun applied =
                run("shares", "apply", "-b", group(SERVERS, 1), "-r", group(SERVERS, 2), second.toString());
        assertThat(applied.ok()).as(applied.errors()).isTrue();
        Awaitility.await("ended and waiting jobs of anna")
                .atMost(PATIENCE)
                .until(() -> items("ended", "-u", "anna").size() > 2
                        && items("priority", "-u", "anna").size() > 2
                        && items("fairshare", "-u", "anna").size() == 2);
    }

    private static String group(Pattern pattern, int number) {
        Matcher found = told(pattern);
        assertThat(found.find()).isTrue();
        return Objects.requireNonNull(found.group(number));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        DEMO.interrupt();
        DEMO.join(TimeUnit.MINUTES.toMillis(4));
    }

    private static ProgramRun run(String... command) {
        List<String> line =
                new ArrayList<>(List.of(Documents.ROOT.resolve("fairway").toString()));
        line.addAll(List.of(command));
        return ProgramRun.of(Map.of("FAIRWAY_NO_BUILD", "1", "FAIRWAY_SERVER", server, "COLUMNS", "110"), line, "");
    }

    private static JsonNode items(String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of(command));
        line.add("--json");
        ProgramRun run = run(line.toArray(String[]::new));
        assertThat(run.ok()).as(String.join(" ", line) + run.errors()).isTrue();
        return JSON.readTree(run.output()).path("items");
    }

    /** Asks, and looks for what an answer must have. */
    private void ask(String question, List<String> command, String... answers) {
        assertThat(answered(question, command, answers)).as(question).isTrue();
    }

    private boolean answered(String question, List<String> command, String... answers) {
        long began = System.nanoTime();
        ProgramRun run = run(command.toArray(String[]::new));
        double seconds = (System.nanoTime() - began) / 1e9;
        if (!run.ok()) {
            System.out.println(question + ": " + run.errors());
            return false;
        }
        System.out.printf(
                "%s%n$ fairway %s   (%.1f s)%n%s%n",
                question, String.join(" ", command), seconds, run.output().indent(4));
        for (String answer : answers) {
            assertThat(run.output()).as(question).containsPattern(answer);
        }
        return true;
    }

    /** Of the one that is served last: a job of the demo waits for seconds alone, and may start before the question is there. */
    private void askOfAWaitingJob(String question, String... answers) {
        Awaitility.await(question).atMost(PATIENCE).until(() -> {
            JsonNode jobs = items("priority", "--all");
            List<String> why =
                    List.of("why", jobs.get(jobs.size() - 1).path("job").asText());
            return answered(question, why, answers);
        });
    }

    @Test
    void eachQuestionHasAnAnswer() throws Exception {
        long place = items("fairshare", "-u", "anna", "-A", "physics")
                .get(0)
                .path("place")
                .asLong();

        askOfAWaitingJob("why is my job not next", "is \\d+\\w+ of \\d+ jobs", "Why\\n", "just before it");
        askOfAWaitingJob("who is ahead of it, and is there room", "Who is ahead", "anna|boris|carla|dario");
        ask("when is my factor back at 0.5", List.of("forecast", "physics", "anna", "--factor", "0.5"), "now: factor");
        ask(
                "what did my group use last month, by user",
                List.of("usage", "-A", "physics", "--by", "user", "--period", "this-month"),
                "USER",
                "anna",
                "boris");
        // Of the time before the demo began, nothing is known.
        Awaitility.await("what changed since then")
                .atMost(PATIENCE)
                .until(() -> answered(
                        "what changed since then",
                        List.of(
                                "why",
                                "anna",
                                "--since",
                                Instant.now()
                                        .minusSeconds(20)
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString()),
                        "as it was",
                        "own jobs and usage"));
        ask(
                "how many hours are left before my place is lost",
                List.of("forecast", "physics", "anna", "--place", Long.toString(place + 1), "--if", "continues"),
                "now|, in |never");
        ask("which of my jobs cost most", List.of("ended", "-u", "anna", "--costliest"), "COST", "TRES-h");
        ask("why am I behind my colleague", List.of("fairshare", "-u", "anna,boris"), "anna", "boris", "PLACE");
        ask("which of two accounts should I use", List.of("fairshare", "-u", "anna"), "physics", "biology", "PLACE");
        ask(
                "how much of our share did we get",
                List.of("fairness", "-A", "physics", "--kind", "accounts", "--period", "this-quarter"),
                "RATIO",
                "physics");
    }
}
