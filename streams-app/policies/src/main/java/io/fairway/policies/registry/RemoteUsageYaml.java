package io.fairway.policies.registry;

import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteShareLoad;
import io.fairway.avro.RemoteUsage;
import io.fairway.policies.avro.RemoteUsages;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schemas.Bounds;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files of all that one source counted on other clusters:
 *
 * <pre>{@code
 * domain: alps
 * source: idm
 * as-of: 2026-01-01T12:00:00Z
 * total: [7200, 3600]           # processor-seconds per window, the one of as-of first
 * user: {anna: [3600, 0]}       # group and account likewise
 * }</pre>
 *
 * <p>A participant of LSF's global fairshare has share accounts instead, whose keys are the fields of {@link RemoteShareLoad}:
 *
 * <pre>{@code
 * share-account:
 *   /groupA/anna: {tree: normal, load: 4.5}
 * }</pre>
 */
public final class RemoteUsageYaml {
    private static final List<RemoteCredential> NAMED =
            List.of(RemoteCredential.USER, RemoteCredential.GROUP, RemoteCredential.ACCOUNT);

    private RemoteUsageYaml() {}

    /**
     * Reads what stands below the head of a file, which its caller has read.
     *
     * @return the records by their keys
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read, or would be refused
     */
    public static Map<String, RemoteUsage> read(YamlMap file, String domain, String source, Instant asOf) {
        Map<String, RemoteUsage> records = new TreeMap<>();
        Map<String, YamlValue> loads = file.entries(word(RemoteCredential.SHARE_ACCOUNT));
        if (loads.isEmpty() || file.has(word(RemoteCredential.TOTAL))) {
            putWindows(records, file.get("total"), record(domain, source, RemoteCredential.TOTAL, "", asOf));
        }
        for (RemoteCredential credential : NAMED) {
            file.entries(word(credential))
                    .forEach((name, windows) ->
                            putWindows(records, windows, record(domain, source, credential, name, asOf)));
        }
        loads.forEach((path, load) -> {
            RemoteUsage record = record(domain, source, RemoteCredential.SHARE_ACCOUNT, path, asOf);
            record.setLoad(RecordYaml.read(load.map(), RemoteShareLoad.getClassSchema(), RemoteShareLoad.class));
            put(records, load, record);
        });
        file.done();
        return records;
    }

    private static RemoteUsage record(
            String domain, String source, RemoteCredential credential, String name, Instant asOf) {
        return new RemoteUsage(domain, source, credential, name, asOf, List.of(), null);
    }

    private static void putWindows(Map<String, RemoteUsage> records, YamlValue yaml, RemoteUsage record) {
        List<Double> windows = new ArrayList<>();
        yaml.list().forEach(window -> windows.add(window.decimal().doubleValue()));
        record.setWindows(windows);
        put(records, yaml, record);
    }

    /** Checks a record as the application does, so that the message names the line. */
    private static void put(Map<String, RemoteUsage> records, YamlValue yaml, RemoteUsage record) {
        String problem = Bounds.problem(record);
        if (problem != null) {
            throw yaml.wrong("is out of bounds: " + problem);
        }
        try {
            RemoteUsages.check(record);
        } catch (IllegalArgumentException impossible) {
            throw yaml.wrong("is not possible: " + impossible.getMessage());
        }
        records.put(key(record), record);
    }

    private static String word(RemoteCredential credential) {
        return credential.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String key(RemoteUsage record) {
        return Keys.remoteUsage(
                record.getDomain(), record.getSource(), record.getCredential().name(), record.getName());
    }

    /**
     * A file of these records, as {@link #read} takes it.
     *
     * @param records of one source, at least one
     * @throws IllegalArgumentException if they are not as of one instant, which no file can say
     */
    public static Map<String, Object> write(Collection<RemoteUsage> records) {
        RemoteUsage first = records.iterator().next();
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("domain", first.getDomain());
        file.put("source", first.getSource());
        file.put("as-of", first.getAsOf().toString());
        Map<RemoteCredential, Map<String, Object>> named = new TreeMap<>();
        for (RemoteUsage record : records) {
            if (!record.getAsOf().equals(first.getAsOf())) {
                throw new IllegalArgumentException("source " + first.getSource() + ": has usage as of "
                        + first.getAsOf() + " and as of " + record.getAsOf() + ", and a file has one instant");
            }
            if (record.getCredential() == RemoteCredential.TOTAL) {
                file.put("total", record.getWindows());
            } else {
                RemoteShareLoad load = record.getLoad();
                named.computeIfAbsent(record.getCredential(), credential -> new TreeMap<>())
                        .put(record.getName(), load == null ? record.getWindows() : RecordYaml.write(load));
            }
        }
        named.forEach((credential, windows) -> file.put(word(credential), windows));
        return file;
    }
}
