package io.fairway.engine.domain;

import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** The stores of a task, for tests without Kafka Streams. */
public final class StoresByName {
    private StoresByName() {}

    /** Some stores by their names; the others are empty, and those of rows never have one. */
    public static StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> of(
            Map<String, StateStore> known) {
        return StateStores.open(stub(
                ProcessorContext.class,
                arguments -> known.getOrDefault((String) arguments[0], unknown((String) arguments[0]))));
    }

    private static StateStore unknown(String name) {
        return Stores.windows().stream().anyMatch(rows -> rows.name().equals(name))
                ? stub(WindowStore.class, arguments -> null)
                : new MapStore();
    }

    private interface Answer {
        @Nullable
        Object to(Object[] arguments);
    }

    private static <T> T stub(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                StoresByName.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.to(arguments)));
    }
}
