package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.domain.MapStore;
import io.fairway.engine.domain.StoresByName;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stays in memory of the rows of lines, the stores hold what they hold when each charge reads them. */
class RecentRowsTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final int NODES = 6;

    /** A task, and what its stores hold. */
    private static final class Task {
        final MapStore lines = new MapStore();
        final TreeMap<String, String> rows = new TreeMap<>();
        final WriteBehind written;
        final SentUsage sent;
        final UsageWriter writer;
        final List<Line> open = new ArrayList<>();

        Task(RecentRows recent) {
            Map<String, StateStore> stores = Map.of(
                    Stores.LINES.name(), lines,
                    Stores.HOURS.name(), window("hour"),
                    Stores.DAYS.name(), window("day"));
            written = new WriteBehind(StoresByName.of(stores));
            sent = new SentUsage("alps", written, recent);
            writer = new UsageWriter(written, sent);
            for (int i = 0; i < NODES; i++) {
                open.add(new Line());
            }
        }

        @SuppressWarnings("unchecked")
        private WindowStore<String, byte[]> window(String name) {
            Map<String, byte[]> entries = new TreeMap<>();
            return (WindowStore<String, byte[]>) Proxy.newProxyInstance(
                    Task.class.getClassLoader(), new Class<?>[] {WindowStore.class}, (proxy, method, args) -> {
                        if (method.getName().equals("put")) {
                            String key = name + " " + args[0] + " " + args[2];
                            entries.put(key, (byte[]) args[1]);
                            rows.put(key, Arrays.toString((byte[]) args[1]));
                            return null;
                        }
                        return entries.get(name + " " + args[0] + " " + args[1]);
                    });
        }

        Map<String, String> stored() {
            written.flush();
            Map<String, String> all = new TreeMap<>(rows);
            try (KeyValueIterator<String, byte[]> entries = lines.all()) {
                while (entries.hasNext()) {
                    KeyValue<String, byte[]> entry = entries.next();
                    all.put(entry.key, Arrays.toString(entry.value));
                }
            }
            return all;
        }
    }

    private static NodeId node(int number) {
        return NodeId.ofUser("alps", "cms", "u" + number);
    }

    private static Use use(Random random) {
        long start = T0 + random.nextLong(3 * WindowRow.DAY);
        long rate = 1L + random.nextInt(1_000_000);
        return switch (random.nextInt(4)) {
            case 0 -> new Segment(start, Segment.OPEN, rate);
            case 1 -> new Lump(BigDecimal.valueOf(rate, 2), start);
            default -> new Segment(start, start + 1 + random.nextLong(WindowRow.DAY), rate);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void theStoresHoldWhatTheyHoldWhereEachChargeReadsThem(int most) {
        Random random = new Random(most);
        Measure measure = new Measure(
                "usage",
                DecayLaw.halfLife(7 * WindowRow.DAY),
                Measure.Kind.BILLING_TRES,
                new TreeMap<>(Map.of(0L, new ChargingRules((allocated, job) -> BigDecimal.ONE, true, true, true, 0))));
        Task memory = new Task(new RecentRows(most));
        Task stores = new Task(new RecentRows(0));
        List<Task> both = List.of(memory, stores);
        for (int i = 0; i < 2_000; i++) {
            int number = random.nextInt(NODES);
            List<Use> uses = List.of(use(random), use(random));
            Consumer<Task> action = switch (random.nextInt(8)) {
                case 0 -> task -> task.written.ring();
                case 1 -> task -> task.sent.sent(task.sent.key("usage", node(number)), task.open.get(number));
                case 2 -> task -> task.writer.line(measure, node(number), task.open.get(number), T0);
                default ->
                    task -> {
                        uses.forEach(use -> task.open.get(number).add(measure.laws(), use));
                        task.writer.charged(measure, node(number), task.open.get(number), uses, T0);
                    };
            };
            both.forEach(action);
            if (i % 50 == 0) {
                assertThat(memory.stored()).isEqualTo(stores.stored());
            }
        }
        assertThat(memory.stored()).isEqualTo(stores.stored()).hasSizeGreaterThan(2 * NODES);
    }
}
