package io.fairway.agent.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentLogTest {
    private static final int SEGMENT = 400;

    @TempDir
    private Path directory;

    private final List<String> news = new ArrayList<>();

    private SegmentLog open() throws IOException {
        return SegmentLog.open(directory, SEGMENT, news::add);
    }

    private static List<LongFunction<byte[]>> texts(String... texts) {
        List<LongFunction<byte[]>> records = new ArrayList<>();
        for (String text : texts) {
            records.add(number -> text.getBytes(StandardCharsets.UTF_8));
        }
        return records;
    }

    private static List<String> all(SegmentLog log) throws IOException {
        log.rewind();
        List<String> texts = new ArrayList<>();
        for (List<OutboxRecord> some = log.read(64); !some.isEmpty(); some = log.read(64)) {
            some.forEach(record -> texts.add(new String(record.payload(), StandardCharsets.UTF_8)));
        }
        return texts;
    }

    private static String[] named(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "record " + i).toArray(String[]::new);
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void readsInOrderOverSegmentsAndAgainAfterARewind() throws IOException {
        // Given
        try (SegmentLog log = open()) {
            for (int i = 0; i < 100; i++) {
                log.append(0, texts("record " + i));
            }
            // Then
            assertThat(segments().size()).isGreaterThan(5);
            assertThat(all(log)).containsExactly(named(0, 100));
            assertThat(all(log)).containsExactly(named(0, 100));
        }
    }

    @Test
    void anotherProgramGoesOnAfterTheLastAcknowledgedRecord() throws IOException {
        // Given
        try (SegmentLog log = open()) {
            log.append(0, texts(named(0, 100)));
            List<OutboxRecord> some = log.read(300);
            log.acknowledge(some.get(some.size() - 1).sequence());
            assertThat(some).hasSizeBetween(20, 60);
            // When
            log.append(0, texts("more"));
        }
        try (SegmentLog log = open()) {
            // Then
            List<String> rest = all(log);
            assertThat(rest).endsWith("record 99", "more").doesNotContain("record 0");
        }
    }

    @Test
    void acknowledgedSegmentsAreDeletedButTheLast() throws IOException {
        try (SegmentLog log = open()) {
            for (int i = 0; i < 100; i++) {
                log.append(0, texts("record " + i));
            }
            log.acknowledge(log.last());
            assertThat(segments()).hasSize(1);
            assertThat(log.hasUnacknowledged()).isFalse();
        }
    }

    @Test
    void numbersRiseOverRestartsAndWhereTheClockGoesBack() throws IOException {
        long last;
        try (SegmentLog log = open()) {
            assertThat(log.append(1_000_000, texts("a"))).isEqualTo(1_000_000);
            assertThat(log.append(500, texts("b", "c"))).isEqualTo(1_000_002);
            last = log.append(2_000_000, texts("d"));
            log.acknowledge(last);
        }
        try (SegmentLog log = open()) {
            assertThat(log.append(7, texts("e"))).isEqualTo(last + 1);
        }
    }

    /** A kill may leave any part of the last write. */
    @Test
    void everyTornTailCostsOnlyTheRecordsInIt() throws IOException {
        // Given
        List<Integer> ends = new ArrayList<>();
        try (SegmentLog log = SegmentLog.open(directory, 1 << 20, news::add)) {
            for (int i = 0; i < 6; i++) {
                log.append(0, texts("record " + i + "x".repeat(i * 7)));
                ends.add((int) log.bytes());
            }
        }
        Path segment = segments().get(0);
        byte[] whole = Files.readAllBytes(segment);
        for (int cut = 0; cut <= whole.length; cut++) {
            // When
            Files.write(segment, Arrays.copyOf(whole, cut));
            try (SegmentLog log = SegmentLog.open(directory, 1 << 20, news::add)) {
                // Then
                int kept = cut;
                int records = (int) ends.stream().filter(end -> end <= kept).count();
                assertThat(all(log)).as("cut at %s", cut).hasSize(records);
                log.append(0, texts("after"));
                assertThat(all(log)).hasSize(records + 1).endsWith("after");
            }
        }
        assertThat(news).isNotEmpty().allSatisfy(line -> assertThat(line).contains(segment.toString(), "bytes"));
    }

    /** Each damaged byte costs the record that it is in, and no other. */
    @Test
    void everyDamagedByteCostsOneRecord() throws IOException {
        // Given
        try (SegmentLog log = SegmentLog.open(directory, 1 << 20, news::add)) {
            log.append(0, texts(named(0, 5)));
        }
        Path segment = segments().get(0);
        byte[] whole = Files.readAllBytes(segment);
        int size = whole.length / 5;
        for (int at = 0; at < whole.length; at++) {
            // When
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(segment, damaged);
            try (SegmentLog log = SegmentLog.open(directory, 1 << 20, news::add)) {
                // Then
                List<String> expected = new ArrayList<>(List.of(named(0, 5)));
                expected.remove(at / size);
                assertThat(all(log)).as("byte %s", at).isEqualTo(expected);
                assertThat(log.damagedBytes()).isGreaterThanOrEqualTo(size);
            }
        }
    }

    /** Random histories of appends, acknowledgements, kills with torn writes, and restarts lose and invent nothing. */
    @Test
    void nothingIsLostOrInventedByAnyHistoryOfKills() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path own = directory.resolve("history" + seed);
            List<String> wanted = new ArrayList<>();
            int next = 0;
            SegmentLog log = SegmentLog.open(own, SEGMENT, news::add);
            for (int step = 0; step < 120; step++) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        String[] texts = named(next, next + 1 + random.nextInt(4));
                        next += texts.length;
                        log.append(random.nextInt(1_000), texts(texts));
                        wanted.addAll(List.of(texts));
                    }
                    case 2 -> {
                        log.rewind();
                        List<OutboxRecord> some = log.read(1 + random.nextInt(200));
                        if (!some.isEmpty()) {
                            log.acknowledge(some.get(some.size() - 1).sequence());
                            wanted = wanted.subList(some.size(), wanted.size());
                        }
                    }
                    case 3 -> {
                        // Killed, with a torn write at the end of the last segment.
                        log.close();
                        try (var files = Files.list(own)) {
                            Path last = files.filter(file -> file.toString().endsWith(".seg"))
                                    .max(Comparator.naturalOrder())
                                    .orElse(null);
                            if (last != null) {
                                byte[] torn = new byte[random.nextInt(40)];
                                Arrays.fill(torn, (byte) 0xFA);
                                Files.write(last, torn, StandardOpenOption.APPEND);
                            }
                        }
                        log = SegmentLog.open(own, SEGMENT, news::add);
                    }
                    default ->
                        assertThat(all(log)).as("seed %s step %s", seed, step).isEqualTo(wanted);
                }
            }
            log.close();
        }
    }

    @Test
    void aLostCursorMeansSendingAgainAndNoLoss() throws IOException {
        try (SegmentLog log = open()) {
            log.append(0, texts(named(0, 3)));
            log.acknowledge(log.last());
        }
        Files.write(directory.resolve("cursor"), new byte[] {1, 2, 3});
        try (SegmentLog log = open()) {
            assertThat(all(log)).containsExactly(named(0, 3));
        }
    }

    @Test
    void theOldestSegmentGoesFirstAndItsUnsentRecordsAreCounted() throws IOException {
        try (SegmentLog log = open()) {
            for (int i = 0; i < 60; i++) {
                log.append(0, texts("record " + i));
            }
            List<OutboxRecord> some = log.read(30);
            log.acknowledge(some.get(some.size() - 1).sequence());
            int before = all(log).size();
            long dropped = log.dropOldest();
            assertThat(all(log))
                    .hasSize(before - (int) dropped)
                    .endsWith("record 59")
                    .doesNotContain("record 5");
            while (log.dropOldest() >= 0) {
                // Until nothing is left.
            }
            assertThat(all(log)).isEmpty();
            log.append(0, texts("later"));
            assertThat(all(log)).containsExactly("later");
        }
    }

    @Test
    void recordsOfTheLargestSizeAreRead() throws IOException {
        try (SegmentLog log = open()) {
            String large = "y".repeat(RecordFrame.MAX_PAYLOAD);
            log.append(0, texts("a", large, "b", large, large));
            assertThat(all(log)).containsExactly("a", large, "b", large, large);
        }
    }
}
