package io.fairway.system.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The directories of the documents and of the modules that they describe. */
public final class Documents {
    public static final Path ROOT = root();

    private Documents() {}

    /** The working directory is the module's under Maven, and may be any in an editor. */
    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/architecture.md"))) {
            at = at.getParent();
            if (at == null) {
                throw new IllegalStateException("no directory above the working directory has docs/architecture.md");
            }
        }
        return at;
    }

    public static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        for (String group : List.of("schemas", "connectors", "streams-app")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(group))) {
                files.filter(Files::isDirectory).forEach(modules::add);
            }
        }
        return modules;
    }
}
