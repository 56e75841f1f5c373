package io.fairway.tracing;

import java.net.URI;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of traces.
 *
 * @param endpoint URL that takes spans by OTLP over HTTP; empty = there are no traces
 * @param ratio the part of new traces that is kept, 0 to 1
 * @param names whether spans name users, accounts and jobs
 */
public record TracingSettings(String endpoint, double ratio, boolean names) {
    public static final String ENDPOINT = "tracing.otlp.endpoint";
    public static final String RATIO = "tracing.sample.ratio";
    public static final String NAMES = "tracing.names";

    /** Adds the keys to a definition. */
    public static ConfigDef define(ConfigDef definition) {
        return definition
                .define(
                        ENDPOINT,
                        ConfigDef.Type.STRING,
                        "",
                        TracingSettings::checkEndpoint,
                        ConfigDef.Importance.LOW,
                        "URL that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; empty = no traces.")
                .define(
                        RATIO,
                        ConfigDef.Type.DOUBLE,
                        1.0,
                        ConfigDef.Range.between(0, 1),
                        ConfigDef.Importance.LOW,
                        "Part of the traces that begin here, 0 to 1. Questions and events that come with a traceparent follow what it says.")
                .define(
                        NAMES,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        ConfigDef.Importance.LOW,
                        "true: traces name the users, accounts and jobs of questions, and the jobs of events.");
    }

    /** Those of a configuration. */
    public static TracingSettings of(AbstractConfig config) {
        return new TracingSettings(config.getString(ENDPOINT), config.getDouble(RATIO), config.getBoolean(NAMES));
    }

    /** Whether there are traces. */
    boolean on() {
        return !endpoint.isEmpty();
    }

    private static void checkEndpoint(String key, @Nullable Object value) {
        String text = String.valueOf(value);
        if (!text.isEmpty() && !isUrl(text)) {
            throw new ConfigException(key, value, "must be an http or https URL with a host, or empty");
        }
    }

    private static boolean isUrl(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }
}
