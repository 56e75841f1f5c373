package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.schema.ScenarioSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import picocli.CommandLine;

/** The published schema agrees with the readers of scenario files. */
class ScenarioSchemaTest {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(ScenarioSchema.text());

    static List<Path> examples() throws IOException {
        return ExamplesTest.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsValid(Path example) throws IOException {
        assertThat(problems(Files.readString(example))).isEmpty();
    }

    @Test
    void theSchemaIsValidItself() throws IOException {
        JsonNode schema = JSON.readTree(ScenarioSchema.text());
        JsonSchema meta = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

        assertThat(meta.validate(schema)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            slurm-2.0-blend.yaml | title: | titel:
            slurm-2.0-blend.yaml | algorithm: linear-2-0 | algorithm: lineal
            slurm-2.0-blend.yaml | weightJobSize: 15000 | weightJobsize: 15000
            slurm-2.0-blend.yaml | account: all | acount: all
            slurm-2.0-blend.yaml | submitted: 2009-06-01T00:00:00Z | submitted: yesterday
            slurm-2.0-blend.yaml | at: | when:
            slurm-2.0-five-users.yaml | shares: 40 | shares: many
            slurm-2.0-sample-decay.yaml | allocatedTres: {cpu: 100} | allocatedTres: {cpu: many}
            slurm-2.0-sample-decay.yaml | millis: 14d | millis: 14 days
            lsf-aps-example-2.yaml | queueGroup: | QUEUE_GROUP:
            lsf-aps-example-2.yaml | userPriority: 50 | priority: 50
            lsf-aps-job-events.yaml | type: rerun | type: ran
            lsf-pool-job-limit.yaml | slotShare: 50 | SLOTSHARE: 50
            moab-fairshare-windows.yaml | windows: [60, | windows: [sixty,
            moab-qtweight.yaml | {qos: special | {quality: special
            moab-processor-equivalents.yaml | mem: 65536 | memory: 65536
            """)
    void whatTheReadersRefuseIsInvalid(String example, String right, String wrong) throws IOException {
        String text = Files.readString(Path.of("..", "..", "examples", example));
        String misspelled = text.replace(right, wrong);
        assertThat(misspelled).isNotEqualTo(text);

        assertThat(catchThrowable(() -> Scenario.evaluate(YamlValue.parse(example, misspelled))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(problems(misspelled)).isNotEmpty();
    }

    /** A reader that refuses a key lists the keys that it knows. The schema has the same keys. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {at: 2026-01-01T00:00:00Z, policy: {}, zzz: 1} | ROOT | policies
            {at: 2026-01-01T00:00:00Z, policy: {zzz: 1}} | Policy |
            {at: 2026-01-01T00:00:00Z, policy: {lsf: {queues: [{name: q, zzz: 1}]}}} | LsfQueue |
            {at: 2026-01-01T00:00:00Z, policy: {}, shares: {t: {a: {zzz: 1}}}} | account |
            {at: 2026-01-01T00:00:00Z, policy: {}, shares: {t: {a: {users: {u: {zzz: 1}}}}}} | user |
            {at: 2026-01-01T00:00:00Z, policy: {}, shares: {t: {a: {users: {u: {partitions: {p: {zzz: 1}}}}}}}} | association |
            {at: 2026-01-01T00:00:00Z, policy: {}, hosts: {c: {h: {slots: 1, zzz: 1}}}} | Host |
            {at: 2026-01-01T00:00:00Z, policy: {}, jobs: {j: {zzz: 1}}} | job |
            {at: 2026-01-01T00:00:00Z, policy: {}, jobs: {j: {attributes: {zzz: 1}}}} | JobAttributes |
            {at: 2026-01-01T00:00:00Z, policy: {}, runs: [{started: 2025-01-01T00:00:00Z, allocatedTres: {}, zzz: 1}]} | run |
            {at: 2026-01-01T00:00:00Z, policy: {}, runs: [{started: 2025-01-01T00:00:00Z, allocatedTres: {}, suspended: [{from: 2025-01-01T00:00:00Z, zzz: 1}]}]} | pause |
            {at: 2026-01-01T00:00:00Z, policy: {}, events: [{job: j, type: held, time: 2025-01-01T00:00:00Z, zzz: 1}]} | JobEvent |
            """)
    void knowsTheKeysThatItsReadersKnow(String text, String place, String readInSomeCasesOnly) throws IOException {
        String message = String.valueOf(catchThrowable(() -> Scenario.evaluate(YamlValue.parse("test.yaml", text)))
                .getMessage());
        assertThat(message).contains("is not a key here; the keys are ");
        Set<String> read = new TreeSet<>(List.of(message.substring(message.indexOf("keys are ") + "keys are ".length())
                .split(", ")));
        if (readInSomeCasesOnly != null) {
            read.addAll(List.of(readInSomeCasesOnly.split(", ")));
        }

        JsonNode schema = JSON.readTree(ScenarioSchema.text());
        JsonNode properties = (place.equals("ROOT") ? schema : schema.at("/$defs/" + place)).get("properties");
        Set<String> published = new TreeSet<>();
        properties.fieldNames().forEachRemaining(published::add);
        assertThat(published).isEqualTo(read);
    }

    /** What a file may leave out is what the reader gives it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"policy: {}", "policy: policy.yaml", "policies: {a: {measure: {decay: {kind: none}}}, b: b.yaml}"
            })
    void aPolicyMayBeShortOrAFile(String policy) {
        assertThat(problems("at: 2026-01-01T00:00:00Z\n" + policy)).isEmpty();
    }

    @Test
    void isPrinted() {
        StringWriter out = new StringWriter();

        int code = new CommandLine(new EvaluateCommand())
                .setOut(new PrintWriter(out))
                .execute("--schema");

        assertThat(code).isZero();
        assertThat(out.toString()).isEqualTo(ScenarioSchema.text());
    }

    private static List<String> problems(String yaml) {
        Node root = new Yaml(new LoaderOptions()).compose(new StringReader(yaml));
        return SCHEMA.validate(json(root)).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    /** Reads YAML 1.2, as editors do: plain numbers, true and false; everything else is a text. */
    private static JsonNode json(Node node) {
        if (node instanceof MappingNode mapping) {
            ObjectNode object = JSON.createObjectNode();
            for (NodeTuple tuple : mapping.getValue()) {
                object.set(((ScalarNode) tuple.getKeyNode()).getValue(), json(tuple.getValueNode()));
            }
            return object;
        }
        if (node instanceof SequenceNode sequence) {
            ArrayNode array = JSON.createArrayNode();
            Stream.of(sequence.getValue()).flatMap(List::stream).forEach(element -> array.add(json(element)));
            return array;
        }
        ScalarNode scalar = (ScalarNode) node;
        String text = scalar.getValue();
        if (scalar.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN) {
            if (text.equals("true") || text.equals("false")) {
                return JSON.getNodeFactory().booleanNode(text.equals("true"));
            }
            if (NUMBER.matcher(text).matches()) {
                return text.matches("-?[0-9]+")
                        ? JSON.getNodeFactory().numberNode(new java.math.BigInteger(text))
                        : JSON.getNodeFactory().numberNode(new java.math.BigDecimal(text));
            }
        }
        return JSON.getNodeFactory().textNode(text);
    }
}
