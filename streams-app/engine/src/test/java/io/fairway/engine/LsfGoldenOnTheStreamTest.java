package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * LSF's golden dynamic priorities, pools and absolute priorities through the topology. Each case becomes a policy and
 * the jobs that make its numbers. The published values match the file, to its six digits.
 */
class LsfGoldenOnTheStreamTest {
    private static final Path GOLDEN =
            Path.of("..", "schedulers", "src", "test", "resources", "golden", "lsf", "lsf.json");
    private static final double HOUR = 3600;
    private static final double NOW = 100 * HOUR;

    private static Stream<Arguments> cases(String fn) throws IOException {
        return StreamSupport.stream(
                        new ObjectMapper()
                                .readTree(GOLDEN.toFile())
                                .get("cases")
                                .spliterator(),
                        false)
                .filter(golden -> golden.get("fn").asText().equals(fn))
                .map(golden -> Arguments.of(golden.get("id").asText(), golden.get("inputs"), golden.get("expected")));
    }

    static Stream<Arguments> dynamicPriorities() throws IOException {
        return cases("priority");
    }

    static Stream<Arguments> pools() throws IOException {
        return cases("pool_allocate");
    }

    static Stream<Arguments> absolutePriorities() throws IOException {
        return cases("aps");
    }

    static Stream<Arguments> escalations() throws IOException {
        return cases("jpriority");
    }

    static Stream<Arguments> events() throws IOException {
        return cases("aps_after_event");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dynamicPriorities")
    @Rule(document = Document.LSF_USERS, rows = "4-7", cases = "DP-01, DP-03")
    @Rule(document = Document.LSF_USERS, rows = "8", cases = "DP-10")
    @Rule(document = Document.LSF_USERS, rows = "9", cases = "DP-08")
    @Rule(document = Document.LSF_USERS, rows = "10, 11", cases = "DP-12, DP-13")
    @Rule(document = Document.LSF_USERS, rows = "18, 19", cases = "DP-16")
    @Rule(document = Document.LSF_USERS, rows = "20", cases = "DP-16, DP-18")
    @Rule(document = Document.LSF_USERS, rows = "21", cases = "DP-05, DP-06")
    @Rule(document = Document.LSF_USERS, rows = "24", cases = "DP-03")
    @Rule(document = Document.LSF_USERS, rows = "25", cases = "DP-07")
    @Rule(document = Document.LSF_USERS, rows = "28", cases = "DP-19")
    @Rule(document = Document.LSF_USERS, rows = "30, 31", cases = "DP-23")
    @Rule(document = Document.LSF_USERS, rows = "32", cases = "DP-05")
    @Rule(document = Document.LSF_USERS, rows = "33-39", cases = "DP-01, DP-03, DP-07, DP-19")
    void theDynamicPriorityIsPublished(String id, JsonNode inputs, JsonNode expected) {
        try (StreamRig rig = new StreamRig()) {
            boolean queue = inputs.has("queue");
            rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: " + strings(inputs.path("cluster")) + "\n"
                    + (queue
                            ? "  queues: [{name: q, fairshare: true, parameters: " + strings(inputs.get("queue"))
                                    + "}]\n"
                            : ""));
            String tree = queue ? "q" : DOMAIN;
            rig.user(tree, "physics", "anna", inputs.get("shares").asLong());
            use(rig, inputs.path("usage"), queue ? "queue: q" : "");
            rig.tick(NOW);

            assertSixDigits(rig.factor(tree, "physics", "anna"), expected.asDouble());
        }
    }

