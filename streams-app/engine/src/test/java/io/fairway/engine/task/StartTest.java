package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.domain.MapStore;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import io.fairway.stores.CommitListeners;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;

class StartTest {
    private final List<String> calls = new ArrayList<>();

    /**
     * Reading the stores back takes longer than the time between two turns. If that time began before, the first turn would
     * come before the first record.
     */
    @Test
    void turnsBeginAfterTheStoresAreRead() {
        DomainProcessor processor = new DomainProcessor(
                new EngineContext(
                        Topics.standard(),
                        new FairwaySerdes(Map.of("schema.registry.url", "mock://start")),
                        DomainPartitions.hashed(),
                        1,
                        new EngineSettings(false, Long.MAX_VALUE, 250, 10_000, 1_000, 5_000, 120_000, 3_600_000, 1_000),
                        topic -> Uuid.ZERO_UUID,
                        ProcessorWatch.NONE,
                        () -> 0),
                new CommitListeners());

        processor.init(context());

        assertThat(calls).contains(Stores.LINES.name(), Stores.HOSTS.name()).endsWith("schedule");

        processor.close();

        assertThat(calls).endsWith("schedule", "cancel");
    }

    @SuppressWarnings("unchecked") // the proxy is of this interface
    private ProcessorContext<Object, Object> context() {
        Cancellable clock = () -> calls.add("cancel");
        return (ProcessorContext<Object, Object>) Proxy.newProxyInstance(
                StartTest.class.getClassLoader(),
                new Class<?>[] {ProcessorContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getStateStore" -> store((String) arguments[0]);
                    case "appConfigs" -> Map.of();
                    case "taskId" -> new TaskId(0, 0);
                    case "schedule" -> {
                        calls.add("schedule");
                        yield clock;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Object store(String name) {
        if (Stores.windows().stream().anyMatch(window -> window.name().equals(name))) {
            return Proxy.newProxyInstance(
                    StartTest.class.getClassLoader(),
                    new Class<?>[] {WindowStore.class},
                    (proxy, method, args) -> null);
        }
        return new MapStore() {
            @Override
            public KeyValueIterator<String, byte[]> all() {
                calls.add(name);
                return super.all();
            }
        };
    }
}
