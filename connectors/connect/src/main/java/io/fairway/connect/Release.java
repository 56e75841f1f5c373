package io.fairway.connect;

import java.util.Objects;

/** The version of these plug-ins. */
final class Release {
    /** From the manifest of the jar; "development" of classes that are in none. */
    static final String VERSION =
            Objects.requireNonNullElse(Release.class.getPackage().getImplementationVersion(), "development");

    private Release() {}
}
