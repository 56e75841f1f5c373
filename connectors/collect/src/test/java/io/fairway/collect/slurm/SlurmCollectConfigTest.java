package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class SlurmCollectConfigTest {
    private static SlurmCollectConfig config(String... arguments) {
        CollectSlurmCommand command = new CollectSlurmCommand();
        var unused = new CommandLine(command).parseArgs(arguments);
        return command.config();
    }

    @Test
    void aDryRunNeedsNoBroker() {
        assertThat(config("--dry-run").getString("bootstrap.servers")).isEqualTo("none");
        assertThat(config("--dry-run", "-b", "b:1").getString("bootstrap.servers"))
                .isEqualTo("b:1");
        assertThatThrownBy(SlurmCollectConfigTest::config)
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("bootstrap.servers")
                .hasMessageContaining("schema.registry.url");
    }

    @Test
    void theDefaultsAreGentleToSlurm() {
        SlurmCollectConfig config = config("--dry-run");

        assertThat(config.getLong(SlurmCollectConfig.INTERVAL)).isEqualTo(5_000);
        assertThat(config.getDouble(SlurmCollectConfig.FRACTION)).isEqualTo(0.05);
        assertThat(config.accountingInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.lookback()).isEqualTo(Duration.ofDays(1));
        assertThat(config.cutOver()).isEqualTo(Instant.EPOCH);
        assertThat(config.domain()).isEmpty();
        assertThat(config.hasAccounting()).isTrue();
    }

    @Test
    void optionsAndPropertiesAreTaken() {
        SlurmCollectConfig config =
                config("--dry-run", "--domain", "d", "--cut-over", "2026-01-31T12:00:00Z", "-p", "accounting=false");

        assertThat(config.domain()).isEqualTo("d");
        assertThat(config.cutOver()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
        assertThat(config.hasAccounting()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cut-over yesterday| --cut-over: Invalid value yesterday for configuration cut.over: must be an"
                        + " instant",
                "-p interval.ms=10| --property: Invalid value 10 for configuration interval.ms",
                "-p controller.fraction=2| --property: Invalid value 2",
                "-p rest.url=http://head:6820| must name the file of the token for rest.url",
                "-p intervall.ms=5| --property: unknown key intervall.ms (with value 5)"
            })
    void aBadSettingIsNamedWithItsRule(String arguments, String message) {
        String[] all = Stream.concat(Stream.of("--dry-run"), Stream.of(arguments.split(" ")))
                .toArray(String[]::new);
        assertThatThrownBy(() -> config(all))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(message);
    }
}
