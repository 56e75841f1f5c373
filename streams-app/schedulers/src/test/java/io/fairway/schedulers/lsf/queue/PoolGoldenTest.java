package io.fairway.schedulers.lsf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.schedulers.lsf.LsfGolden;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden cases of slot pools, exact. */
class PoolGoldenTest {
    private static final Set<String> seen = new TreeSet<>();

    static Stream<Arguments> cases() {
        return LsfGolden.cases("pool_allocate", "pool_order");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void holds(String id, JsonNode row) {
        JsonNode inputs = row.get("inputs");
        List<PoolQueue> queues = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        if (row.get("fn").asText().equals("pool_order")) {
            for (JsonNode queue : inputs.get("queues")) {
                queues.add(new PoolQueue(
                        queue.get(0).asText(),
                        queue.get(2).asInt(),
                        queue.get(3).asLong(),
                        0,
                        1,
                        null,
                        queue.get(1).asDouble()));
            }
            row.get("expected").forEach(name -> expected.add(name.asText()));
            assertThat(PoolOrder.order(queues).stream().<Object>map(PoolQueue::name))
                    .isEqualTo(expected);
        } else {
            for (JsonNode queue : inputs.get("queues")) {
                queues.add(new PoolQueue(
                        "q" + queues.size(),
                        queue.get(0).asInt(),
                        0,
                        0,
                        queue.get(1).asLong(),
                        queue.get(2).isNull() ? null : queue.get(2).asLong(),
                        0));
            }
            row.get("expected").forEach(slots -> expected.add(slots.asLong()));
            JsonNode max = inputs.get("MAX_SLOTS_IN_POOL");
            PoolAllocation allocation =
                    PoolAllocation.allocate(inputs.get("total").asLong(), max == null ? null : max.asLong(), queues);
            assertThat(List.<Object>copyOf(allocation.slots())).isEqualTo(expected);
        }
        seen.add(id);
    }

    @AfterAll
    static void count() {
        System.out.println("golden LSF pools: " + seen.size() + " of " + LsfGolden.all() + " cases");
        assertThat(seen).hasSize(6 + 1);
    }
}
