package io.fairway.app.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the command refuses; what it computes is tested with the API. */
class EvaluateQueueCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --all                                | apply to --from and --saved
            --shares f.yaml x.yaml               | apply to --from and --saved
            --from http://127.0.0.1:1 x.yaml     | do not apply to --from and --saved
            --from http://127.0.0.1:1 --explain  | do not apply to --from and --saved
            --saved here --save there            | do not apply to --saved
            --saved nowhere                      | --saved nowhere: state.json.gz is not there
            --from http://127.0.0.1:1 --policy-file nowhere.yaml | nowhere.yaml cannot be read
            """)
    void refusesWhatDoesNotApply(String arguments, String message) {
        assertThat(err(arguments.split(" "))).contains(message);
    }

    @Test
    void namesTheFolderOfWhatIsNoState() throws IOException {
        Files.writeString(folder.resolve(SavedState.FILE), "{}");

        assertThat(err("--saved", folder.toString()))
                .contains("is no state that --save wrote")
                .doesNotContain("Exception");
    }

    private static String err(String... arguments) {
        StringWriter err = new StringWriter();
        int code = new CommandLine(new EvaluateQueueCommand())
                .setErr(new PrintWriter(err))
                .execute(arguments);
        assertThat(code).isEqualTo(2);
        return err.toString();
    }
}
