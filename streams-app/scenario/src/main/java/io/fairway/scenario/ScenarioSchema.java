package io.fairway.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema (draft 2020-12) of scenario files, for editors and for programs that write such files. */
public final class ScenarioSchema {
    private static final String RESOURCE = "scenario.schema.json";

    private ScenarioSchema() {}

    /** The schema as JSON. */
    public static String text() {
        try (InputStream in = ScenarioSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing in the jar of the application");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + RESOURCE + " cannot be read", e);
        }
    }
}
