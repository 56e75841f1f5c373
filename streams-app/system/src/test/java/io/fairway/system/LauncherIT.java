package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.docs.Documents;
import io.fairway.system.slurm.ProgramRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./fairway} as it stands in the source tree, on what the build has just packed. */
class LauncherIT {
    /** The first application that ends leaves an archive of its classes. The JVM has a hundred lines to say about it. */
    @Test
    void aRefusedStartSaysWhyAndNothingElse(@TempDir Path directory) throws Exception {
        Files.deleteIfExists(Documents.ROOT.resolve("streams-app/system/target/serve.jsa"));
        Path settings = Files.writeString(directory.resolve("app.properties"), """
                bootstrap.servers=127.0.0.1:1
                schema.registry.url=http://127.0.0.1:1
                treads=2
                """);

        ProgramRun run = ProgramRun.of(
                Map.of("FAIRWAY_NO_BUILD", "1"),
                List.of(Documents.ROOT.resolve("fairway").toString(), "serve", "--config", settings.toString()),
                "");

        assertThat(run.status()).as(run.errors()).isEqualTo(2);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("fairway: ")
                .contains("unknown key treads");
    }
}
