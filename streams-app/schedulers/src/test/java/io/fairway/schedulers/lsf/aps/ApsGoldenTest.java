package io.fairway.schedulers.lsf.aps;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static io.fairway.schedulers.lsf.LsfGolden.number;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.model.NodeId;
import io.fairway.schedulers.lsf.LsfGolden;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden cases of absolute priority scheduling, of the job priority and of the events of a job. */
class ApsGoldenTest {
    private static final NodeId USER = NodeId.ofUser("normal", "g", "u");
    private static final long NOW = 1_700_000_000_000L;
    private static final Set<String> seen = new TreeSet<>();

    static Stream<Arguments> cases() {
        return LsfGolden.cases("aps", "jpriority", "grace_seconds", "aps_order", "aps_after_event");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void holds(String id, JsonNode row) {
        JsonNode inputs = row.get("inputs");
        JsonNode expected = row.get("expected");
        switch (row.get("fn").asText()) {
            case "aps" -> aps(id, inputs, expected.asDouble());
            case "jpriority" -> {
                JobPriorityRules rules = JobPriorityRules.of(
                        100L,
                        inputs.get("increment").asLong() + "/"
                                + inputs.get("interval_min").asLong());
                assertThat(rules.escalated(
                                number(inputs, "base"),
                                1000 * inputs.get("pending_s").asLong()))
                        .as(id)
                        .isEqualTo(expected.asDouble());
            }
            case "grace_seconds" ->
                assertThat(ApsText.graceSeconds(inputs.get("text").asText()))
                        .as(id)
                        .isEqualTo(expected.asLong());
            case "aps_order" -> order(id, inputs.get("jobs"), expected);
            default -> afterEvent(id, inputs, expected);
        }
        seen.add(id);
    }

    private static void aps(String id, JsonNode inputs, double expected) {
        JsonNode values = inputs.get("values");
        Map<ApsFactor, Long> grace = new EnumMap<>(ApsFactor.class);
        factors(inputs.path("grace_s")).forEach((factor, seconds) -> grace.put(factor, (long) (1000 * seconds)));
        ApsParameters parameters =
                ApsParameters.of(factors(inputs.get("weight")), factors(inputs.path("limit")), grace);
        ApsRequest request = ApsRequest.of(
                number(values, "PROC", 0),
                number(values, "MEM", 0),
                number(values, "SWAP", 0),
                number(values, "QPRIORITY", 0));
        long pending = 1000 * inputs.path("pending_s").asLong();
        ApsState state = ApsState.submitted(NOW - pending, number(values, "JPRIORITY", 0));
        if (inputs.has("admin")) {
            state = state.withAdmin(number(inputs, "admin"), true);
        }
        double fairshare = number(values, "FS", 0);

        assertSixDigits(
                AbsolutePriority.evaluate(request, state, fairshare, parameters, JobPriorityRules.NONE, NOW)
                        .value(),
                expected,
                id);
        assertSixDigits(
                ApsRecord.of(request, state, USER, fairshare, parameters, JobPriorityRules.NONE, false, NOW)
                        .evaluate(NOW, fairshare),
                expected,
                id + " as a record");
    }

    private static Map<ApsFactor, Double> factors(JsonNode object) {
        Map<ApsFactor, Double> factors = new EnumMap<>(ApsFactor.class);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            factors.put(ApsFactor.valueOf(field.getKey()), field.getValue().asDouble());
        }
        return factors;
    }

    private static void order(String id, JsonNode jobs, JsonNode expected) {
        List<ApsOrder> order = new ArrayList<>();
        for (JsonNode job : jobs) {
            ApsState state = ApsState.submitted(job.get(3).asLong(), 0);
            AbsolutePriority priority = AbsolutePriority.none();
            if (!job.get(1).isNull()) {
                state = state.withSystem(job.get(1).asDouble(), true);
                priority = evaluate(ApsRequest.of(0, 0, 0, 0), state);
            } else if (!job.get(2).isNull()) {
                priority = evaluate(ApsRequest.of(0, job.get(2).asDouble(), 0, 0), state);
            }
            order.add(ApsOrder.of(job.get(0).asText(), priority, state));
        }
        Collections.sort(order);
        List<String> names = new ArrayList<>();
        expected.forEach(name -> names.add(name.asText()));

        assertThat(order).as(id).extracting(ApsOrder::job).isEqualTo(names);
    }

    private static AbsolutePriority evaluate(ApsRequest request, ApsState state) {
        return AbsolutePriority.evaluate(
                request, state, 0, ApsParameters.parse("WEIGHT[[MEM,1]]"), JobPriorityRules.NONE, NOW);
    }

    /** 50 escalated by 9 before the run, queue 30 at weight 10, ADMIN 10; the event comes 5 hours into the run. */
    private static void afterEvent(String id, JsonNode inputs, JsonNode expected) {
        JobPriorityRules rules = JobPriorityRules.of(100L, "3/20");
        long submitted = NOW - 9 * 3_600_000;
        long started = submitted + 3_900_000;
        ApsState before = ApsState.submitted(submitted, 50).withAdmin(10, true);
        boolean resizable = inputs.path("resizable").asBoolean();
        ApsEvent.Settings settings = new ApsEvent.Settings(true, true, false, ApsEvent.UserRequeue.AS_PRINTED, false);
        ApsState running = ApsEvent.START.apply(before, started, resizable, settings);
        ApsState after = switch (inputs.get("event").asText()) {
            case "none" -> running;
            case "rerun" -> ApsEvent.RERUN.apply(running, NOW, resizable, settings);
            case "migrate" -> ApsEvent.MIGRATE.apply(running, NOW, resizable, settings);
            default -> throw new IllegalStateException(id);
        };

        assertThat(AbsolutePriority.evaluate(
                                ApsRequest.of(1, 0, 0, 30),
                                after,
                                0,
                                ApsParameters.parse("WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]"),
                                rules,
                                NOW)
                        .value())
                .as(id)
                .isEqualTo(expected.get("calculated").asDouble());
    }

    @AfterAll
    static void count() {
        System.out.println("golden LSF absolute priority: " + seen.size() + " of " + LsfGolden.all() + " cases");
        assertThat(seen).hasSize(9 + 2 + 3 + 1 + 4);
    }
}