    /**
     * Jobs that make the numbers: the reported CPU time, running and finished jobs, and the slots that are left over.
     */
    private static void use(StreamRig rig, JsonNode usage, String queue) {
        for (JsonNode lump : usage.path("cpu_lumps")) {
            double end = NOW - lump.get(1).asDouble() * HOUR;
            rig.start("cpu" + end, end - 1, "physics", "anna", "cpu: 1", queue);
            rig.finish("cpu" + end, end, end - 1, "cpuSeconds: " + lump.get(0).asDouble() * HOUR);
        }
        for (JsonNode run : usage.path("finished")) {
            double end = NOW - run.get("age_h").asDouble() * HOUR;
            double start = end - run.get("run_h").asDouble() * HOUR;
            rig.start("finished", start, "physics", "anna", "cpu: 1" + gpus(run), "gpuMode: exclusive_process");
            rig.finish("finished", end, start, "");
        }
        long left = usage.path("slots").asLong(0) - usage.path("running").size();
        int number = 0;
        for (JsonNode run : usage.path("running")) {
            long slots = number == 0 ? 1 + Math.max(0, left) : 1;
            rig.start(
                    "running" + number++,
                    NOW - run.get("run_h").asDouble() * HOUR,
                    "physics",
                    "anna",
                    "cpu: " + slots + gpus(run),
                    "gpuMode: exclusive_process"
                            + (run.has("committed_h")
                                    ? ", timeLimitSeconds: "
                                            + Math.round(run.get("committed_h").asDouble() * HOUR)
                                    : ""));
        }
        if (number == 0 && left > 0) {
            rig.start("slots", NOW, "physics", "anna", "cpu: " + left, queue);
        }
        long forwarded = usage.path("fwd_slots").asLong(0);
        if (forwarded > 0) {
            rig.submit("forwarded", NOW, "physics", "anna", "requestedTres: {cpu: " + forwarded + "}");
            rig.job("forwarded", "FORWARDED", NOW, "");
        }
    }

