package io.fairway.client.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.client.format.SlurmShares;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What slurmrestd answers is what sshare prints, in every version of its JSON: ORIGIN.md beside the files. */
class RecordedSharesTest {
    @ParameterizedTest
    @CsvSource({
        "26.05-v0.0.42, 26.05",
        "26.05-v0.0.43, 26.05",
        "26.05-v0.0.44, 26.05",
        "26.05-v0.0.45, 26.05",
        "26.05-parent, 26.05-parent",
    })
    void slurmrestdSaysWhatSsharePrints(String json, String text) throws IOException {
        List<ShareLine> answered = answered(json);
        SshareReader sshare = new SshareReader(text);
        new String(read("sshare-" + text + ".txt"), StandardCharsets.UTF_8)
                .lines()
                .forEach(sshare::line);

        assertThat(sshare.problems()).isEmpty();
        List<ShareLine> printed = sshare.lines();
        assertThat(answered).hasSameSizeAs(printed).hasSizeGreaterThan(5);
        for (int i = 0; i < printed.size(); i++) {
            same(answered.get(i), printed.get(i));
        }
    }

    /** v0.0.40 and v0.0.41 print {@code Infinity}, and a number where nothing is. */
    @ParameterizedTest
    @CsvSource({"24.11-v0.0.40", "24.11-v0.0.41"})
    void earlierVersionsSayTheSame(String json) throws IOException {
        assertThat(answered(json))
                .isEqualTo(answered("24.11-v0.0.42"))
                .anyMatch(line -> Double.isInfinite(line.level()));
    }

    private static List<ShareLine> answered(String json) throws IOException {
        RestShares rest = new RestShares(SlurmShares.json(read("shares-" + json + ".json")), json);
        assertThat(rest.problems()).isEmpty();
        return rest.lines();
    }

    private static void same(ShareLine answered, ShareLine printed) {
        assertThat(answered.name()).isEqualTo(printed.name());
        assertThat(answered.shares()).as(printed.name()).isEqualTo(printed.shares());
        same("usage of " + printed.name(), answered.rawUsage(), printed.rawUsage());
        same("effective usage of " + printed.name(), answered.effectiveUsage(), printed.effectiveUsage());
        same("level of " + printed.name(), answered.level(), printed.level());
        same("factor of " + printed.name(), answered.factor(), printed.factor());
    }

    /** sshare prints six places. */
    private static void same(String what, double answered, double printed) {
        if (Double.isFinite(printed)) {
            assertThat(answered).as(what).isCloseTo(printed, within(6e-7));
        } else {
            assertThat(answered).as(what).isEqualTo(Double.valueOf(printed));
        }
    }

    private static byte[] read(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(RecordedSharesTest.class.getResourceAsStream(file), file)) {
            return in.readAllBytes();
        }
    }
}
