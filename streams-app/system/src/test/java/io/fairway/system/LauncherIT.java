package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.docs.Documents;
import io.fairway.system.slurm.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./fairway} as it stands in the source tree, on what the build has just packed. */
class LauncherIT {
    /** Only a server that was ready leaves an archive of its classes. The JVM has a hundred lines to say about one. */
    @Test
    void aRefusedStartSaysWhyAndNothingElse(@TempDir Path directory) throws Exception {
        deleteArchives();
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
                .singleElement()
                .asString()
                .startsWith("fairway: ")
                .contains("unknown key treads");
        assertThat(archives()).isEmpty();
    }

    private static void deleteArchives() throws IOException {
        for (Path archive : archives()) {
            Files.delete(archive);
        }
    }

    private static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(Documents.ROOT.resolve("streams-app/system/target"))) {
            return files.filter(file -> file.getFileName().toString().matches("serve.*\\.jsa"))
                    .toList();
        }
    }
}
