package io.fairway.simulator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Stands in for one method of a store or of a context. */
final class Standing {
    private Standing() {}

    /** What the method does instead. */
    interface Call {
        @Nullable
        Object of(Object[] args);
    }

    /** The same object with another method of a name. */
    @SuppressWarnings("unchecked") // the proxy implements every interface of the object's type
    static <T> T in(T object, String method, Call call) {
        Class<?> type = object instanceof KeyValueStore ? KeyValueStore.class : ProcessorContext.class;
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, args) -> {
            if (called.getName().equals(method)) {
                return call.of(args == null ? new Object[0] : args);
            }
            try {
                return called.invoke(object, args);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        });
    }
}
