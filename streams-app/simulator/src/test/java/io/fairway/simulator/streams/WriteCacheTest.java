package io.fairway.simulator.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expected values: what Kafka's {@code NamedCache} and {@code CachingKeyValueStore} do, as docs/decisions/the-simulator.md has it. */
class WriteCacheTest {
    private final List<String> written = new ArrayList<>();
    private final KeyValueMap under =
            new KeyValueMap("s", (store, key, value) -> written.add(key + "=" + (value == null ? "" : text(value))));
    private boolean full;
    private final WriteCache cache = new WriteCache(under, () -> full);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void eachKeyIsWrittenOnceAtTheFlushInTheOrderOfTheLastPuts() {
        cache.put("a", bytes("1"));
        cache.put("b", bytes("1"));
        cache.put("a", bytes("2"));
        assertThat(written).isEmpty();
        assertThat(cache.get("a")).isEqualTo(bytes("2"));

        cache.writeThrough();
        cache.writeThrough();

        assertThat(written).containsExactly("b=1", "a=2");
        assertThat(cache.get("a")).isEqualTo(bytes("2"));
    }

    @Test
    void aRemovedKeyIsGoneBeforeTheFlush() {
        under.put("a", bytes("1"));
        cache.delete("a");

        assertThat(cache.get("a")).isNull();
        assertThat(under.get("a")).isEqualTo(bytes("1"));

        cache.writeThrough();

        assertThat(written).containsExactly("a=1", "a=");
    }

    @Test
    void aFullCacheIsFlushedWithinThePut() {
        cache.put("a", bytes("1"));
        full = true;
        cache.put("b", bytes("1"));

        assertThat(written).containsExactly("a=1", "b=1");
    }

    @Test
    void closingFlushes() {
        cache.put("a", bytes("1"));
        cache.close();

        assertThat(written).containsExactly("a=1");
        assertThat(cache.isOpen()).isFalse();
    }

    @Test
    void whatIsClearedIsNeverWritten() {
        cache.put("a", bytes("1"));
        cache.clear();
        cache.writeThrough();

        assertThat(written).isEmpty();
    }
}
