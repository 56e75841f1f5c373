package io.fairway.embedded;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The origin of a class. */
final class CodeSource {
    private CodeSource() {}

    /** The jar or directory of {@code type}. */
    static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The place of " + type.getName() + " is not a path", e);
        }
    }
}
