package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of sacct that harm, by a program in its place: what is wrong is told with its line, and the rest goes on. */
class HostileAccountingTest {
    private static final String TITLES = "JobIDRaw|Cluster|Account|User|Group|Partition|QOS|State|Submit|Start|End|"
            + "AllocTRES|ReqTRES|AllocCPUS|ReqCPUS|NNodes|TimelimitRaw|ExitCode";
    private static final Instant UNTIL = Instant.parse("2026-11-22T22:00:00Z");

    private final List<String> notices = new ArrayList<>();
    private final List<JobEvent> events = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void aLineOfTenMegabytesIsToldAndTheRestGoesOn() throws Exception {
        ask(bytes(TITLES, row("1", "x".repeat(10_000_000)), row("2", "physics"), ""));

        assertThat(ended()).containsExactly("2");
        assertThat(notices).anyMatch(notice -> notice.startsWith("sacct, line 2: "));
        assertThat(notices).allMatch(notice -> notice.length() < 600);
    }

    @Test
    void anotherCharsetIsReadAsLatin1() throws Exception {
        ask((String.join("\n", TITLES, row("1", "caf\u00e9"), row("2", "physics")) + "\n")
                .getBytes(StandardCharsets.ISO_8859_1));

        assertThat(ended()).containsExactly("1", "2");
        assertThat(events).anyMatch(event -> "caf\u00e9".equals(event.getAccount()));
        assertThat(notices).contains("sacct: 1 line is not in UTF-8 and read as Latin-1; the first is line 2");
    }

    @Test
    void binaryBetweenTheLinesIsTold() throws Exception {
        byte[] noise = new byte[50_000];
        new Random(13).nextBytes(noise);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes(TITLES, row("1", "physics"), ""));
        all.writeBytes(noise);
        all.writeBytes(bytes("", row("2", "physics"), ""));
        ask(all.toByteArray());

        assertThat(ended()).containsExactly("1", "2");
        assertThat(notices).isNotEmpty().allMatch(notice -> notice.length() < 600);
        assertThat(notices).noneMatch(notice -> notice.chars().anyMatch(Character::isISOControl));
    }

    /** Half a line may be a whole one with other numbers: here an exit status of 1 instead of 15. */
    @Test
    void anAnswerThatEndsInTheMiddleOfALineIsAFailure() {
        byte[] whole = bytes(TITLES, row("1", "physics"), row("2", "physics") + "5", "");
        byte[] half = new String(whole, StandardCharsets.UTF_8)
                .substring(0, whole.length - 2)
                .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> ask(half)).hasMessageContaining("sacct: the answer ends in the middle of a line");
        assertThat(ended()).doesNotContain("2");
    }

    @Test
    void anAnswerOfAFailedProgramIsAFailureWithItsWords() throws Exception {
        Path program = program("cat <<'E'\n" + TITLES + "\n" + row("1", "physics") + "\nE\n"
                + "echo 'slurmdbd: connection refused' >&2\nexit 1\n");

        assertThatThrownBy(() -> accounting(program).endedBetween(Instant.EPOCH, UNTIL, events::add))
                .hasMessageContaining("status 1")
                .hasMessageContaining("connection refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2026-11-22T21:00:30;yesterday;End",
                "2026-11-22T21:00:30;2026-02-30T00:00:00;End",
                "2026-99-22T21:00:30;2026-11-22T21:06:38;Start",
                "2026-11-22T21:06:38;2026-11-22T21:00:30;must not be before the start"
            })
    void aWrongTimeIsToldWithItsFieldAndTheRestGoesOn(String start, String end, String field) throws Exception {
        String wrong = row("1", "physics").replace("2026-11-22T21:00:30", "S").replace("2026-11-22T21:06:38", end);
        ask(bytes(TITLES, wrong.replace("|S|" + end, "|" + start + "|" + end), row("2", "physics"), ""));

        assertThat(ended()).containsExactly("2");
        assertThat(notices).anyMatch(notice -> notice.startsWith("sacct, line 2: ") && notice.contains(field));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"cpu=1e300,node=1", "cpu=-4", "cpu=many", "cpu=99999999999999999999"})
    void aCountOutOfRangeIsTold(String tres) throws Exception {
        ask(bytes(TITLES, row("1", "physics").replace("cpu=3,node=1", tres), row("2", "physics"), ""));

        assertThat(ended()).contains("2");
        assertThat(notices)
                .anyMatch(notice -> notice.startsWith("sacct, line 2: ")
                        && (notice.contains("allocated cpu") || notice.contains("AllocTRES")));
        assertThat(events)
                .allMatch(event -> event.getAllocatedTres() == null
                        || event.getAllocatedTres().values().stream().allMatch(count -> count >= 0 && count <= 1e12));
    }

    private static String row(String id, String account) {
        return id + "|alps|" + account + "|fw_1|users|main|normal|COMPLETED|2026-11-22T21:00:29|2026-11-22T21:00:30|"
                + "2026-11-22T21:06:38|cpu=3,node=1|cpu=3,node=1|3|3|1|60|0:1";
    }

    private static byte[] bytes(String... lines) {
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    private List<String> ended() {
        return events.stream()
                .filter(event -> event.getType() == JobEventType.FINISHED)
                .map(JobEvent::getJob)
                .toList();
    }

    private void ask(byte[] answer) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("answer"), answer);
        accounting(program("exec cat " + file + "\n")).endedBetween(Instant.EPOCH, UNTIL, events::add);
    }

    private Accounting accounting(Path program) {
        BoundedCommand runner = new BoundedCommand(Map.of(), Duration.ofMinutes(1), 100_000_000);
        return new Accounting(
                runner, program.toString(), TraceOptions.ofRecords(), Instant.EPOCH, new Notices(notices::add));
    }

    private Path program(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("sacct"), "#!/bin/sh\n" + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
