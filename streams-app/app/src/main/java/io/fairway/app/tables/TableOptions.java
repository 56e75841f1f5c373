package io.fairway.app.tables;

import io.fairway.avro.Heartbeat;
import io.fairway.program.BrokerReach;
import io.fairway.program.RegistryReach;
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
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
            paramLabel = "TEXT",
            description = "Prefix of the topics (${DEFAULT-VALUE}).")
    private String prefix = Topics.STANDARD_PREFIX;

    @Option(
            names = "--domain-pins",
            defaultValue = "",
            paramLabel = "DOMAIN=PARTITION,...",
            description = "Domains with partitions of their own, as in the application's configuration.")
    private String pins = "";

    @Option(
            names = "--application-id",
            defaultValue = "fairway",
            paramLabel = "ID",
            description = {
                "application.id of the application whose answer is waited for: its group says whether one runs.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String applicationId = "fairway";

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

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    private boolean asked;

    /** A topic whose last record of each key counts. */
    public <T extends SpecificRecord> TableClient<T> table(Topic topic, Class<T> type) {
        Clients clients = clients();
        return new TableClient<>(
                Topics.withPrefix(prefix).name(topic),
                type,
                clients.kafka,
                new FairwaySerdes(clients.serdes),
                pins,
                line -> {
                    spec.commandLine().getErr().println("fairway: " + line);
                    spec.commandLine().getErr().flush();
                });
    }

    /** What a running application says from now on to what is written. */
    public ApplicationAnswer answer() {
        Clients clients = clients();
        Topics topics = Topics.withPrefix(prefix);
        clients.kafka.put("isolation.level", "read_committed");
        clients.kafka.put("allow.auto.create.topics", "false");
        return new ApplicationAnswer(
                () -> new KafkaConsumer<>(clients.kafka, new StringDeserializer(), new ByteArrayDeserializer()),
                new FairwaySerdes(clients.serdes).deserializer(Heartbeat.class),
                topics.name(Topic.HEARTBEATS),
                topics.name(Topic.DEAD_LETTERS),
                () -> ApplicationGroup.of(applicationId, clients().kafka),
                ApplicationAnswer.SILENCE,
                ApplicationAnswer.PATIENCE);
    }

    /** The names of the topics. */
    public Topics topics() {
        return Topics.withPrefix(prefix);
    }

    /** Settings of Kafka clients. */
    public Map<String, Object> kafka() {
        return clients().kafka;
    }

    /** Readers and writers of the contract's records. */
    public FairwaySerdes serdes() {
        return new FairwaySerdes(clients().serdes);
    }

    /** Once a command: whoever waits for a minute should know for what. */
    private void tellOfSilence(Map<String, Object> kafka) {
        if (!asked) {
            asked = true;
            BrokerReach.tell(kafka, spec.commandLine().getErr());
            RegistryReach.tell(registry, spec.commandLine().getErr());
        }
    }

    private record Clients(Map<String, Object> kafka, Map<String, Object> serdes) {}

    private Clients clients() {
        Map<String, Object> kafka = new HashMap<>();
        Map<String, Object> serdes = new HashMap<>();
        serdes.put("schema.registry.url", registry);
        Map<String, String> merged = new LinkedHashMap<>();
        if (file != null) {
            merged.putAll(new Settings().read(file).ofClient());
        }
        merged.putAll(Settings.of(properties).ofClient());
        merged.forEach((key, value) -> (FairwaySerdes.isSetting(key) ? serdes : kafka).put(key, value));
        kafka.put("bootstrap.servers", servers);
        tellOfSilence(Map.copyOf(kafka));
        return new Clients(kafka, serdes);
    }
}
