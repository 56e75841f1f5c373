package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.store.DecodeCache;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecodeCacheTest {
    private final TreeMap<String, byte[]> stored = new TreeMap<>();
    private final ReadOnlyKeyValueStore<String, byte[]> store = new InMap();
    private final List<String> handedOut = new ArrayList<>();
    private int decoded;

    private boolean read(DecodeCache from) {
        handedOut.clear();
        decoded = 0;
        return from.forEach(
                store,
                String.class,
                (key, bytes) -> {
                    decoded++;
                    return key + "=" + bytes[0];
                },
                handedOut::add);
    }

    @Test
    void decodesOnlyWhatIsNewOrOther() {
        DecodeCache kept = DecodeCache.kept("d");
        stored.put("d|a", new byte[] {1});
        stored.put("d|b", new byte[] {2});
        stored.put("e|a", new byte[] {3});
        assertThat(read(kept)).isTrue();
        assertThat(handedOut).containsExactly("d|a=1", "d|b=2");

        stored.put("d|a", new byte[] {1}); // written again with the same content
        assertThat(read(kept)).isFalse();
        assertThat(decoded).isZero();
        assertThat(handedOut).containsExactly("d|a=1", "d|b=2");

        stored.put("d|b", new byte[] {4});
        stored.put("d|c", new byte[] {5});
        assertThat(read(kept)).isTrue();
        assertThat(decoded).isEqualTo(2);
        assertThat(handedOut).containsExactly("d|a=1", "d|b=4", "d|c=5");
    }

    @Test
    void tellsThatAnEntryIsGoneAndForgetsIt() {
        DecodeCache kept = DecodeCache.kept("d");
        stored.put("d|a", new byte[] {1});
        stored.put("d|b", new byte[] {2});
        read(kept);
        stored.remove("d|a");
        assertThat(read(kept)).isTrue();
        assertThat(read(kept)).isFalse();
        stored.put("d|a", new byte[] {1});
        assertThat(read(kept)).isTrue();
        assertThat(decoded).isOne();
    }

    @Test
    void decodesAnewWhatItIsToForget() {
        DecodeCache kept = DecodeCache.kept("d");
        stored.put("d|a", new byte[] {1});
        read(kept);
        kept.forget(String.class);
        assertThat(read(kept)).isTrue();
        assertThat(decoded).isOne();
    }

    @Test
    void forgetsAllAfterAReadingThatCameToNoEnd() {
        DecodeCache kept = DecodeCache.kept("d");
        stored.put("d|a", new byte[] {1});
        kept.begin();
        read(kept);
        kept.begin();
        assertThat(read(kept)).isTrue();
        kept.end();
        kept.begin();
        assertThat(read(kept)).isFalse();
    }

    @Test
    void keepsNothingForWhoReadsOnce() {
        DecodeCache once = DecodeCache.once("d");
        stored.put("d|a", new byte[] {1});
        assertThat(read(once)).isTrue();
        assertThat(read(once)).isTrue();
        assertThat(decoded).isOne();
        assertThat(handedOut).containsExactly("d|a=1");
    }

    private final class InMap implements ReadOnlyKeyValueStore<String, byte[]> {
        @Override
        public byte @Nullable [] get(String key) {
            return stored.get(key);
        }

        @Override
        public KeyValueIterator<String, byte[]> range(String from, String to) {
            Iterator<Map.Entry<String, byte[]>> entries =
                    stored.subMap(from, true, to, true).entrySet().iterator();
            return new KeyValueIterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public KeyValue<String, byte[]> next() {
                    Map.Entry<String, byte[]> entry = entries.next();
                    return KeyValue.pair(entry.getKey(), entry.getValue());
                }

                @Override
                public String peekNextKey() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public KeyValueIterator<String, byte[]> all() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long approximateNumEntries() {
            return stored.size();
        }
    }
}
