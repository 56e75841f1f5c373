package io.fairway.app.tables;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Option;

/** Where the tables are. */
public final class TableOptions {
    @Option(
            names = {"-b", "--bootstrap-servers"},
            required = true,
            paramLabel = "HOST:PORT",
            description = "Brokers to begin with.")
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
            description = "Prefix of the topics (${DEFAULT-VALUE}).")
    private String prefix = Topics.STANDARD_PREFIX;

    @Option(
            names = "--domain-pins",
            defaultValue = "",
            paramLabel = "DOMAIN=PARTITION,...",
            description = "Domains on partitions of their own, as the application has them.")
    private String pins = "";

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "Setting of Kafka's clients or of the registry's. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    <T extends SpecificRecord> TableClient<T> table(Topic topic, Class<T> type) {
        Map<String, Object> kafka = new HashMap<>();
        Map<String, Object> serdes = new HashMap<>();
        serdes.put("schema.registry.url", registry);
        properties.forEach((key, value) -> (FairwaySerdes.isSetting(key) ? serdes : kafka).put(key, value));
        kafka.put("bootstrap.servers", servers);
        return new TableClient<>(Topics.withPrefix(prefix).name(topic), type, kafka, new FairwaySerdes(serdes), pins);
    }
}
