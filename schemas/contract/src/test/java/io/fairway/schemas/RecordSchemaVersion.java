package io.fairway.schemas;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Not a test: keeps the current schemas as a new version of the history. Run when schemas are released, as README.md of
 * this module says. Surefire does not pick it up by its name.
 */
class RecordSchemaVersion {
    @Test
    @EnabledIfSystemProperty(named = "history.version", matches = ".+", disabledReason = "say -Dhistory.version=vN")
    void record() throws IOException {
        SchemaHistory.record(SchemaHistory.ROOT, System.getProperty("history.version"));
    }
}
