package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Moab's golden priorities through the topology. Each case becomes a policy, the jobs that made the usage of its
 * windows, and a waiting job. The published priority is the file's. Two kinds of cases are left out: running jobs,
 * which MoabActiveJobsOnTheStreamTest has, and usage as ratios, which is Maui's.
 */
class MoabGoldenOnTheStreamTest {
    private static final Path GOLDEN =
            Path.of("..", "schedulers", "src", "test", "resources", "golden", "moab", "moab.json");
    private static final Set<String> COMPONENTS = Set.of("cred", "fs", "res", "serv", "targ", "usage", "attr");
    private static final Map<String, String> COMPONENT_NAMES = Map.of("targ", "TARGET", "serv", "SERVICE");
    private static final List<String> CREDENTIALS = List.of("user", "group", "account", "qos", "class");
    private static final double HOUR = 3600;
    /** The current window begins here. The test looks at the job a minute before the window's end. */
    private static final double WINDOW = 10 * HOUR;

    private static final double NOW = WINDOW + HOUR - 60;

    static Stream<Arguments> cases() throws IOException {
        return StreamSupport.stream(
                        new ObjectMapper()
                                .readTree(GOLDEN.toFile())
                                .get("cases")
                                .spliterator(),
                        false)
                .filter(golden -> golden.get("kind").asText().equals("priority"))
                .filter(golden -> isOnTheStream(golden.get("input")))
                .map(golden -> Arguments.of(golden.get("id").asText(), golden));
    }

    private static boolean isOnTheStream(JsonNode input) {
        JsonNode job = input.path("job");
        return !job.path("active").asBoolean()
                && !job.path("state").asText().equals("Running")
                && !job.path("state").asText().equals("Suspended")
                && !input.path("fairshare").path("percentMode").asBoolean();
    }

