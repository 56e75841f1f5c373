package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {
    @Test
    void readsTheReportOfAClass(@TempDir Path directory) throws IOException {
        Path report = Files.writeString(directory.resolve("TEST-a.B.xml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite version="3.0" name="a.B" time="1,234.5" tests="7" errors="0"><properties/></testsuite>
                """);

        assertThat(TestTimes.suite("engine", report)).isEqualTo(new TestTimes.Suite("engine", "a.B", 7, 1234.5));
    }

    @Test
    void sumsTheProcessorTimeOfAProcessAndOfItsEndedChildren() {
        String stat = "42 (java (x) y) S 1 42 42 0 -1 4194304 5 6 7 8 1000 200 30000 4000 20 0 31 0 99";

        assertThat(TestTimes.processorSeconds(stat)).isEqualTo(352);
    }

    @Test
    void writesTheSlowestClassesAndTheModules() {
        List<TestTimes.Suite> suites = List.of(
                new TestTimes.Suite("system", "io.fairway.KillIT", 2, 143.25),
                new TestTimes.Suite("core", "a.B", 7, 0.5));

        assertThat(TestTimes.page(suites, OptionalDouble.of(1234.4), 3600))
                .contains("9 tests in 2 classes. Processor time: 1234 s, bound 3600 s.")
                .contains("| KillIT | system | 2 | 143.3 |")
                .contains("| core | 1 | 7 | 0.5 |");
        assertThat(TestTimes.page(suites, OptionalDouble.empty(), 3600)).contains("Processor time: unknown");
    }
}
