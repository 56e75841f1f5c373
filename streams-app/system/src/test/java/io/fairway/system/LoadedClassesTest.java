package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.ShortLivedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a short command loads beyond the JVM's own archive. Its processor time goes with the number of these classes. */
class LoadedClassesTest {
    private static final String LOOK_FOR_A_LOGGER = "jdk.internal.logger.BootstrapLogger$DetectBackend";

    @TempDir
    private Path directory;

    /** They load 379, 478 and 447. With the options of all commands, help would load 2,000. */
    @ParameterizedTest
    @CsvSource({"--version, 420", "--help, 530", "why --help, 490"})
    void aShortCommandLoadsFewClasses(String command, int most) throws Exception {
        Path log = directory.resolve("classes");
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(ShortLivedJvm.options("256m", "-Xlog:class+load:file=" + log));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), FairwayMain.class.getName()));
        line.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();

        assertThat(process.waitFor())
                .as(Files.readString(directory.resolve("output")))
                .isZero();
        List<String> loaded = Files.readAllLines(log);
        assertThat(loaded.stream()
                        .filter(of -> of.contains(" source: ") && !of.contains("shared objects file"))
                        .count())
                .isLessThanOrEqualTo(most);
        // Java looks for one in each jar of the class path.
        assertThat(loaded).extracting(LoadedClassesTest::name).doesNotContain(LOOK_FOR_A_LOGGER);
    }

    /** Of "[0.1s][info][class,load] NAME source: ...". */
    private static String name(String line) {
        return line.replaceAll(" source: .*", "").replaceAll(".* ", "");
    }
}
