package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteShareLoad;
import io.fairway.avro.RemoteUsage;
import io.fairway.policies.registry.RemoteUsageYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of usage on other clusters: its records, its way back, and messages about wrong ones. */
class RemoteUsageFileTest {
    private static final String FILE = """
            domain: alps
            source: idm
            as-of: 2026-01-01T12:00:00Z
            total: [7200, 3600.5]
            user: {anna: [3600, 0], "a|b": [1]}
            group: {staff: [0, 10]}
            account: {physics: [7200]}
            """;

    @Test
    void hasARecordForEachName() {
        RemoteUsageFile file = RemoteUsageFile.read(YamlValue.parse("usage.yaml", FILE));

        assertThat(file.records())
                .containsOnlyKeys(
                        "alps|idm|TOTAL|",
                        "alps|idm|USER|anna",
                        "alps|idm|USER|a%7Cb",
                        "alps|idm|GROUP|staff",
                        "alps|idm|ACCOUNT|physics")
                .containsEntry(
                        "alps|idm|TOTAL|",
                        new RemoteUsage(
                                "alps",
                                "idm",
                                RemoteCredential.TOTAL,
                                "",
                                Instant.parse("2026-01-01T12:00:00Z"),
                                List.of(7200.0, 3600.5),
                                null));
    }

    @Test
    void whatIsPrintedIsReadAgain() throws IOException {
        Map<String, RemoteUsage> records =
                RemoteUsageFile.read(YamlValue.parse("usage.yaml", FILE)).records();

        String printed = YamlText.text(RemoteUsageYaml.write(records.values()));

        assertThat(RemoteUsageFile.read(YamlValue.parse("printed.yaml", printed))
                        .records())
                .isEqualTo(records);
    }

    private static final String LOADS = """
            domain: alps
            source: normal@west
            as-of: 2026-01-01T12:00:00Z
            share-account:
              /physics/anna: {tree: normal, load: 4.5}
              /physics: {tree: normal, cpuTimeHours: 1.5, jobSlots: 2}
            """;

    /** A participant of LSF's global fairshare has no windows, and so no total. */
    @Test
    void shareAccountsHaveALoad() throws IOException {
        Map<String, RemoteUsage> records =
                RemoteUsageFile.read(YamlValue.parse("usage.yaml", LOADS)).records();

        RemoteShareLoad load = Objects.requireNonNull(
                Objects.requireNonNull(records.get("alps|normal@west|SHARE_ACCOUNT|/physics/anna"))
                        .getLoad());
        assertThat(load.getLoad()).isEqualTo(4.5);
        assertThat(load.getTree()).isEqualTo("normal");
        assertThat(records).hasSize(2);
        String printed = YamlText.text(RemoteUsageYaml.write(records.values()));
        assertThat(RemoteUsageFile.read(YamlValue.parse("printed.yaml", printed))
                        .records())
                .isEqualTo(records);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RemoteUsageFile.read(YamlValue.parse("usage.yaml", LOADS.replace("4.5", "-4.5"))))
                .withMessageContaining("line 5")
                .withMessageContaining("remote load -4.5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            total: [7200, 3600.5]; total: []x; usage.yaml
            source: idm; source: ""; source ''
            anna: [3600, 0]; anna: [-1]; line 5
            anna: [3600, 0]; "": [1]; name '' of USER
            group:; groups:; groups
            """)
    void aBadValueIsNamed(String good, String bad, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RemoteUsageFile.read(YamlValue.parse("usage.yaml", FILE.replace(good, bad))))
                .withMessageContaining("usage.yaml")
                .withMessageContaining(message);
    }

    @Test
    void recordsOfSeveralInstantsAreNoFile() {
        RemoteUsage one = new RemoteUsage("alps", "idm", RemoteCredential.TOTAL, "", Instant.EPOCH, List.of(1.0), null);
        RemoteUsage other = new RemoteUsage(
                "alps", "idm", RemoteCredential.USER, "anna", Instant.EPOCH.plusSeconds(1), List.of(1.0), null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RemoteUsageYaml.write(List.of(one, other)))
                .withMessageContaining("1970-01-01T00:00:01Z");
    }
}
