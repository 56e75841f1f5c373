package io.fairway.app.tables;

import io.fairway.program.Settings;
import io.fairway.program.TableClient;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The brokers, the registry and the topics of the tables. */
public final class TableOptions {
    @Option(
            names = {"-b", "--bootstrap-servers"},
            required = true,
            paramLabel = "HOST:PORT",
            description = "Brokers to connect to first.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String servers;

    @Option(
            names = {"-r", "--schema-registry"},
            required = true,
            paramLabel = "URL",
            description = "Schema registry.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String registry;

    @Option(
            names = "--prefix",
            defaultValue = Topics.STANDARD_PREFIX,
            description = "Prefix of the topics. Default: ${DEFAULT-VALUE}.")
    private String prefix = Topics.STANDARD_PREFIX;

    @Option(
            names = "--domain-pins",
            defaultValue = "",
            paramLabel = "DOMAIN=PARTITION,...",
            description = "Domains with partitions of their own, as in the application's configuration.")
    private String pins = "";

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "Setting of a Kafka client or of the registry client. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--properties",
            paramLabel = "FILE",
            description =
                    "Properties file with such settings, for passwords: others see a command line. -p overrides it.")
    private @Nullable Path file;

    <T extends SpecificRecord> TableClient<T> table(Topic topic, Class<T> type) {
        Map<String, Object> kafka = new HashMap<>();
        Map<String, Object> serdes = new HashMap<>();
        serdes.put("schema.registry.url", registry);
        Map<String, String> merged = new LinkedHashMap<>();
        if (file != null) {
            merged.putAll(new Settings().read(file).values());
        }
        merged.putAll(properties);
        merged.forEach((key, value) -> (FairwaySerdes.isSetting(key) ? serdes : kafka).put(key, value));
        kafka.put("bootstrap.servers", servers);
        return new TableClient<>(Topics.withPrefix(prefix).name(topic), type, kafka, new FairwaySerdes(serdes), pins);
    }
}
