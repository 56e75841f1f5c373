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
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
            slurm-2.0-blend.yaml | algorithm: linear | algorithm: lineal
            slurm-2.0-blend.yaml | job-size: 15000 | jobsize: 15000
            slurm-2.0-blend.yaml | account: all | acount: all
            slurm-2.0-blend.yaml | submitted: 2009-06-01T00:00:00Z | submitted: yesterday
            slurm-2.0-five-users.yaml | shares: 40 | shares: many
            slurm-2.0-five-users.yaml | family: slurm | family: pbs
            slurm-2.0-sample-decay.yaml | cpus: 100 | cpu: 100
            lsf-aps-example-2.yaml | RUN_JOB_FACTOR: 1 | RUN_JOB_FACTORS: 1
            lsf-aps-example-2.yaml | slots-in-use: 9999 | slots-used: 9999
            lsf-aps-example-2.yaml | QUEUE_GROUP: | QUEUEGROUP:
            lsf-aps-example-2.yaml | priority: 50} | prio: 50}
            lsf-pool-job-limit.yaml | SLOT_SHARE: 50 | SLOTSHARE: 50
            lsf-measurement-scopes.yaml | scope: {queue: q1} | scope: {queue: q1, host-partition: [h1]}
            moab-fairshare-windows.yaml | FSUSERWEIGHT | FSUSERWIEGHT
            moab-fairshare-windows.yaml | user: {john: [60 | users: {john: [60
            moab-fairshare-windows.yaml | USERCFG[john] | USERCFG
            moab-qtweight.yaml | {qos: special, | {quality: special,
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
            {policy: {zzz: 1, algorithm: linear, dialect: "2.0", processors: 1}} | slurmPolicy | available
            {policy: {family: lsf, zzz: 1}} | lsfPolicy |
            {policy: {family: moab, zzz: 1}} | moabPolicy |
            {policy: {family: lsf, adjustment: {plugin: memory, settings: {THRESHOLD: 1}, zzz: 1}}} | lsfPolicy/properties/adjustment |
            {policy: {family: moab, readings: {zzz: 1}}} | moabPolicy/properties/readings |
            {policy: {family: lsf, scope: {zzz: 1}}} | lsfPolicy/properties/scope |
            {policy: {}, tree: {a: {zzz: 1}}} | account |
            {policy: {}, tree: {a: {users: {u: 1}}}, jobs: {j: {account: a, user: u, zzz: 1}}} | slurmJob | time-limit-minutes, direct-priority
            {policy: {}, tree: {a: {users: {u: 1}}}, history: [{account: a, user: u, start: 1969-01-01T00:00:00Z, zzz: 1}]} | slurmHistory |
            {policy: {}, cluster: {zzz: 1}} | slurmCluster |
            {policy: {family: lsf}, queues: {q: {zzz: 1}}} | lsfQueue |
            {policy: {family: lsf}, user-shares: "[a, 1]", users: [a], jobs: {j: {user: a, zzz: 1}}} | lsfJob | account, system, admin, resize-max, value, queue
            {policy: {family: lsf}, user-shares: "[a, 1]", users: [a], use: {/a: {zzz: 1}}} | lsfUse/additionalProperties |
            {policy: {family: lsf}, user-shares: "[a, 1]", users: [a], history: [{user: a, start: 1969-01-01T00:00:00Z, zzz: 1}]} | lsfHistory | account
            {policy: {family: moab}, jobs: {j: {zzz: 1}}} | moabJob | deadline, hunger
            {policy: {family: moab}, jobs: {j: {activity: {zzz: 1}}}} | moabJob/properties/activity |
            {policy: {family: moab}, history: [{start: 1969-01-01T00:00:00Z, zzz: 1}]} | moabHistory |
            {policy: {family: moab}, usage: {total: [1], zzz: 1}} | moabUsage |
            """)
    void knowsTheKeysThatItsReadersKnow(String text, String place, String readInSomeCasesOnly) throws IOException {
        String message = String.valueOf(catchThrowable(() -> Scenario.evaluate(YamlValue.parse("test.yaml", text)))
                .getMessage());
        assertThat(message).contains("is not a key here; the keys are ");
        Set<String> read = new TreeSet<>(List.of(message.substring(message.indexOf("keys are ") + "keys are ".length())
                .split(", ")));
        if (readInSomeCasesOnly != null) {
            read.addAll(List.of(readInSomeCasesOnly.split(", ")));
            read.remove("value");
        }

        JsonNode properties =
                JSON.readTree(ScenarioSchema.text()).at("/$defs/" + place).get("properties");
        Set<String> published = new TreeSet<>();
        properties.fieldNames().forEachRemaining(published::add);
        assertThat(published).isEqualTo(read);
    }

    @Test
    void knowsEveryParameterOfLsfAndMoab() throws IOException {
        JsonNode definitions = JSON.readTree(ScenarioSchema.text()).get("$defs");
        for (LsfParameter parameter : LsfParameter.values()) {
            assertThat(definitions
                            .at("/lsfPolicy/properties/cluster/properties")
                            .has(parameter.name()))
                    .as(parameter.name())
                    .isTrue();
            assertThat(definitions.at("/lsfPolicy/properties/queue/properties").has(parameter.name()))
                    .as(parameter.name())
                    .isEqualTo(parameter.ofQueue());
        }
        List<String> weights = new ArrayList<>();
        for (Subfactor subfactor : Subfactor.values()) {
            weights.addAll(List.of(subfactor.weightParameter(), subfactor.capParameter()));
        }
        for (PriorityComponent component : PriorityComponent.values()) {
            weights.addAll(List.of(component.weightParameter(), component.capParameter()));
        }
        for (String weight : weights) {
            assertThat(problems("policy: {family: moab, parameters: {%s: 1}}".formatted(weight)))
                    .as(weight)
                    .isEmpty();
        }
    }

    /** The reader takes the names and switches of moab.cfg in any case. The schema does, too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fsuserweight: 1",
                "QueueTimeWeight: 1",
                "'QueueTimeWeight[big]': 1",
                "fsPolicy: dedicatedps",
                "fsinterval: 12:00:00",
                "'UserCfg[john]': PRIORITY=5",
                "EnableNegJobPriority: tRuE",
                "ENABLENEGJOBPRIORITY: off",
                "jobprioexceptions: none"
            })
    void namesOfMoabAreReadInAnyCase(String parameter) throws IOException {
        String text = "policy: {family: moab, parameters: {%s}}".formatted(parameter);

        assertThat(catchThrowable(() -> Scenario.evaluate(YamlValue.parse("test.yaml", text))))
                .isNull();
        assertThat(problems(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsuserwieght: 1", "userweights: 1", "fspolicies: NONE", "EnableNegJobPriority: maybe"})
    void whatMoabDoesNotKnowInAnyCaseIsInvalid(String parameter) throws IOException {
        String text = "policy: {family: moab, parameters: {%s}}".formatted(parameter);

        assertThat(catchThrowable(() -> Scenario.evaluate(YamlValue.parse("test.yaml", text))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(problems(text)).isNotEmpty();
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
