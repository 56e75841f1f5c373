package io.fairway.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(booleans = {false, true})
class ConcurrentStoreTest {
    private static final int KEPT = 2_000;
    private static final byte[] VALUE = {1};
    private static final byte[] OTHER = {2};

    private final KeyValueStore<Bytes, byte[]> store;

    ConcurrentStoreTest(boolean indexed) {
        store = (indexed ? ConcurrentStore.indexed("store") : ConcurrentStore.supplier("store")).get();
    }

    private static Bytes key(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Every scan has all the entries that stay, whatever comes and goes meanwhile. */
    @Test
    void aScanBesideAWriterMissesNothing() throws Exception {
        for (int i = 0; i < KEPT; i++) {
            store.put(key("k" + i), VALUE);
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            SplittableRandom random = new SplittableRandom(1);
            while (!done.get()) {
                Bytes passing = key("k" + random.nextInt(KEPT) + "-" + random.nextInt(10));
                if (random.nextBoolean()) {
                    store.put(passing, VALUE);
                } else {
                    store.delete(passing);
                }
            }
        });
        try {
            for (int scan = 0; scan < 300; scan++) {
                int kept = 0;
                try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
                    while (all.hasNext()) {
                        KeyValue<Bytes, byte[]> entry = all.next();
                        assertThat(entry.value).isSameAs(VALUE);
                        kept += entry.key.toString().indexOf('-') < 0 ? 1 : 0;
                    }
                }
                assertThat(kept).isEqualTo(KEPT);
            }
        } finally {
            done.set(true);
            writer.get();
        }
    }

    @Test
    void everyScanGivesWhatItSays() {
        for (String text : new String[] {"a", "ab", "b", "c"}) {
            store.put(key(text), VALUE);
        }
        assertThat(keys(store.all())).isEqualTo("a ab b c ");
        assertThat(keys(store.range(key("ab"), key("b")))).isEqualTo("ab b ");
        assertThat(keys(store.range(null, key("b")))).isEqualTo("a ab b ");
        assertThat(keys(store.range(key("b"), key("ab")))).isEmpty();
        KeyValueIterator<Bytes, byte[]> none = store.range(key("x"), null);
        assertThat(none.hasNext()).isFalse();
        assertThatThrownBy(none::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(none::peekNextKey).isInstanceOf(NoSuchElementException.class);
        none.close();
    }

    @Test
    void whatIsPutIsThereAsKafkasStoresHaveIt() {
        assertThat(store.putIfAbsent(key("a"), VALUE)).isNull();
        assertThat(store.putIfAbsent(key("a"), OTHER)).isSameAs(VALUE);
        store.putAll(List.of(KeyValue.pair(key("b"), VALUE), KeyValue.pair(key("a"), OTHER)));
        assertThat(store.get(key("a"))).isSameAs(OTHER);
        assertThat(store.approximateNumEntries()).isEqualTo(2);
        store.put(key("a"), null);
        assertThat(store.putIfAbsent(key("a"), null)).isNull();
        assertThat(store.get(key("a"))).isNull();
        assertThat(store.delete(key("b"))).isSameAs(VALUE);
        assertThat(store.delete(key("b"))).isNull();
        assertThat(store.approximateNumEntries()).isZero();
    }

    /** A map of Java's own is the expected store. */
    @Test
    void aRandomHistoryLeavesWhatAMapHas() {
        SplittableRandom random = new SplittableRandom(3);
        TreeMap<Bytes, byte[]> expected = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            Bytes key = key("k" + random.nextInt(300));
            byte[] value = {(byte) i};
            switch (random.nextInt(5)) {
                case 0 -> assertThat(store.delete(key)).isSameAs(expected.remove(key));
                case 1 -> assertThat(store.putIfAbsent(key, value)).isSameAs(expected.putIfAbsent(key, value));
                default -> {
                    store.put(key, value);
                    expected.put(key, value);
                }
            }
            Bytes other = key("k" + random.nextInt(300));
            assertThat(store.get(other)).isSameAs(expected.get(other));
            if (i % 100 == 0) {
                boolean forwards = key.compareTo(other) <= 0;
                assertThat(entries(store.range(forwards ? key : other, forwards ? other : key)))
                        .isEqualTo(
                                List.copyOf(expected.subMap(forwards ? key : other, true, forwards ? other : key, true)
                                        .entrySet()));
                assertThat(entries(store.all())).isEqualTo(List.copyOf(expected.entrySet()));
                assertThat(store.approximateNumEntries()).isEqualTo(expected.size());
            }
        }
    }

    private static List<Map.Entry<Bytes, byte[]>> entries(KeyValueIterator<Bytes, byte[]> scan) {
        List<Map.Entry<Bytes, byte[]>> entries = new ArrayList<>();
        try (scan) {
            scan.forEachRemaining(entry -> entries.add(Map.entry(entry.key, entry.value)));
        }
        return entries;
    }

    /** A task that moves away closes its stores while questions read them. */
    @Test
    void aScanThatHasBegunEndsWithAllThatWasThere() {
        store.put(key("a"), VALUE);
        store.put(key("b"), VALUE);
        store.put(key("c"), VALUE);
        KeyValueIterator<Bytes, byte[]> scan = store.all();
        scan.next();
        store.close();
        assertThat(keys(scan)).isEqualTo("b c ");
        assertThat(keys(store.all())).isEmpty();
        assertThat(store.isOpen()).isFalse();
    }

    private static String keys(KeyValueIterator<Bytes, byte[]> scan) {
        StringBuilder keys = new StringBuilder();
        try (scan) {
            while (scan.hasNext()) {
                assertThat(scan.peekNextKey()).isEqualTo(scan.peekNextKey());
                keys.append(scan.next().key).append(' ');
            }
        }
        return keys.toString();
    }
}
