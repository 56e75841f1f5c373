package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static io.fairway.schedulers.lsf.LsfGolden.number;
import static io.fairway.schedulers.lsf.LsfGolden.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fairway.schedulers.lsf.LsfGolden;
import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden cases of decay, of the dynamic user priority and of the memory adjustment. */
class DynamicPriorityGoldenTest {
    private static final Set<String> seen = new TreeSet<>();

    static Stream<Arguments> cases() {
        return LsfGolden.cases(
                "decay_weight",
                "decayed_sum_h",
                "decay_modes",
                "decayed_running_h",
                "priority",
                "priority_gpu_misprint",
                "memory_adjustment");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void holds(String id, JsonNode row) {
        JsonNode inputs = row.get("inputs");
        JsonNode expected = row.get("expected");
        switch (row.get("fn").asText()) {
            case "decay_weight" ->
                assertSixDigits(decay(inputs).weight(number(inputs, "age_h")), expected.asDouble(), id);
            case "decayed_sum_h" -> {
                ConsumptionSum builder = new ConsumptionSum(DynamicPriorityParameters.DEFAULTS, decay(inputs));
                lumps(builder, inputs.get("lumps"));
                assertSixDigits(builder.build().cpuTime(), expected.asDouble(), id);
            }
            case "decay_modes" -> {
                double age = number(inputs, "age_s") / 3600;
                double hours = number(inputs, "HIST_HOURS");
                assertSixDigits(
                        HistoryDecay.continuous(hours).weight(age),
                        expected.get("continuous").asDouble(),
                        id);
                assertSixDigits(
                        // The case counts steps from the use on: there is one at the use.
                        HistoryDecay.stepped(
                                        hours,
                                        inputs.get("step_s").asLong(),
                                        0,
                                        inputs.get("age_s").asLong() * 1000)
                                .weight(age),
                        expected.get("stepped").asDouble(),
                        id);
            }
            case "decayed_running_h" ->
                assertSixDigits(decay(inputs).accrued(number(inputs, "T_h"), 0), expected.asDouble(), id);
            case "priority" -> assertSixDigits(priority(inputs), expected.asDouble(), id);
            case "priority_gpu_misprint" ->
                assertThat(priority(inputs)).as(id).isNotCloseTo(expected.asDouble(), Offset.offset(1.0));
            default -> {
                Consumption use = new ConsumptionSum(
                                DynamicPriorityParameters.DEFAULTS, DynamicPriorityParameters.DEFAULTS.decay())
                        .slots(inputs.get("slots").asLong(), 0, 0)
                        .memory(
                                number(inputs, "used_memory"),
                                inputs.get("used_slots").asLong())
                        .build();
                AdjustmentInput input =
                        new AdjustmentInput(use, 0, number(inputs, "slot_memory"), DynamicPriorityParameters.DEFAULTS);
                assertSixDigits(
                        new MemoryAdjustment(number(inputs, "THRESHOLD")).adjust(input), expected.asDouble(), id);
            }
        }
        seen.add(id);
    }

    private static HistoryDecay decay(JsonNode inputs) {
        return HistoryDecay.continuous(number(inputs, "HIST_HOURS"));
    }

    private static double priority(JsonNode inputs) {
        DynamicPriorityParameters parameters = DynamicPriorityParameters.of(
                inputs.has("cluster") ? LsfSettings.ofCluster(texts(inputs.get("cluster"))) : LsfSettings.NONE,
                inputs.has("queue") ? LsfSettings.ofQueue("q", texts(inputs.get("queue"))) : LsfSettings.NONE);
        ConsumptionSum builder = new ConsumptionSum(parameters, parameters.decay());
        JsonNode usage = inputs.path("usage");
        lumps(builder, usage.path("cpu_lumps"));
        usage.path("running").forEach(job -> builder.run(job(JobRun.running(number(job, "run_h")), job)));
        usage.path("finished")
                .forEach(job -> builder.run(job(JobRun.finished(number(job, "run_h"), number(job, "age_h")), job)));
        builder.slots(usage.path("slots").asLong(), 0, 0);
        Consumption use =
                builder.build().withForwardedSlots(usage.path("fwd_slots").asLong());
        return DynamicPriority.evaluate(inputs.get("shares").asLong(), use, 0, parameters)
                .priority();
    }

    private static JobRun job(JobRun run, JsonNode job) {
        JobRun withGpus = run.withGpus(job.path("gpus").asLong());
        return job.has("committed_h") ? withGpus.withCommitted(number(job, "committed_h")) : withGpus;
    }

    private static void lumps(ConsumptionSum builder, JsonNode lumps) {
        if (lumps instanceof MissingNode) {
            return;
        }
        for (Iterator<JsonNode> each = lumps.elements(); each.hasNext(); ) {
            JsonNode lump = each.next();
            builder.cpuTime(lump.get(0).asDouble(), lump.get(1).asDouble());
        }
    }

    @AfterAll
    static void count() {
        System.out.println("golden LSF dynamic priority: " + seen.size() + " of " + LsfGolden.all() + " cases");
        assertThat(seen).hasSize(5 + 15 + 1 + 1);
    }
}
