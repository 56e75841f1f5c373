package io.fairway.simulator.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionLogTest {
    private final SimulatedBroker broker = new SimulatedBroker(1_000);

    private void write(String key, @Nullable String value, @Nullable BrokerTransaction transaction) {
        broker.append("t", 0, key, value, new RecordHeaders(), transaction);
    }

    private List<String> committed() {
        return broker.log("t", 0).committed().stream()
                .map(entry -> entry.offset() + " " + entry.key() + "=" + entry.value())
                .toList();
    }

    @Test
    void readersStopAtTheFirstOpenTransaction() {
        BrokerTransaction open = broker.begin();
        write("a", "1", null);
        write("b", "2", open);
        write("c", "3", null);

        assertThat(committed()).containsExactly("0 a=1");

        broker.commit(open, Map.of(new TopicPartition("t", 0), 5L));

        assertThat(committed()).containsExactly("0 a=1", "1 b=2", "2 c=3");
        assertThat(broker.offset("t", 0)).isEqualTo(5);
        assertThat(broker.log("t", 0).end()).isEqualTo(4); // The end of a transaction has an offset.
    }

    @Test
    void whatIsRolledBackIsNeverRead() {
        BrokerTransaction lost = broker.begin();
        write("a", "1", lost);
        write("b", "2", null);

        broker.abort(lost);

        assertThat(committed()).containsExactly("1 b=2");
        assertThat(broker.log("t", 0).next(0)).extracting(LogEntry::offset).isEqualTo(1L);
    }

    @Test
    void aTransactionThatIsOpenForTooLongIsRolledBack() {
        BrokerTransaction open = broker.begin();
        write("a", "1", open);

        broker.advanceTo(1_000 + SimulatedBroker.TRANSACTION_TIMEOUT - 1);
        assertThat(open.isOpen()).isTrue();
        broker.advanceTo(1_000 + SimulatedBroker.TRANSACTION_TIMEOUT);

        assertThat(open.isOpen()).isFalse();
        assertThat(committed()).isEmpty();
    }

    /** Kafka keeps the last value of a key, and a tombstone for a day after it was compacted for the first time. */
    @Test
    void compactionKeepsTheLastOfEachKeyAndYoungTombstones() {
        write("a", "1", null);
        write("b", "2", null);
        write("a", "3", null);
        write("b", null, null);
        broker.advanceTo(1_000 + 2 * 86_400_000);
        broker.compact("t"::equals);
        assertThat(committed()).as("b was never compacted before").containsExactly("2 a=3", "3 b=null");

        broker.advanceTo(1_000 + 3 * 86_400_000);
        broker.compact("t"::equals);
        assertThat(committed()).containsExactly("2 a=3", "3 b=null");

        broker.advanceTo(1_001 + 3 * 86_400_000);
        broker.compact("t"::equals);
        assertThat(committed()).containsExactly("2 a=3");
    }

    @Test
    void compactionStopsAtAnOpenTransaction() {
        write("a", "1", null);
        write("a", "2", null);
        BrokerTransaction open = broker.begin();
        write("a", "3", open);
        write("a", "4", null);

        broker.compact("t"::equals);
        assertThat(committed()).containsExactly("1 a=2");

        broker.commit(open, Map.of());
        broker.compact("t"::equals);
        assertThat(committed()).containsExactly("3 a=4");
    }

    @Test
    void eachBrokerStampsWithItsOwnClock() {
        int leader = SimulatedBroker.leader("t", 0);
        broker.setClock(leader, -400);
        broker.setClock((leader + 1) % SimulatedBroker.BROKERS, 7);

        assertThat(broker.append("t", 0, null, null).appended()).isEqualTo(600);
        assertThat(broker.append("t", 1, null, null).appended()).isEqualTo(1_007);
        broker.heal();
        assertThat(broker.append("t", 0, null, null).appended()).isEqualTo(1_000);
    }

    @Test
    void aTopicWithCreateTimeKeepsTheTimeOfTheWriter() {
        byte[] any = {1};
        assertThat(broker.append("t", 0, any, any, 17).appended()).isEqualTo(1_000);
        broker.setCreateTime("t", true);

        LogEntry copy = broker.append("t", 0, any, any, 17);
        assertThat(copy.appended()).isEqualTo(17);
        assertThat(copy.writers()).isTrue();
    }

    @Test
    void compactionTellsKeysByTheirBytes() {
        for (int i = 0; i < 3; i++) {
            broker.append("t", 0, new byte[] {1, 2}, new byte[] {(byte) i});
        }
        broker.compact("t"::equals);

        assertThat(broker.log("t", 0).committed())
                .singleElement()
                .extracting(LogEntry::offset)
                .isEqualTo(2L);
    }
}
