package io.fairway.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.stored.OpenRow;
import io.fairway.core.stored.OpenRows;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.WindowRow;
import io.fairway.core.usage.Windowing;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Changes wait in the heap until a commit follows, and each changed entry is then written once. */
class WriteBehindTest {
    private static final JobState ONE = state(1);
    private static final JobState TWO = state(2);

    /** Writes in their order: store, key, "put" or "delete". */
    private final List<String> writes = new ArrayList<>();

    private final Map<String, Map<String, byte[]>> stored = new HashMap<>();
    private final Map<String, byte[]> rows = new HashMap<>();
    private int looks;
    private int fetched;
    private int pulled;
    private final WriteBehind written = new WriteBehind(stores(), 4);

    WriteBehindTest() {
        written.asksBy(() -> pulled++);
    }

    private static JobState state(long time) {
        return new JobState(List.of(JobFact.of(JobEventType.SUBMITTED, time, JobFact.NO_RUN)), time);
    }

    private StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores() {
        return new StateStores<>(store -> store(store.name()), store -> rows(store.name()));
    }

    @SuppressWarnings("unchecked")
    private KeyValueStore<String, byte[]> store(String name) {
        Map<String, byte[]> entries = stored.computeIfAbsent(name, n -> new HashMap<>());
        return (KeyValueStore<String, byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                    String key = (String) arguments[0];
                    return switch (method.getName()) {
                        case "get" -> {
                            looks++;
                            yield entries.get(key);
                        }
                        case "put" -> {
                            writes.add(name + " " + key + " put");
                            entries.put(key, (byte[]) arguments[1]);
                            yield null;
                        }
                        case "delete" -> {
                            writes.add(name + " " + key + " delete");
                            yield entries.remove(key);
                        }
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    @SuppressWarnings("unchecked")
    private WindowStore<String, byte[]> rows(String name) {
        return (WindowStore<String, byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {WindowStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("fetch")) {
                        fetched++;
                        return rows.get(name + " " + arguments[0] + " " + arguments[1]);
                    }
                    String at = name + " " + arguments[0] + " " + arguments[2];
                    writes.add(at + " put");
                    rows.put(at, (byte[]) arguments[1]);
                    return null;
                });
    }

    private @Nullable JobState active(String key) {
        byte[] bytes = Objects.requireNonNull(stored.get("jobs-active")).get(key);
        return bytes == null ? null : StateCodec.decodeJob(bytes);
    }

    private byte[] bytes(String store, String key) {
        return Objects.requireNonNull(
                Objects.requireNonNull(stored.get(store), store).get(key), key);
    }

    @Test
    void anEntryIsWrittenOnceAsItIsThen() {
        written.activeJobs().put("a", ONE);
        written.activeJobs().put("a", TWO);
        Line line = new Line();
        written.lines().put("l", StoredLine.of(line));
        written.lines().put("l", new StoredLine(line, true, OpenRows.NONE));
        assertThat(writes).isEmpty();
        assertThat(written.activeJobs().get("a")).isEqualTo(TWO);

        written.ring();

        assertThat(writes).containsExactly("jobs-active a put", "lines l put");
        assertThat(active("a")).isEqualTo(TWO);
        assertThat(StateCodec.isSent(bytes("lines", "l"))).isTrue();
        written.ring();
        written.activeJobs().put("b", ONE);
        written.ring();
        assertThat(writes)
                .as("nothing is written twice")
                .containsExactly("jobs-active a put", "lines l put", "jobs-active b put");
    }

    /** A part is read from what will be written; else from the stored form; and is gone with the entry. */
    @Test
    void aPartIsThatOfTheNewestValue() {
        written.activeJobs().put("a", ONE);
        written.ring();
        assertThat(partOf("a")).as("of the stored form").isEqualTo(-1L);
        written.activeJobs().put("a", TWO);
        assertThat(partOf("a")).isEqualTo(TWO.asOf());
        written.activeJobs().remove("a");
        assertThat(partOf("a")).as("removed, though still stored").isNull();
        assertThat(partOf("b")).isNull();
    }

    private @Nullable Long partOf(String key) {
        return written.activeJobs().part(key, JobState::asOf, stored -> -1L);
    }

    @Test
    void everyTableIsWritten() {
        written.activeJobs().put("k", ONE);
        written.settledJobs().put("k", new SettledJob(7, ONE));
        written.lines().put("k", StoredLine.of(new Line()));
        written.linesAnew().put("k", StoredLine.of(new Line()));
        written.rings().put("k", new WriteBehind.StoredRing(new WindowRing(new Windowing(3_600_000, 2)), true));
        written.prioritiesSent().put("k", new byte[] {1});
        written.ordersSent().put("k", new byte[] {2});
        written.marks().put("k", new AppliedOffset(Uuid.ZERO_UUID, 3, 4));
        late(written.hours(), "k", 0, 1);
        late(written.days(), "k", 0, 1);

        written.ring();

        assertThat(writes)
                .containsExactlyInAnyOrder(
                        "jobs-active k put",
                        "jobs-settled k put",
                        "lines k put",
                        "lines-anew k put",
                        "rings k put",
                        "priorities-sent k put",
                        "orders-sent k put",
                        "marks k put",
                        "usage-hours k 0 put",
                        "usage-days k 0 put");
        assertThat(StateCodec.isSent(bytes("rings", "k"))).isTrue();
        assertThat(SettledJob.read(bytes("jobs-settled", "k"))).isEqualTo(new SettledJob(7, ONE));
    }

    @Test
    void whatCameAndWentIsNotWritten() {
        written.activeJobs().put("a", ONE);
        written.activeJobs().remove("a");
        written.settledJobs().put("a", new SettledJob(7, ONE));
        assertThat(written.activeJobs().get("a")).isNull();

        written.ring();

        assertThat(writes).containsExactly("jobs-settled a put");
    }

    @Test
    void whatWasWrittenIsDeleted() {
        written.activeJobs().put("a", ONE);
        written.ring();
        written.activeJobs().remove("a");
        assertThat(written.activeJobs().get("a")).as("before the commit").isNull();
        written.ring();

        assertThat(writes).containsExactly("jobs-active a put", "jobs-active a delete");
        assertThat(written.activeJobs().get("a")).isNull();
    }

    @Test
    void asksForARingOncePerCommit() {
        written.activeJobs().put("a", ONE);
        written.activeJobs().put("b", ONE);
        assertThat(pulled).isEqualTo(1);
        written.flush();
        written.activeJobs().put("a", TWO);
        assertThat(pulled)
                .as("a scan is no commit: the listener is armed and has not run")
                .isEqualTo(1);
        written.ring();
        assertThat(written.isCommitAwaited()).isFalse();
        written.activeJobs().put("a", ONE);
        assertThat(pulled).isEqualTo(2);
        assertThat(written.isCommitAwaited()).isTrue();
    }

    /** Kafka Streams commits by itself half a second later, which is soon enough for records that changed nothing. */
    @Test
    void aMarkAloneIsWrittenButAsksForNoCommit() {
        written.marks().put("topic", new AppliedOffset(Uuid.ZERO_UUID, 3, 4));
        written.marks().put("topic", new AppliedOffset(Uuid.ZERO_UUID, 5, 6));
        assertThat(pulled).isEqualTo(1);
        assertThat(written.isCommitAwaited()).isFalse();

        written.ring();

        assertThat(writes).containsExactly("marks topic put");
        assertThat(AppliedOffset.of(bytes("marks", "topic"))).isEqualTo(new AppliedOffset(Uuid.ZERO_UUID, 5, 6));
    }

    /** Without a cache the listener runs when it is armed. */
    @Test
    void aRingWithinTheQuestionWritesTheChange() {
        written.asksBy(written::ring);

        written.activeJobs().put("a", ONE);
        assertThat(active("a")).isEqualTo(ONE);
        late(written.hours(), "l", 0, 5);
        assertThat(rows).containsOnlyKeys("usage-hours l 0");
        written.activeJobs().put("a", TWO);
        assertThat(active("a")).isEqualTo(TWO);
    }

    /** Changes a row that is not the newest of its line. */
    private static void late(Rows rows, String key, long start, long rate) {
        OpenRow newest = new OpenRow(100, new WindowRow());
        assertThat(rows.change(key, newest, start, row -> row.add(rate, 0))).isSameAs(newest);
    }

    /** Rows only add up, so the sum of all changes of a row must be found in it, wherever it is. */
    @Test
    void aRowHasAllItsChangesInWhateverOrderTheyCome() {
        SplittableRandom random = new SplittableRandom(31);
        for (int round = 0; round < 200; round++) {
            String key = "k" + round;
            Map<Long, Long> expected = new HashMap<>();
            OpenRow newest = null;
            for (int i = 0; i < 40; i++) {
                long start = random.nextInt(8);
                long rate = random.nextInt(1, 100);
                expected.merge(start, rate, Long::sum);
                newest = written.hours().change(key, newest, start, row -> row.add(rate, 0));
                if (random.nextInt(5) == 0) {
                    written.ring();
                }
            }
            written.ring();

            NavigableMap<Long, WindowRow> found = new TreeMap<>();
            for (long start = 0; start < 8; start++) {
                byte[] stored = rows.get("usage-hours " + key + " " + start);
                if (stored != null) {
                    found.put(start, StateCodec.decodeRow(stored));
                }
            }
            OpenRow.overlay(found, newest, 0, 7);
            Map<Long, Long> sums = new HashMap<>();
            found.forEach(
                    (start, row) -> sums.put(start, row.change().toBigInteger().longValueExact()));
            assertThat(sums).isEqualTo(expected);
        }
    }

    /** The change of the newest row costs no record of its own, and no look-up. */
    @Test
    void theNewestRowStaysWithItsLine() {
        OpenRow first = written.hours().change("l", null, 3, row -> row.add(1, 0));
        OpenRow same = written.hours().change("l", first, 3, row -> row.add(1, 0));
        written.ring();
        assertThat(writes).isEmpty();

        OpenRow next = written.hours().change("l", same, 5, row -> row.add(7, 0));
        written.ring();

        assertThat(writes).containsExactly("usage-hours l 3 put");
        assertThat(change("usage-hours l 3")).isEqualTo(2);
        assertThat(next.start()).isEqualTo(5);
        assertThat(next.row().change().toBigInteger()).isEqualTo(7);
        assertThat(fetched).isZero();
    }

    @Test
    void aRowIsReadOnceAndWrittenOnce() {
        for (int i = 0; i < 3; i++) {
            late(written.hours(), "l", 0, 1);
        }
        written.ring();
        late(written.hours(), "l", 0, 1);
        written.ring();

        assertThat(fetched).isEqualTo(1);
        assertThat(writes).containsExactly("usage-hours l 0 put", "usage-hours l 0 put");
        assertThat(change("usage-hours l 0")).isEqualTo(4);
    }

    private long change(String row) {
        WindowRow read = StateCodec.decodeRow(Objects.requireNonNull(rows.get(row), row));
        return read.change().toBigInteger().longValueExact();
    }

    /** Four rows have room: the fifth lets one go, the one that was used longest ago, and its change is written first. */
    @Test
    void rowsBeyondTheRoomAreWrittenAndReadAgain() {
        for (long start : new long[] {0, 1, 2, 3, 0, 4}) {
            late(written.days(), "l", start, 1);
        }
        assertThat(fetched).isEqualTo(5);
        assertThat(writes)
                .containsExactly(
                        "usage-days l 0 put", "usage-days l 1 put", "usage-days l 2 put", "usage-days l 3 put");

        late(written.days(), "l", 0, 1);
        assertThat(fetched).as("0 was used again and stayed").isEqualTo(5);
        late(written.days(), "l", 1, 1);
        assertThat(fetched).as("1 went").isEqualTo(6);
        written.ring();

        assertThat(List.of(change("usage-days l 0"), change("usage-days l 1"), change("usage-days l 4")))
                .containsExactly(3L, 2L, 1L);
    }

    /** Each fact of a new job asks three times whether the job ended before. */
    @Test
    void whatIsNotThereIsLookedForOnceUntilSomethingIsWritten() {
        assertThat(written.settledJobs().get("new")).isNull();
        assertThat(written.settledJobs().get("new")).isNull();
        assertThat(looks).isEqualTo(1);

        written.settledJobs().put("new", new SettledJob(7, ONE));
        assertThat(written.settledJobs().get("new")).isNotNull();
        written.ring();
        assertThat(written.settledJobs().get("new")).isNotNull();

        written.settledJobs().remove("new");
        assertThat(written.settledJobs().get("new")).isNull();
        written.ring();
        assertThat(written.settledJobs().get("new")).isNull();
    }
}
