package io.fairway.agent.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.metrics.AgentCounters.Name;
import io.fairway.agent.outbox.AgentOutbox.Kept;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentOutboxTest {
    private static final AgentOutbox.Limits LIMITS = new AgentOutbox.Limits(1_000, 4_000, 0);

    @TempDir
    private Path directory;

    private final AgentCounters counters = new AgentCounters();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<LongFunction<byte[]>> samples(int from, int count) {
        return IntStream.range(from, from + count)
                .<LongFunction<byte[]>>mapToObj(i -> number -> bytes("sample " + i))
                .toList();
    }

    private static List<String> texts(SegmentLog log) throws IOException {
        log.rewind();
        List<String> texts = new ArrayList<>();
        for (List<OutboxRecord> some = log.read(500); !some.isEmpty(); some = log.read(500)) {
            some.forEach(record -> texts.add(new String(record.payload(), StandardCharsets.UTF_8)));
        }
        return texts;
    }

    @Test
    void theOldestSamplesGoWhenTheirBoundIsReached() throws IOException {
        try (AgentOutbox outbox = AgentOutbox.open(directory, LIMITS, counters)) {
            for (int i = 0; i < 500; i += 10) {
                outbox.samples(i, samples(i, 10));
            }
            List<String> left = texts(outbox.samples());
            assertThat(outbox.samples().bytes()).isLessThanOrEqualTo(4_000);
            assertThat(left).endsWith("sample 499").doesNotContain("sample 0");
            assertThat(counters.get(Name.SAMPLES_DROPPED)).isEqualTo(500 - left.size());
        }
    }

    @Test
    void anEventTakesTheRoomOfTheOldestSamplesOnAFullDisk() throws IOException {
        QuotaDisk disk = new QuotaDisk(directory, 1L << 30);
        try (AgentOutbox outbox = AgentOutbox.open(disk, directory, LIMITS, counters)) {
            for (int i = 0; i < 100; i += 10) {
                outbox.samples(i, samples(i, 10));
            }
            disk.setLimit(0);
            assertThat(outbox.event(0, bytes("start"))).isEqualTo(Kept.IN_MEMORY);
            disk.setLimit(outbox.samples().bytes() + 100);

            assertThat(outbox.event(0, bytes("end"))).isEqualTo(Kept.IN_MEMORY);
            outbox.tend(1);
            assertThat(outbox.eventsInMemory()).isZero();
            assertThat(texts(outbox.events())).containsExactly("start", "end");
            assertThat(counters.get(Name.SAMPLES_DROPPED)).isPositive();
        }
    }

    @Test
    void theReserveIsGivenUpForAnEventAndMadeAgain() throws IOException {
        AgentOutbox.Limits limits = new AgentOutbox.Limits(1_000, 4_000, 8_192);
        QuotaDisk disk = new QuotaDisk(directory, 1L << 30);
        try (AgentOutbox outbox = AgentOutbox.open(disk, directory, limits, counters)) {
            assertThat(Files.size(directory.resolve("reserve"))).isEqualTo(8_192);
            disk.setLimit(8_192 + 10);
            assertThat(outbox.event(0, bytes("start"))).isEqualTo(Kept.ON_DISK);
            assertThat(directory.resolve("reserve")).doesNotExist();
            outbox.tend(0);
            assertThat(directory.resolve("reserve")).hasSize(8_192);
        }
    }

    /** Whatever the disk does, each event is on disk or in memory, once and in order. */
    @Test
    void noEventIsLostByAnyHistoryOfFullDisks() throws IOException {
        for (int seed = 0; seed < 15; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path own = directory.resolve("history" + seed);
            Files.createDirectories(own);
            QuotaDisk disk = new QuotaDisk(own, 6_000);
            List<String> told = new ArrayList<>();
            try (AgentOutbox outbox = AgentOutbox.open(disk, own, LIMITS, counters)) {
                for (int step = 0; step < 150; step++) {
                    switch (random.nextInt(4)) {
                        case 0 -> disk.setLimit(random.nextInt(12_000));
                        case 1 -> outbox.samples(step, samples(step * 10, 10));
                        case 2 -> outbox.tend(step);
                        default -> {
                            told.add("event " + step);
                            assertThat(outbox.event(step, bytes("event " + step)))
                                    .isNotEqualTo(Kept.REFUSED);
                        }
                    }
                }
                disk.setLimit(1L << 30);
                outbox.tend(1_000);
                assertThat(texts(outbox.events())).as("seed %s", seed).isEqualTo(told);
            }
            try (AgentOutbox again = AgentOutbox.open(own, LIMITS, counters)) {
                assertThat(texts(again.events()))
                        .as("seed %s, opened again", seed)
                        .isEqualTo(told);
            }
        }
    }

    /** A real file system that is full; only root may mount one. */
    @Test
    void aRealFullDiskTakesEventsAgainWhenItHasRoom() throws IOException, InterruptedException {
        Path small = Files.createDirectories(directory.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=128k", "none", small.toString()),
                "needs root to mount a tmpfs");
        try {
            AgentOutbox.Limits limits = new AgentOutbox.Limits(16_384, 32_768, 16_384);
            List<String> told = new ArrayList<>();
            try (AgentOutbox outbox = AgentOutbox.open(small.resolve("outbox"), limits, counters)) {
                outbox.samples(0, samples(0, 500));
                fill(small.resolve("filler"));
                Kept kept = Kept.ON_DISK;
                for (int i = 0; i < 5_000 && kept == Kept.ON_DISK; i++) {
                    told.add("event " + i + "z".repeat(100));
                    kept = outbox.event(i, bytes(told.get(i)));
                }
                // Samples and the reserve gave their room before.
                assertThat(kept).isEqualTo(Kept.IN_MEMORY);
                assertThat(told.size()).isGreaterThan(200);
                Files.delete(small.resolve("filler"));
                outbox.tend(6_000);
                assertThat(outbox.eventsInMemory()).isZero();
                assertThat(texts(outbox.events())).isEqualTo(told);
            }
        } finally {
            run("umount", small.toString());
        }
    }

    private static void fill(Path file) {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[1_024]);
            }
        } catch (IOException full) {
            // That is what it was for.
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
