package io.fairway.dispatcher.command;

import static io.fairway.dispatcher.DispatcherWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.order.ChosenJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With real programs: shell scripts, and the example of the documentation. */
class ProgramClusterTest {
    private static final long NOW = 1_000_000;
    private static final String ALL_STARTED = """
            while IFS= read -r line; do
              echo "$line" >>"$0.log"
              id=${line#*:}
              echo "{\\"id\\":${id%%,*},\\"answer\\":\\"started\\"}"
            done
            """;

    @TempDir
    private Path folder;

    private final List<String> news = new ArrayList<>();
    private final List<JobEvent> reports = new ArrayList<>();
    private ProgramCluster cluster = cluster(List.of("false"));
    private long now = NOW;

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aLineForEachStartAndAnAnswerToIt() throws IOException {
        program(ALL_STARTED);

        start("1");
        start("2");
        until(() -> cluster.isSettled());

        assertThat(news).containsExactly("started alps/1", "started alps/2");
        assertThat(reports).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("program.log")))
                .containsExactly(
                        "{\"id\":1,\"attempt\":1,\"domain\":\"alps\",\"cluster\":\"alps\",\"job\":\"1\","
                                + "\"start\":\"1970-01-01T00:16:40Z\",\"account\":\"cms\",\"user\":\"anna\","
                                + "\"queue\":\"short\",\"partition\":\"main\",\"policy\":\"main\",\"priority\":7.5,"
                                + "\"requestedTres\":{\"cpu\":2.0,\"mem\":100.0}}",
                        "{\"id\":2,\"attempt\":1,\"domain\":\"alps\",\"cluster\":\"alps\",\"job\":\"2\","
                                + "\"start\":\"1970-01-01T00:16:40Z\",\"account\":\"cms\",\"user\":\"anna\","
                                + "\"queue\":\"short\",\"partition\":\"main\",\"policy\":\"main\",\"priority\":7.5,"
                                + "\"requestedTres\":{\"cpu\":2.0,\"mem\":100.0}}");
    }

    @Test
    void aRefusedStartIsTakenBackAndTheJobLeftAloneForAWhile() throws IOException {
        program("""
                read -r line; echo '{"id":1,"answer":"refused","reason":"no licence"}'; read -r line
                """);

        start("1");
        until(() -> !reports.isEmpty());

        assertThat(news).containsExactly("not started alps/1: no licence");
        JobEvent event = reports.get(0);
        assertThat(event.getType()).isEqualTo(JobEventType.REQUEUED);
        assertThat(event.getRun()).isEqualTo(Instant.ofEpochMilli(NOW));
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(NOW + 1));
        assertThat(cluster.isSettled()).isFalse();
        assertThat(cluster.reports("alps", now)).hasSize(1);
        cluster.reported(List.of(JobEvent.newBuilder(event).setSource("me").build()));
        assertThat(cluster.isSettled()).isTrue();

        assertThat(cluster.start(job("1"), now)).isNull();
        assertThat(cluster.again(now)).isEmpty();
        assertThat(cluster.again(now + 60_000)).containsExactly(job("1").key());
        assertThat(cluster.again(now + 60_000)).isEmpty();
        assertThat(cluster.start(job("1"), now + 60_000)).isNotNull();
    }

    @Test
    void anErrorIsAskedAgainThreeTimesInAll() throws IOException {
        program("""
                while IFS= read -r line; do
                  echo "$line" >>"$0.log"; echo '{"id":1,"answer":"error","reason":"down"}'
                done
                """);

        start("1");
        until(() -> !reports.isEmpty());

        assertThat(Files.readAllLines(folder.resolve("program.log")))
                .extracting(line -> line.substring(0, 19))
                .containsExactly("{\"id\":1,\"attempt\":1", "{\"id\":1,\"attempt\":2", "{\"id\":1,\"attempt\":3");
        assertThat(news).containsExactly("not started alps/1: down");
    }

    @Test
    void nonsenseIsSkipped() throws IOException {
        program("""
                read -r line
                echo hello; echo '[1]'; echo '{"id":99,"answer":"started"}'; echo '{"id":1,"answer":"perhaps"}'
                printf '\\377\\000\\n\\n'; head -c 10000000 /dev/zero | tr '\\0' 'x'; echo
                echo '{"id":1,"answer":"started"}'; read -r line
                """);

        start("1");
        until(() -> cluster.isSettled());

        assertThat(news).containsExactly("started alps/1");
    }

    @Test
    void aProgramThatEndsIsStartedAgainAfterAPauseAndAskedAgain() throws IOException {
        program("[ -e \"$0.log\" ] || { read -r line; echo \"$line\" >\"$0.log\"; exit 3; }\n" + ALL_STARTED);

        start("1");
        until(() -> Files.exists(folder.resolve("program.log")) && stepped(500) && cluster.isSettled());

        assertThat(news).containsExactly("started alps/1");
        assertThat(Files.readAllLines(folder.resolve("program.log")))
                .extracting(line -> line.substring(0, 19))
                .containsExactly("{\"id\":1,\"attempt\":1", "{\"id\":1,\"attempt\":2");
    }

    @Test
    void aProgramThatNeverAnswersIsAskedThreeTimes() throws IOException {
        program("echo start >>\"$0.log\"; while read -r line; do :; done");

        start("1");
        until(() -> stepped(10_000) && !reports.isEmpty());

        assertThat(news).containsExactly("not started alps/1: it was asked 3 times and did not answer");
        assertThat(Files.readAllLines(folder.resolve("program.log"))).hasSize(3);
    }

    /** One start of 25 ends the program, or makes it hang: it is the one that is taken back. */
    @ParameterizedTest
    @CsvSource({"exit 3, 1", "exit 3, 7", "exit 3, 25", "sleep 600, 1", "sleep 600, 7", "sleep 600, 25"})
    void oneStartThatEndsOrHangsTheProgramKeepsNoOtherFromStarting(String fault, String bad) throws IOException {
        program(faulty(fault, bad));

        for (int job = 1; job <= 25; job++) {
            start(Integer.toString(job));
        }
        until(() -> stepped(250) && !reports.isEmpty());

        assertThat(news).hasSize(25);
        assertThat(news.get(24)).matches("not started alps/" + bad + ": it was asked [3-9] times and did not answer");
        for (int job = 1; job <= 25; job++) {
            assertThat(news.contains("started alps/" + job)).as("job %s", job).isNotEqualTo(bad.equals("" + job));
        }
        assertThat(reports).extracting(JobEvent::getJob).containsExactly(bad);
    }

    /** The others are not kept waiting while the bad one is tried again: a hang costs them one time to answer. */
    @Test
    void theOthersStartBeforeTheBadOneIsAskedAgain() throws IOException {
        program(faulty("sleep 600", "1"));

        for (int job = 1; job <= 5; job++) {
            start(Integer.toString(job));
        }
        until(() -> stepped(250) && news.size() == 4);

        assertThat(news).containsExactly("started alps/2", "started alps/3", "started alps/4", "started alps/5");
        assertThat(now).isLessThan(NOW + 60_000);
    }

    /** It answers one after the other, each in time: the last waits longer than the time to answer one. */
    @Test
    void aSlowProgramIsNotLate() throws IOException {
        program("""
                while IFS= read -r line; do
                  echo "$line" >>"$0.log"
                  while [ ! -e "$0.go" ]; do sleep 0.05; done; rm "$0.go"
                  id=${line#*:}
                  echo "{\\"id\\":${id%%,*},\\"answer\\":\\"started\\"}"
                done
                """);
        for (int job = 1; job <= 4; job++) {
            start(Integer.toString(job));
        }
        for (int job = 1; job <= 4; job++) {
            int answers = job;
            until(() -> Files.exists(folder.resolve("program.log"))
                    && Files.readAllLines(folder.resolve("program.log")).size() == answers);
            now += 20_000;
            Files.createFile(folder.resolve("program.go"));
            until(() -> news.size() == answers);
        }

        assertThat(news).containsExactly("started alps/1", "started alps/2", "started alps/3", "started alps/4");
        assertThat(Files.readAllLines(folder.resolve("program.log"))).hasSize(4);
    }

    /** A program that reads nothing: more lines than a pipe takes must not stop the dispatcher. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aProgramThatReadsNothingStopsNobody() throws IOException {
        program("exec sleep 3600");

        for (int job = 1; job <= 900; job++) {
            start(Integer.toString(job));
        }
        cluster.reports("alps", now);
        cluster.reports("alps", now);

        assertThat(cluster.isSettled()).isFalse();
    }

    @Test
    void atTheEndWhatIsNotAnsweredIsTakenBack() throws IOException {
        program(faulty("sleep 600", "2"));
        start("1");
        start("2");
        start("3");
        until(() -> news.size() == 1);

        cluster.end(now);
        assertThat(cluster.reports("alps", now)).isEmpty();
        start("4");
        cluster.end(now);
        assertThat(cluster.reports("alps", now)).extracting(JobEvent::getJob).containsExactly("4");
        now += 10_000;
        cluster.end(now);
        reports.addAll(cluster.reports("alps", now));

        assertThat(reports)
                .extracting(each -> each.getJob() + " " + each.getType())
                .containsExactly("4 REQUEUED", "2 REQUEUED", "3 REQUEUED");
        assertThat(news)
                .containsExactly(
                        "started alps/1",
                        "not started alps/4: the dispatcher ends",
                        "not started alps/2: it did not answer, and the dispatcher ends",
                        "not started alps/3: it did not answer, and the dispatcher ends");
        cluster.reported(reports);
        assertThat(cluster.isSettled()).isTrue();
    }

    @Test
    void aProgramThatDoesNotExistStartsNothing() {
        cluster = cluster(List.of(folder.resolve("nowhere").toString()));

        start("1");
        until(() -> stepped(1_000) && now > NOW + 10_000);

        assertThat(news).isEmpty();
        assertThat(reports).isEmpty();
        assertThat(cluster.isSettled()).isFalse();
    }

    /** The example of docs/dispatch-command.md, with a shell command in place of a scheduler's. */
    @Test
    void theExampleStartsByACommandOfTheSite() throws IOException {
        Path command = folder.resolve("qrun");
        Files.writeString(command, """
                #!/bin/sh
                echo "$1" >>"$0.log"
                case $1 in 1) exit 0 ;; 2) echo "no such queue" >&2; exit 1 ;; *) exit 2 ;; esac
                """);
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Path example = Path.of("../../examples/dispatch/start.py");
        assertThat(example).exists();
        cluster = cluster(List.of("python3", example.toString(), command.toString()));

        start("1");
        start("2");
        start("3");
        until(() -> reports.size() == 2);

        assertThat(news).containsExactly("started alps/1", "not started alps/2: no such queue", "not started alps/3");
        assertThat(Files.readAllLines(folder.resolve("qrun.log"))).containsExactly("1", "2", "3", "3", "3");
    }

    /** Starts all but one, at which it does what is said. */
    private static String faulty(String fault, String job) {
        return """
                while IFS= read -r line; do
                  case $line in *'"job":"JOB"'*) FAULT ;; esac
                  id=${line#*:}
                  echo "{\\"id\\":${id%%,*},\\"answer\\":\\"started\\"}"
                done
                """.replace("JOB", job).replace("FAULT", fault);
    }

    private void program(String script) throws IOException {
        Path program = folder.resolve("program");
        Files.writeString(program, "#!/bin/sh\n" + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        cluster = cluster(List.of(program.toString()));
    }

    private ProgramCluster cluster(List<String> command) {
        return new ProgramCluster(
                new SlotCluster(100, (job, time) -> {}),
                command,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                news::add);
    }

    private void start(String job) {
        ChosenJob chosen = job(job);
        cluster.carryOut(chosen, Objects.requireNonNull(cluster.start(chosen, NOW)));
    }

    /** Time passes; true. */
    private boolean stepped(long millis) {
        now += millis;
        return true;
    }

    private void until(java.util.concurrent.Callable<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    cluster.reports("alps", now).stream()
                            .filter(event -> !reports.contains(event))
                            .forEach(reports::add);
                    return condition.call();
                });
    }

    private static ChosenJob job(String job) {
        // Avro trusts records of ours once these are loaded.
        assertThat(Records.constant(1)).isNotNull();
        return new ChosenJob(
                new JobKey("alps", "alps", job),
                "main",
                "main",
                "short",
                0,
                new NodeId("alps", "cms", "anna"),
                0,
                Map.of("cpu", 2.0, "mem", 100.0),
                7.5,
                0,
                Double.NaN);
    }
}