    @Test
    void mostCasesAreThere() throws IOException {
        assertThat(cases()).hasSizeGreaterThan(45);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @Rule(document = Document.MOAB, rows = "1, 2, 54, 57", cases = "K-COMBINED")
    @Rule(document = Document.MOAB, rows = "3", cases = "F-CRED-FSWEIGHT")
    @Rule(document = Document.MOAB, rows = "9-13, 53", cases = "F-FS-example")
    @Rule(document = Document.MOAB, rows = "21-28, 61", cases = "H-RES-all, H-RESCAP, H-PE-swapdisk")
    @Rule(document = Document.MOAB, rows = "29, 66", cases = "C-QT-default, C-QT-20x260")
    @Rule(document = Document.MOAB, rows = "36, 37, 82-84", cases = "I-TXF-4, I-TXF-near, I-TQT-minutes")
    @Rule(document = Document.MOAB, rows = "45", cases = "D-CRED-negcap, C-QT-capped")
    @Rule(document = Document.MOAB, rows = "34, 46, 65, 79", cases = "C-SERVICE-mix")
    @Rule(
            document = Document.MOAB,
            rows = "48, 49, 52",
            cases = "D-CRED-john-staff, D-CRED-paul-staff, D-CRED-paul-clip")
    @Rule(document = Document.MOAB, rows = "56", cases = "F-FLOOR-below, F-CEIL-above, F-TARGET-above")
    @Rule(document = Document.MOAB, rows = "58-60", cases = "F-VIOL-only-component, F-VIOL-ceil-zero-component")
    @Rule(document = Document.MOAB, rows = "62", cases = "H-PE-seed")
    @Rule(document = Document.MOAB, rows = "73", cases = "B-XFCAP")
    @Rule(document = Document.MOAB, rows = "74", cases = "B-XFMIN-seed")
    @Rule(document = Document.MOAB, rows = "91", cases = "J-ATTR-idle")
    void isPublished(String id, JsonNode golden) {
        JsonNode input = golden.get("input");
        try (StreamRig rig = new StreamRig()) {
            rig.policy(policy(golden));
            rig.user(DOMAIN, name(input, "account"), name(input, "user"), 1);
            usage(rig, input);
            accuracy(rig, input);
            waiting(rig, input);
            rig.tick(NOW);

            assertThat(rig.refusals()).isEmpty();
            double stored = golden.get("expected").get("storedPriority").asDouble();
            double expected = golden.get("expected").get("priority").asDouble();
            double tolerance = Math.max(1, Math.abs(expected) * 1e-5);
            boolean fragile = golden.path("storedPriorityFragile").asBoolean()
                    || golden.get("expected").path("storedPriorityFragile").asBoolean();
            assertThat(rig.priority("1", NOW)).isCloseTo(stored, within(fragile ? tolerance : 0));
        }
    }

    private static String policy(JsonNode golden) {
        JsonNode input = golden.get("input");
        Map<String, String> parameters = new TreeMap<>();
        input.path("weights")
                .properties()
                .forEach(weight -> parameters.put(
                        weight.getKey().endsWith("weight")
                                ? component(weight.getKey().replace("weight", "")) + "WEIGHT"
                                : weight.getKey().toUpperCase(Locale.ROOT) + "WEIGHT",
                        weight.getValue().asText()));
        input.path("caps")
                .properties()
                .forEach(cap -> parameters.put(
                        (COMPONENTS.contains(cap.getKey())
                                        ? component(cap.getKey())
                                        : cap.getKey().toUpperCase(Locale.ROOT))
                                + "CAP",
                        cap.getValue().asText()));
        params(input.path("params"), parameters);
        for (String type : CREDENTIALS) {
            JsonNode credential = input.path("creds").path(type);
            settings(credential, parameters, type, name(input, type));
            settings(input.path("creds").path(type + "Default"), parameters, type, "DEFAULT");
        }
        JsonNode fairshare = input.path("fairshare");
        parameters.put("FSPOLICY", fairshare.path("policy").asText("NONE"));
        parameters.put("FSINTERVAL", "1:00:00");
        parameters.put("FSDEPTH", fairshare.path("depth").asText("1"));
        parameters.put("FSDECAY", fairshare.path("decay").asText("1.0"));
        JsonNode system = input.path("system");
        StringBuilder yaml = new StringBuilder("algorithm: MOAB_TARGETS\nprocessors: "
                + system.path("procs").asLong(0) + "\nmoab:\n  readings: {violation: "
                + golden.get("fsViolationMode").asText() + ", missed-target: "
                + (golden.get("id").asText().equals("I-TXF-missed") ? "constant" : "grows") + "}\n");
        for (String resource : List.of("mem", "swap", "disk")) {
            yaml.append("  " + resource + ": " + system.path(resource).asDouble(0) + "\n");
        }
        yaml.append("  parameters:\n");
        parameters.forEach((name, value) -> yaml.append("    \"" + name + "\": \"" + value + "\"\n"));
        return yaml.toString();
    }

    private static String component(String label) {
        return COMPONENT_NAMES.getOrDefault(label, label.toUpperCase(Locale.ROOT));
    }

    private static void params(JsonNode params, Map<String, String> parameters) {
        params.properties().forEach(param -> {
            if (param.getKey().equals("jobprioF")) {
                StringBuilder text = new StringBuilder();
                param.getValue()
                        .properties()
                        .forEach(kind -> kind.getValue()
                                .properties()
                                .forEach(each -> text.append(
                                        kind.getKey() + "[" + each.getKey() + "]=" + each.getValue() + " ")));
                parameters.put("JOBPRIOF", text.toString().strip());
            } else if (!param.getKey().equals("SYSTEMPRIO")) {
                parameters.put(param.getKey(), param.getValue().asText().toUpperCase(Locale.ROOT));
            }
        });
    }

    private static void settings(JsonNode credential, Map<String, String> parameters, String type, String name) {
        List<String> words = new ArrayList<>();
        for (String key : List.of("priority", "fstarget", "fsweight", "qtweight", "xfweight", "xftarget")) {
            if (credential.has(key)) {
                words.add(
                        key.toUpperCase(Locale.ROOT) + "=" + credential.get(key).asText());
            }
        }
        if (credential.has("qttarget")) {
            words.add("QTTARGET=" + credential.get("qttarget").asLong());
        }
        if (!words.isEmpty()) {
            parameters.put(type.toUpperCase(Locale.ROOT) + "CFG[" + name + "]", String.join(" ", words));
        }
    }

    private static String name(JsonNode input, String type) {
        return input.path("creds").path(type).path("name").asText(type);
    }

    /**
     * The usage of each window, as jobs of a hundred seconds. The credential that used least is only in the first of
     * them.
     */
    private static void usage(StreamRig rig, JsonNode input) {
        JsonNode windows = input.path("fairshare").path("windows");
        for (int k = 0; k < windows.path("total").size(); k++) {
            int window = k;
            List<String> types = new ArrayList<>(CREDENTIALS);
            types.sort(Comparator.comparingDouble(type -> value(windows, type, window)));
            double used = 0;
            for (int i = 0; i <= types.size(); i++) {
                double upTo = i < types.size() ? value(windows, types.get(i), window) : value(windows, "total", window);
                if (upTo > used) {
                    run(rig, input, "w" + k + "." + i, types.subList(i, types.size()), upTo - used, WINDOW - k * HOUR);
                    used = upTo;
                }
            }
        }
    }

    private static double value(JsonNode windows, String type, int window) {
        return windows.path(type).path(window).asDouble(0);
    }

    private static void run(
            StreamRig rig, JsonNode input, String job, List<String> counted, double cpus, double start) {
        UnaryOperator<String> named = type -> counted.contains(type) ? name(input, type) : "other";
        rig.user(DOMAIN, named.apply("account"), named.apply("user"), 1);
        rig.start(
                job,
                start,
                named.apply("account"),
                named.apply("user"),
                "cpu: " + cpus,
                "group: " + named.apply("group") + ", qos: " + named.apply("qos") + ", jobClass: "
                        + named.apply("class"));
        rig.finish(job, start + 100, start, "");
    }

    private static void waiting(StreamRig rig, JsonNode input) {
        JsonNode job = input.get("job");
        JsonNode task = job.path("perTask");
        double tasks = job.path("tasks").asDouble(1);
        Map<String, String> said = new TreeMap<>();
        said.put("group", name(input, "group"));
        said.put("qos", name(input, "qos"));
        said.put("jobClass", name(input, "class"));
        said.put("timeLimitSeconds", job.get("wclimit").asText());
        List<String> tres = new ArrayList<>();
        for (String resource : List.of("procs", "mem", "swap", "disk")) {
            if (task.has(resource)) {
                tres.add((resource.equals("procs") ? "cpu" : resource) + ": "
                        + tasks * task.get(resource).asDouble());
            }
        }
        said.put("requestedTres", "{" + String.join(", ", tres) + "}");
        if (job.has("nodes")) {
            said.put("nodes", job.get("nodes").asText());
        }
        if (job.has("attrs")) {
            said.put("attributes", job.get("attrs").toString());
        }
        if (job.has("userprio")) {
            said.put("userPriority", job.get("userprio").asText());
        }
        if (input.path("params").has("SYSTEMPRIO")) {
            said.put("systemPriority", input.get("params").get("SYSTEMPRIO").asText());
        }
        if (job.path("spviolation").asBoolean()) {
            said.put("softLimitViolations", "[MAXPROC]");
        }
        List<String> attributes = new ArrayList<>();
        said.forEach((key, value) -> attributes.add(key + ": " + value));
        double submitted = NOW - job.path("effQueueTime").asDouble(0);
        rig.submit("1", submitted, name(input, "account"), name(input, "user"), String.join(", ", attributes));
        for (int i = 0; i < job.path("bypass").asInt(0); i++) {
            rig.job("1", "BYPASSED", submitted + i + 1, "");
        }
        activity(rig, input);
    }

    /** The user's running jobs: the first has all the processors, the others have none. */
    private static void activity(StreamRig rig, JsonNode input) {
        JsonNode active = input.get("job").path("userActive");
        for (int i = 0; i < active.path("jobs").asInt(0); i++) {
            rig.start(
                    "active" + i,
                    NOW,
                    name(input, "account"),
                    name(input, "user"),
                    "cpu: " + (i == 0 ? active.get("procs").asInt() : 0),
                    "");
        }
    }

    /** An ended job of the user, with its use and its limit. */
    private static void accuracy(StreamRig rig, JsonNode input) {
        JsonNode job = input.get("job");
        if (job.has("wcDedicatedPS")) {
            double start = WINDOW - job.get("wcDedicatedPS").asDouble();
            String limit = "timeLimitSeconds: " + job.get("wcRequestedPS").asLong();
            rig.start("ended", start, name(input, "account"), name(input, "user"), "cpu: 1", limit);
            rig.finish("ended", WINDOW, start, "");
        }
    }
}