    private static String gpus(JsonNode run) {
        return run.has("gpus") ? ", gres/gpu: " + run.get("gpus").asInt() : "";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    @Rule(document = Document.LSF_QUEUES, rows = "4", cases = "POOL-01")
    @Rule(document = Document.LSF_QUEUES, rows = "7", cases = "POOL-03")
    @Rule(document = Document.LSF_QUEUES, rows = "11", cases = "POOL-05")
    @Rule(document = Document.LSF_QUEUES, rows = "16", cases = "POOL-02")
    @Rule(document = Document.LSF_QUEUES, rows = "22, 23", cases = "POOL-08")
    void theSlotsOfAPoolArePublished(String id, JsonNode inputs, JsonNode expected) {
        try (StreamRig rig = new StreamRig()) {
            StringBuilder yaml = new StringBuilder("algorithm: LSF_DYNAMIC\nlsf:\n  poolSlots: {pool: "
                    + inputs.get("total").asLong() + "}\n  queues:\n");
            Map<String, Long> slots = new HashMap<>();
            for (int i = 0; i < inputs.get("queues").size(); i++) {
                JsonNode queue = inputs.get("queues").get(i);
                yaml.append("  - {name: q" + i + ", priority: " + (50 - i) + ", hosts: [h], slotPool: pool, slotShare: "
                        + queue.get(0).asLong());
                if (!queue.get(2).isNull()) {
                    yaml.append(", jobLimit: " + queue.get(2).asLong());
                }
                if (inputs.has("MAX_SLOTS_IN_POOL")) {
                    yaml.append(", maxSlotsInPool: "
                            + inputs.get("MAX_SLOTS_IN_POOL").asLong());
                }
                yaml.append("}\n");
                slots.put("q" + i, expected.get(i).asLong());
            }
            rig.policy(yaml.toString());
            rig.user(DOMAIN, "physics", "anna", 1);
            for (int i = 0; i < inputs.get("queues").size(); i++) {
                if (inputs.get("queues").get(i).get(1).asLong() > 0) {
                    rig.submit("j" + i, NOW, "physics", "anna", "queue: q" + i + ", requestedTres: {cpu: 1000}");
                }
            }
            rig.tick(NOW);

            assertThat(rig.refusals()).isEmpty();
            assertThat(rig.queues("pool").getSlots()).isEqualTo(slots);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("absolutePriorities")
    @Rule(document = Document.LSF_APS, rows = "1", cases = "APS-03")
    void theAbsolutePriorityIsPublished(String id, JsonNode inputs, JsonNode expected) {
        JsonNode values = inputs.get("values");
        try (StreamRig rig = new StreamRig()) {
            boolean fairshare = values.has("FS");
            rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {MAX_USER_PRIORITY: \"200\", RUN_JOB_FACTOR: \"1\"}\n"
                    + "  queues: [{name: q, priority: "
                    + values.path("QPRIORITY").asLong(0) + ", fairshare: " + fairshare
                    + ", apsPriority: \"WEIGHT[" + pairs(inputs.get("weight"), "") + "]"
                    + (inputs.has("limit") ? " LIMIT[" + pairs(inputs.get("limit"), "") + "]" : "")
                    + (inputs.has("grace_s") ? " GRACE_PERIOD[" + pairs(inputs.get("grace_s"), "s") + "]" : "")
                    + "\"}]");
            String tree = fairshare ? "q" : DOMAIN;
            // 5000 / (1 + 9999) = 0.5
            rig.user(tree, "physics", "anna", 5000);
            if (fairshare) {
                rig.start("0", NOW, "physics", "anna", "cpu: 9999", "queue: q");
            }
            List<String> tres = new ArrayList<>();
            Map.of("PROC", "cpu", "MEM", "mem", "SWAP", "swap").forEach((name, resource) -> {
                if (values.has(name)) {
                    tres.add(resource + ": " + values.get(name).asDouble());
                }
            });
            rig.submit(
                    "1",
                    NOW - inputs.path("pending_s").asDouble(0),
                    "physics",
                    "anna",
                    "queue: q, requestedTres: {" + String.join(", ", tres) + "}, userPriority: "
                            + values.path("JPRIORITY").asLong(0)
                            + (inputs.has("admin")
                                    ? ", adminValue: " + inputs.get("admin").asDouble()
                                    : ""));
            rig.tick(NOW);

            assertThat(rig.refusals()).isEmpty();
            assertSixDigits(rig.priority("1", NOW), expected.asDouble());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("escalations")
    void theJobPriorityEscalates(String id, JsonNode inputs, JsonNode expected) {
        try (StreamRig rig = new StreamRig()) {
            rig.policy(
                    "algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {MAX_USER_PRIORITY: \"100\", JOB_PRIORITY_OVER_TIME: \""
                            + inputs.get("increment").asInt() + "/"
                            + inputs.get("interval_min").asInt() + "\"}\n"
                            + "  queues: [{name: q, priority: 30, apsPriority: \"WEIGHT[[JPRIORITY,1]]\"}]");
            rig.user(DOMAIN, "physics", "anna", 1);
            double submitted = NOW - inputs.get("pending_s").asDouble();
            rig.submit(
                    "1",
                    submitted,
                    "physics",
                    "anna",
                    "queue: q, userPriority: " + inputs.get("base").asInt());
            rig.tick(submitted);

            // The record dates from the submission, and escalates by itself.
            assertThat(rig.priority("1", NOW)).isEqualTo(expected.asDouble());
        }
    }

    /**
     * Each job has priority 50, 3 more every 20 minutes, admin value 10, and waits for 65 minutes in a queue of
     * priority 30.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("events")
    @Rule(document = Document.LSF_APS, rows = "13", cases = "EVT-03")
    @Rule(document = Document.LSF_APS, rows = "16", cases = "EVT-04")
    @Rule(document = Document.LSF_APS, rows = "43", cases = "EVT-05")
    void whatAnEventLeavesIsPublished(String id, JsonNode inputs, JsonNode expected) {
        try (StreamRig rig = new StreamRig()) {
            rig.policy("""
                    algorithm: LSF_DYNAMIC
                    lsf:
                      cluster: {MAX_USER_PRIORITY: "100", JOB_PRIORITY_OVER_TIME: "3/20"}
                      queues: [{name: q, priority: 30, apsPriority: "WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]"}]
                    """);
            rig.user(DOMAIN, "physics", "anna", 1);
            rig.submit(
                    "1",
                    NOW - 3900,
                    "physics",
                    "anna",
                    "queue: q, userPriority: 50, adminValue: 10, resizable: "
                            + inputs.path("resizable").asBoolean());
            String event = inputs.get("event").asText();
            if (!event.equals("none")) {
                rig.start("1", NOW, "physics", "anna", "cpu: 1", "");
                rig.job("1", event.equals("rerun") ? "RERUN" : "MIGRATED", NOW, "run: \"" + StreamRig.at(NOW) + "\"");
            }
            rig.tick(NOW);

            // A constant of its own puts a migrated job before all others. It is no part of the value.
            double ahead = event.equals("migrate") ? rig.term("1", "beforePending", NOW) : 0;
            assertThat(rig.priority("1", NOW) - ahead)
                    .isEqualTo(expected.get("calculated").asDouble());
        }
    }

    private static String pairs(JsonNode map, String unit) {
        List<String> pairs = new ArrayList<>();
        map.properties().forEach(entry -> pairs.add("[" + entry.getKey() + "," + entry.getValue() + unit + "]"));
        return String.join(" ", pairs);
    }

    private static String strings(JsonNode map) {
        List<String> pairs = new ArrayList<>();
        map.properties()
                .forEach(entry ->
                        pairs.add(entry.getKey() + ": \"" + entry.getValue().asText() + "\""));
        return "{" + String.join(", ", pairs) + "}";
    }

    private static void assertSixDigits(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(Math.max(1e-9, Math.abs(expected) * 5e-6)));
    }
}
