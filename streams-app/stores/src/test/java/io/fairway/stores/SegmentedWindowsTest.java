package io.fairway.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code LostOffsetsIT} holds that Kafka does what is expected of it here. */
class SegmentedWindowsTest {
    private static final TopicPartition CHANGELOG = new TopicPartition("fairway-usage-hours-changelog", 0);

    @Test
    void knowsOfAnEmptyStoreThatNothingWasRestored() {
        assertThat(over(null, true).committedOffset(CHANGELOG)).isEqualTo(OffsetCheckpoint.OFFSET_UNKNOWN);
    }

    /** It may hold what was never committed: Kafka has to throw it away. */
    @Test
    void doesNotVouchForRowsWithoutAnOffset() {
        assertThat(over(null, false).committedOffset(CHANGELOG)).isNull();
    }

    @Test
    void saysWhatItsSegmentsSay() {
        assertThat(over(17L, false).committedOffset(CHANGELOG)).isEqualTo(17);
        assertThat(over(17L, true).committedOffset(CHANGELOG)).isEqualTo(17);
    }

    private static SegmentedWindows over(@Nullable Long offset, boolean empty) {
        return new SegmentedWindows(windows(offset, empty));
    }

    @SuppressWarnings("unchecked") // the proxy is of this interface
    private static WindowStore<Bytes, byte[]> windows(@Nullable Long offset, boolean empty) {
        return (WindowStore<Bytes, byte[]>) Proxy.newProxyInstance(
                SegmentedWindowsTest.class.getClassLoader(),
                new Class<?>[] {WindowStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "committedOffset" -> offset;
                    case "isOpen" -> true;
                    case "all" -> rows(empty);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @SuppressWarnings("unchecked") // the proxy is of this interface
    private static KeyValueIterator<Windowed<Bytes>, byte[]> rows(boolean empty) {
        return (KeyValueIterator<Windowed<Bytes>, byte[]>) Proxy.newProxyInstance(
                SegmentedWindowsTest.class.getClassLoader(),
                new Class<?>[] {KeyValueIterator.class},
                (proxy, method, arguments) -> method.getName().equals("hasNext") ? !empty : null);
    }
}
