package io.fairway.client.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The file is what sshare of Slurm 22.05.8 printed. */
class SshareReaderTest {
    private final SshareReader reader = new SshareReader("sshare");

    @Test
    void readsWhatSlurmPrints() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                SshareReaderTest.class.getResourceAsStream("/io/fairway/client/http/sshare-22.05.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(reader::line);
        }

        assertThat(reader.problems()).isEmpty();
        assertThat(reader.lines()).hasSize(8);
        assertThat(reader.lines().get(1))
                .isEqualTo(new ShareLine("root", "root", "1", 0, 0, 1, Double.POSITIVE_INFINITY, 0));
        assertThat(reader.lines().get(2))
                .isEqualTo(new ShareLine("biology", "", "30", 1706, 0.375129, Double.NaN, 0.791807, 0));
        assertThat(reader.lines().get(7)).isEqualTo(new ShareLine("physics", "fs_1", "1", 2843, 1, 0.5, 1, 0));
    }

    @Test
    void titlesSayWhatAColumnHolds() {
        reader.line("Cluster|FairShare|User|Account\r").line("alps|0.5|anna|cms\r");

        assertThat(reader.problems()).isEmpty();
        assertThat(reader.lines())
                .containsExactly(new ShareLine("cms", "anna", "", Double.NaN, Double.NaN, 0.5, Double.NaN, 0));
    }

    @Test
    void aLineThatIsNoneOfSsharesIsNamedAndTheRestGoesOn() {
        reader.line("Account|User|RawShares|RawUsage|FairShare")
                .line(" cms|anna|1|10")
                .line(" cms|bert|1|10|0,5")
                .line("|carl|1|10|0.5")
                .line("\u0000\u0001\ufffd")
                .line("x".repeat(65_536))
                .line("")
                .line(" cms|dora|parent|10|0.25");

        assertThat(reader.lines()).extracting(ShareLine::name).containsExactly("cms/dora");
        assertThat(reader.problems())
                .hasSize(5)
                .contains(
                        "sshare, line 2: \" cms|anna|1|10\" has 4 columns and must have 5",
                        "sshare, line 3: fairshare \"0,5\" must be a number",
                        "sshare, line 4: Account must not be empty")
                .allMatch(problem -> problem.length() < 200);
    }

    @Test
    void withoutTitlesNothingIsRead() {
        reader.line("root||1|0.5");

        assertThat(reader.lines()).isEmpty();
        assertThat(reader.problems())
                .containsExactly(
                        "sshare, line 1: \"root||1|0.5\" must be the titles of `sshare -a -l -P`, with Account,"
                                + " User and FairShare");
    }

    @Test
    void readsTheJsonOfSlurmrestd() throws IOException {
        RestShares json = new RestShares(new ObjectMapper().readTree("""
                {"shares": {"shares": [
                  {"name": "physics", "parent": "root", "type": ["ASSOCIATION"], "usage": 2843, "effective_usage": 0.5,
                   "shares": {"set": true, "infinite": false, "number": 60},
                   "fairshare": {"factor": 0.0, "level": 0.95}},
                  {"name": "anna", "parent": "physics", "type": ["USER"], "usage": {"set": true, "number": 7},
                   "fairshare": {"factor": {"set": true, "number": 0.5}, "level": {"set": false, "infinite": true}}},
                  {"parent": "physics"}]},
                 "errors": [{"error": "half of it"}]}"""), "slurmrestd");

        assertThat(json.lines()).extracting(ShareLine::name).containsExactly("physics", "physics/anna");
        assertThat(json.lines().get(0).shares()).isEqualTo("60");
        assertThat(json.lines().get(1).level()).isInfinite();
        assertThat(json.lines().get(1).rawUsage()).isEqualTo(7);
        assertThat(json.problems())
                .containsExactly("slurmrestd: half of it", "slurmrestd, shares[2]: name must not be empty");
        assertThat(new RestShares(new ObjectMapper().readTree("[1]"), "here").problems())
                .hasSize(1);
    }

    /** {@code sshare -m} has a column for it, and the same user then twice. */
    @Test
    void associationsOfAPartitionAreToldApart() {
        SshareReader reader = new SshareReader("sshare")
                .line("Account|User|Partition|RawShares|NormShares|RawUsage|EffectvUsage|FairShare|LevelFS")
                .line("  cms|anna||1|0.5|300|0.3|0.5|1.6")
                .line("  cms|anna|day|1|0.5|600|0.6|0.25|0.8");

        assertThat(reader.problems()).isEmpty();
        assertThat(reader.lines()).extracting(ShareLine::name).containsExactly("cms/anna", "cms/anna@day");
    }
}
