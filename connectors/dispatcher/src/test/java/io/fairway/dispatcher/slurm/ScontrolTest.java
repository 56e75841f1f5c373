package io.fairway.dispatcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.dispatcher.slurm.Answer.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program in place of scontrol: it echoes each command on standard output, and says on standard error what Slurm 22.05
 * was seen to say.
 */
class ScontrolTest {
    private static final String PROGRAM = """
            #!/bin/sh
            echo start >>"$0.log"
            while IFS= read -r line; do
              echo "scontrol: $line"
              case "$line" in
                *JobId=404*) echo "Invalid job id specified for job 404" >&2 ;;
                *JobId=408*) echo "slurm_update error: Unable to contact slurm controller (connect failure)" >&2 ;;
                *JobId=409*) echo "Job has already finished for job 409" >&2 ;;
                *JobId=403*) echo "Access/permission denied for job 403" >&2 ;;
                *JobId=500*) head -c 10000000 /dev/zero | tr '\\0' 'x' >&2; printf '\\377\\000\\n\\n' >&2 ;;
                *JobId=31+0*) echo "Invalid job id specified for job 31+0" >&2; continue ;;
                "release 31+0") printf 'Invalid job id specified for job 31+0\n%s\n' \
                    "slurm_suspend error: Invalid job id specified" >&2; continue ;;
                *JobId=13*) exit 1 ;;
                *JobId=99*) sleep 600 ;;
                update*|release*) ;;
                *) echo "invalid keyword: $line" >&2; continue ;;
              esac
              echo "$line" >>"$0.log"
            done
            """;

    @TempDir
    private Path folder;

    private Path program;
    private Scontrol scontrol;

    @BeforeEach
    void write() throws IOException {
        program = folder.resolve("scontrol");
        Files.writeString(program, PROGRAM);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        scontrol = new Scontrol(List.of(program.toString()), 60_000);
    }

    @AfterEach
    void close() {
        scontrol.close();
    }

    @Test
    void oneProgramGetsTheCommandsInTheirOrder() throws IOException {
        assertThat(kinds(update("7", 5L), update("8_[1-3]", 6L))).containsExactly(Kind.DONE, Kind.DONE);
        assertThat(kinds(
                        update("7", null),
                        new Update("9", SlurmParameter.NICE, -4L),
                        new Update("9", SlurmParameter.NICE, null),
                        new Update("9", SlurmParameter.PRIORITY, 4L),
                        new Update("9", SlurmParameter.PRIORITY, null)))
                .containsOnly(Kind.DONE);

        assertThat(Files.readAllLines(folder.resolve("scontrol.log")))
                .containsExactly(
                        "start",
                        "update JobId=7+0 SiteFactor=5",
                        "update JobId=8_[1-3] SiteFactor=6",
                        "update JobId=7+0 SiteFactor=0",
                        "update JobId=9+0 Nice=-4",
                        "update JobId=9+0 Nice=0",
                        "update JobId=9+0 Priority=4",
                        "release 9+0");
    }

    @Test
    void whatItSaysBelongsToTheCommandBeforeIt() {
        List<Answer> answers = scontrol.carryOut(
                List.of(update("1", 5L), update("404", 5L), update("2", 5L), update("403", 5L), update("409", 5L)));

        assertThat(answers)
                .extracting(Answer::kind)
                .containsExactly(Kind.DONE, Kind.GONE, Kind.DONE, Kind.FORBIDDEN, Kind.GONE);
        assertThat(answers.get(1).message()).isEqualTo("Invalid job id specified for job 404");
        assertThat(kinds(update("408", 1L), update("1", 1L))).containsExactly(Kind.UNANSWERED, Kind.DONE);
    }

    /** Slurm 22.05, 24.11 and 26.05 gave all components what the first was told by its number alone, and know no 31+0 for 30+1. */
    @Test
    void componentsOfAHeterogeneousJobAreToldOneByOne() throws IOException {
        assertThat(kinds(
                        update("30", 5L),
                        update("31", 6L),
                        update("30+1", 7L),
                        new Update("31", SlurmParameter.PRIORITY, null)))
                .containsOnly(Kind.DONE);

        assertThat(Files.readAllLines(folder.resolve("scontrol.log")))
                .containsExactly(
                        "start",
                        "update JobId=30+0 SiteFactor=5",
                        "update JobId=31 SiteFactor=6",
                        "update JobId=30+1 SiteFactor=7",
                        "release 31");
    }

    @Test
    void aLongLineOfNonsenseIsARefusalWithItsBegin() {
        List<Answer> answers = scontrol.carryOut(List.of(update("500", 5L), update("1", 5L)));

        assertThat(answers).extracting(Answer::kind).containsExactly(Kind.REFUSED, Kind.DONE);
        assertThat(answers.get(0).message()).startsWith("xxxx").hasSizeLessThan(1_100);
    }

    @Test
    void aProgramThatEndsIsStartedAgain() throws IOException {
        assertThat(kinds(update("1", 5L), update("13", 5L), update("2", 5L)))
                .containsExactly(Kind.DONE, Kind.UNANSWERED, Kind.UNANSWERED);
        assertThat(kinds(update("2", 5L))).containsExactly(Kind.DONE);

        assertThat(Files.readAllLines(folder.resolve("scontrol.log")))
                .containsExactly("start", "update JobId=1+0 SiteFactor=5", "start", "update JobId=2+0 SiteFactor=5");
    }

    @Test
    void aProgramThatDoesNotAnswerIsEnded() {
        scontrol = new Scontrol(List.of(program.toString()), 200);

        assertThat(scontrol.carryOut(List.of(update("99", 5L), update("1", 5L))))
                .allMatch(answer -> answer.kind() == Kind.UNANSWERED)
                .extracting(Answer::message)
                .allMatch(said -> said.equals("no answer within 200 ms"));
    }

    @Test
    void aProgramThatDoesNotExistAnswersNothing() {
        scontrol = new Scontrol(List.of(folder.resolve("nowhere").toString()), 1_000);

        List<Answer> answers = scontrol.carryOut(List.of(update("1", 5L)));

        assertThat(answers.get(0).kind()).isEqualTo(Kind.UNANSWERED);
        assertThat(answers.get(0).message()).contains("nowhere");
    }

    private List<Kind> kinds(Update... updates) {
        return scontrol.carryOut(List.of(updates)).stream().map(Answer::kind).toList();
    }

    private static Update update(String unit, @Nullable Long value) {
        return new Update(unit, SlurmParameter.SITE_FACTOR, value);
    }
}
