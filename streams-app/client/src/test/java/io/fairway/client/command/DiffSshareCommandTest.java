package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffSshareCommandTest {
    private static final String QUESTION = "/v1/domains/alps/fairshare?limit=10000";

    private final StubApi api = new StubApi();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("sshare");
        Files.writeString(file, StubApi.text("sshare-22.05.txt"));
    }

    @AfterEach
    void close() {
        api.close();
    }

    /** The numbers of the file, so that both sides are equal; the API leaves out a factor of accounts. */
    private static String fairway(String physicsFactor) {
        return """
                {"domain": "alps", "tree": "alps", "policy": {"name": "main"}, "items": [
                %s,%s,%s,%s,%s,%s,%s,%s]}""".formatted(
                        item("root", "", "1", "4550", "1", "null", "null"),
                        item("root", "root", "1", "0", "0", "1", "\"Infinity\""),
                        item("biology", "", "30", "1706", "0.3751291", "null", "0.7918068"),
                        item("biology", "fs_2", "1", "1706", "1", "0.25", "1"),
                        item("chemistry", "", "10", "0", "0", "null", "\"Infinity\""),
                        item("chemistry", "fs_3", "1", "0", "0", "1", "\"Infinity\""),
                        item("physics", "", "60", "2843", "0.6248709", "null", "0.9506907"),
                        item("physics", "fs_1", "1", "2843", "1", physicsFactor, "1"));
    }

    private static String item(
            String account, String user, String shares, String usage, String effective, String factor, String level) {
        return """
                {"account": "%s", "user": "%s", "shares": %s, "rawUsage": %s, "effectiveUsage": %s, "factor": %s,
                 "levelFairshare": %s, "runningJobs": 0}""".formatted(account, user, shares, usage, effective, factor, level);
    }

    @Test
    void equalSides() {
        api.with(QUESTION, 200, fairway("0.5"));

        Ran ran = api.run(new DiffSshareCommand(), "--file", file.toString(), "--tolerance", "0.000001");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out().strip()).isEqualTo("4 associations: 4 places equal, largest difference 0");
        assertThat(ran.code()).isZero();
    }

    @Test
    void aDifferenceIsShownWithItsReason() {
        api.with(QUESTION, 200, fairway("0.125"));

        Ran ran = api.run(new DiffSshareCommand(), "--file", file.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("physics/fs_1", "0.500000 0.125000", "0.375000", "tie:")
                .contains(
                        "4 associations: 2 places equal, largest difference 0.375000 (fairshare factor of physics/fs_1)");
        assertThat(api.run(new DiffSshareCommand(), "--file", file.toString(), "--tolerance", "0.4")
                        .code())
                .isZero();
    }

    @Test
    void asJson() throws IOException {
        api.with(QUESTION, 200, fairway("0.125"));
        Files.writeString(file, StubApi.text("sshare-22.05.txt") + "nonsense\n cms|anna|1|0|5|0|0|0.75|1||\n");

        Ran ran = api.run(new DiffSshareCommand(), "--file", file.toString(), "--json");

        JsonNode answer = Api.JSON.readTree(ran.out());
        assertThat(answer.path("associations").asInt()).isEqualTo(4);
        assertThat(answer.path("missing").asInt()).isEqualTo(1);
        assertThat(answer.path("equal").asBoolean()).isFalse();
        assertThat(answer.path("items")).hasSize(3);
        assertThat(answer.path("problems").get(0).asText())
                .isEqualTo(file + ", line 10: \"nonsense\" has 1 columns and must have 11");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void howSlurmChargesIsAReason() throws IOException {
        api.with(
                QUESTION,
                200,
                fairway("0.5")
                        .replace("\"rawUsage\": 2843", "\"rawUsage\": 5000")
                        .replace("0.6248709", "0.7"));
        Path sshare = program("sshare.sh", "cat " + file);
        Path scontrol =
                program("scontrol", "[ \"$*\" = \"show config\" ] && echo 'AccountingStorageEnforce = associations'");

        Ran ran = api.run(
                new DiffSshareCommand(), "--sshare", sshare.toString(), "--scontrol", scontrol.toString(), "--json");

        assertThat(Api.JSON.readTree(ran.out()).path("items").get(0).path("why").asText())
                .isEqualTo(
                        "ends: AccountingStorageEnforce is associations, and without limits Slurm charges no run from its"
                                + " last pass to its end; Slurm has 2157 TRES-seconds less");
        assertThat(api.run(new DiffSshareCommand(), "--sshare", sshare.toString(), "--scontrol", "/nowhere/scontrol")
                        .out())
                .contains("the usage of associations below it differs; Slurm has 2157");
    }

    private Path program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    @Test
    void aProgramIsAskedOnce() throws IOException {
        api.with(QUESTION, 200, fairway("0.5"));
        Path program = folder.resolve("program");
        Files.writeString(program, "#!/bin/sh\n[ \"$*\" = \"-a -l -m -P\" ] && cat " + file + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();

        assertThat(api.run(new DiffSshareCommand(), "--sshare", program.toString())
                        .code())
                .isZero();

        Files.writeString(program, "#!/bin/sh\necho slurm is away >&2; exit 1\n");
        Ran failed = api.run(new DiffSshareCommand(), "--sshare", program.toString());
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("ended with status 1");
        assertThat(api.run(new DiffSshareCommand(), "--sshare", "/nowhere/sshare")
                        .err())
                .contains("/nowhere/sshare", "--sshare");
    }

    @Test
    void slurmrestdIsAsked() {
        api.with(QUESTION, 200, fairway("0.5"));
        api.with("/slurm/v0.0.40/shares", 200, """
                {"shares": {"shares": [{"name": "fs_1", "parent": "physics", "type": ["USER"], "usage": 2843,
                 "effective_usage": 1.0, "fairshare": {"factor": 0.5, "level": 1.0}}]}}""");

        Ran ran = api.run(new DiffSshareCommand(), "--slurmrestd", api.url() + "/slurm/v0.0.40", "--json");

        assertThat(ran.out()).contains("\"associations\" : 1", "\"placesEqual\" : 1", "\"missing\" : 6");
        assertThat(api.run(new DiffSshareCommand(), "--slurmrestd", api.url() + "/elsewhere")
                        .err())
                .contains("/elsewhere/shares answered with status 404");
    }

    @Test
    void nonsenseOfAnyLengthIsAProblemOfItsLine() throws IOException {
        api.with(QUESTION, 200, fairway("0.5"));
        try (Stream<String> lines = StubApi.text("sshare-22.05.txt").lines()) {
            Files.writeString(file, String.join("\n", lines.toList()) + "\n" + "y".repeat(10_000_000) + "\n\u0000\n");
        }

        Ran ran = api.run(new DiffSshareCommand(), "--file", file.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("line 10", "line 11", "4 associations: 4 places equal")
                .hasSizeLessThan(2_000);
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        assertThat(api.run(new DiffSshareCommand(), "--file", "x", "--slurmrestd", "http://x")
                        .code())
                .isEqualTo(2);
        assertThat(api.run(new DiffSshareCommand(), "--tolerance", "-1").code()).isEqualTo(2);
        assertThat(api.run(new DiffSshareCommand(), "--file", "/nowhere").err()).contains("/nowhere cannot be read");
    }
}
