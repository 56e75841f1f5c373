package io.fairway.access;

import io.fairway.program.ProgramConfig;
import io.fairway.program.Settings;
import java.util.HashMap;
import java.util.Map;

/** The keys of access control as a program's configuration holds them, with the keys that every program needs. */
public final class AccessConfigs {
    private AccessConfigs() {}

    private static final class Program extends ProgramConfig {
        private Program(Map<String, String> settings) {
            super(AccessConfig.define(commonDefinition()), Settings.of(settings));
        }

        private AccessConfig access() {
            return AccessConfig.of(this);
        }
    }

    public static AccessConfig of(Map<String, String> settings) {
        Map<String, String> all =
                new HashMap<>(Map.of("bootstrap.servers", "none:1", "schema.registry.url", "mock://access"));
        all.putAll(settings);
        return new Program(all).access();
    }
}
