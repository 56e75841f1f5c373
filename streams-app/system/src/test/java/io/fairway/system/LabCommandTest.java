package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands of the lab where it is not installed; where it is, {@code FairwayMainTest} has them. */
class LabCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Class<?> missing = LabCommand.type("io.fairway.missing.MissingCommand");

    private int execute(String... words) {
        CommandLine line = FairwayMain.commandLine("serve").addSubcommand("demo", missing);
        return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "demo --for 20s", "demo nasa --format swf -x", "demo --for=20s file"})
    void aMissingCommandNamesThePackageThatHasIt(String line) {
        assertThat(execute(line.split(" "))).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("fairway: the command demo is in the package fairway-lab, which is not installed");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void helpListsAMissingCommandWithItsPackage() {
        assertThat(execute("--help")).isZero();

        assertThat(out.toString()).containsPattern("demo +In the package fairway-lab");
    }
}
