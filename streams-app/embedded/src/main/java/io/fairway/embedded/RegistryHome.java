package io.fairway.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of the unpacked schema registry. */
final class RegistryHome {
    /** System property for another directory. */
    static final String PROPERTY = "fairway.registry.home";

    private RegistryHome() {}

    /**
     * Returns the directory with the registry's {@code quarkus-run.jar}: the one in the system property {@value #PROPERTY}, or
     * {@code registry} beside this module's jar or classes, where the build puts it.
     *
     * @throws IllegalStateException if it is in neither place
     */
    static Path find() {
        String named = System.getProperty(PROPERTY);
        Path home = named != null
                ? Path.of(named)
                : CodeSource.of(RegistryHome.class).resolveSibling("registry");
        if (!Files.exists(home.resolve("quarkus-run.jar"))) {
            throw new IllegalStateException("No schema registry in " + home
                    + ": it has no quarkus-run.jar. The build of streams-app/embedded unpacks one; -D" + PROPERTY
                    + " names another place");
        }
        return home;
    }
}
