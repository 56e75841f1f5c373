package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the configuration comes from: a file, then single settings over it. */
final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file; docs/configuration.md lists the keys.")
    private @Nullable Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "One setting, over the file's. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    FairwayConfig read() {
        Map<String, String> all = new LinkedHashMap<>();
        if (file != null) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "configuration file " + file + " cannot be read: " + e.getMessage(), e);
            }
            properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
        }
        all.putAll(settings);
        return new FairwayConfig(all);
    }
}
