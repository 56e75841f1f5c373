package io.fairway.app.tables;

import io.fairway.avro.RemoteUsage;
import io.fairway.policies.registry.RemoteUsageYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.program.TableClient;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A file of all that one source counted on other clusters, see {@link RemoteUsageYaml}.
 *
 * @param records by their keys
 */
record RemoteUsageFile(String domain, String source, Map<String, RemoteUsage> records)
        implements TableFile<RemoteUsage> {
    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    static RemoteUsageFile read(YamlMap file) {
        String domain = file.get("domain").text();
        String source = file.get("source").text();
        Instant asOf = Instant.ofEpochMilli(file.get("as-of").instant());
        return new RemoteUsageFile(domain, source, RemoteUsageYaml.read(file, domain, source, asOf));
    }

    @Override
    public TableClient<RemoteUsage> table(TableOptions options) {
        return options.table(Topic.REMOTE_USAGE, RemoteUsage.class);
    }

    @Override
    public boolean covers(String key) {
        return Keys.split(key).subList(0, 2).equals(List.of(domain, source));
    }

    /** The file is all that the source counted. */
    @Override
    public Wanted<RemoteUsage> over(Map<String, RemoteUsage> table, boolean remove) {
        return new Wanted<>(records, 0);
    }
}
