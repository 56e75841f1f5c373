package io.fairway.schemas;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Not a test: keeps the current schemas as a new version of the history. Run it when schemas are released; the
 * README.md of this module describes how. Surefire does not run a class of this name.
 */
class RecordSchemaVersion {
    @Test
    @EnabledIfSystemProperty(named = "history.version", matches = ".+", disabledReason = "say -Dhistory.version=vN")
    void record() throws IOException {
        SchemaHistory.record(SchemaHistory.ROOT, System.getProperty("history.version"));
    }
}
