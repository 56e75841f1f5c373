package io.fairway.connect.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.connect.follow.LineReader.LineFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to the files, and whenever the program is killed, every line that reached a file that was kept is read
 * once. A line that only the truncation took is read at most once.
 */
class LogFollowerLawsTest {
    private static final int HISTORIES = Integer.getInteger("follow.histories", 400);
    private static final int STEPS = 120;

    @Test
    void everyLineIsReadOnceWhateverHappensToTheFiles() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            new History(seed).run();
        }
    }

    private static final class History {
        private final long seed;
        private final SplittableRandom random;
        private final SimulatedLogs logs;
        private final Map<Integer, LogCursor> committed = new HashMap<>();
        private final List<String> read = new ArrayList<>();
        private final Set<String> lost = new HashSet<>();
        private final boolean headers;
        private LogFollower follower;
        private int written;
        private boolean half;
        private boolean copying;

        History(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            logs = new SimulatedLogs(random);
            headers = random.nextBoolean();
            follower = start();
        }

        private LogFollower start() {
            return new LogFollower(logs, Reader::new, 1_000, 64, committed.values());
        }

        /** Jobs have events, headers have none, and some lines are bad. */
        private static LineFacts line(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            return text.startsWith("#")
                    ? LineFacts.NONE
                    : text.startsWith("bad")
                            ? new LineFacts(
                                    List.of(),
                                    List.of(),
                                    List.of(new LineReader.LineFault("line", text, "must be good")))
                            : new LineFacts(
                                    List.of(JobEvent.newBuilder()
                                            .setDomain("d")
                                            .setCluster("c")
                                            .setJob(text)
                                            .setType(io.fairway.avro.JobEventType.SUBMITTED)
                                            .setTime(java.time.Instant.EPOCH)
                                            .build()),
                                    List.of(),
                                    List.of());
        }

        /** Without a state of its own. */
        private static final class Reader implements LineReader {
            @Override
            public LineFacts read(byte[] line) {
                return History.line(line);
            }

            @Override
            public void skip() {}
        }

        void run() {
            header();
            for (int step = 0; step < STEPS; step++) {
                happen();
            }
            if (copying) {
                endCopy();
            }
            if (half) {
                append("\n");
            }
            while (poll(50) > 0) {
                // Reads what is left.
            }
            List<String> expected = new ArrayList<>();
            for (int line = 0; line < written; line++) {
                if (!lost.contains(name(line))) {
                    expected.add(name(line));
                }
            }
            assertThat(read).as("history %s: twice", seed).doesNotHaveDuplicates();
            assertThat(read).as("history %s: missing", seed).containsAll(expected);
        }

        private void happen() {
            switch (random.nextInt(14)) {
                case 0, 1, 2, 3 -> write();
                case 4, 5, 6, 7 -> poll(1 + random.nextInt(20));
                case 8 -> follower = start(); // Killed: what was not committed is forgotten.
                case 9 -> {
                    if (!copying && !half) {
                        logs.rename();
                        header();
                    }
                }
                case 10 -> {
                    if (!copying && !half) {
                        logs.beginCopy();
                        copying = true;
                    } else if (copying) {
                        endCopy();
                    }
                }
                case 11 -> logs.compress(random.nextBoolean());
                case 12 -> {
                    if (!copying) {
                        logs.backUp();
                    }
                }
                default -> killedInTheMiddle();
            }
        }

        private void write() {
            if (half) {
                append("\n");
                half = false;
                return;
            }
            for (int count = random.nextInt(8); count >= 0; count--) {
                append(name(written++) + "\n");
            }
            if (random.nextInt(4) == 0 && !copying) {
                append(name(written++));
                half = true;
            }
        }

        private void append(String text) {
            logs.append(text);
        }

        private void header() {
            if (headers) {
                append("# a header that every file has, and that tells no file from another\n");
            }
        }

        private void endCopy() {
            String live = logs.content(SimulatedLogs.LIVE);
            // What is written after the copy's last look and before the truncation is in no file.
            int copied = random.nextBoolean() ? live.length() : live.lastIndexOf('\n', live.length() - 2) + 1;
            logs.goOnCopying(Math.max(copied, logs.content("log.1").length()));
            String kept = logs.content("log.1");
            live.substring(kept.lastIndexOf('\n') + 1).lines().forEach(lost::add);
            logs.truncate();
            copying = false;
            half = false;
            header();
        }

        private int poll(int most) {
            LogFollower.Batch batch = follower.poll(most, logs.clock());
            for (FollowedLine line : batch.lines()) {
                line.facts().events().forEach(event -> read.add(event.getJob()));
                line.facts().faults().stream()
                        .filter(fault -> fault.rule().equals("must be good"))
                        .forEach(fault -> read.add(fault.value()));
                committed.put(line.after().slot(), line.after());
            }
            return batch.isFull() ? 1 : batch.lines().size();
        }

        private void killedInTheMiddle() {
            follower.poll(1 + random.nextInt(20), logs.clock());
            follower = start();
        }

        private static String name(int line) {
            return (line % 11 == 3 ? "bad" : "job") + "-" + line;
        }
    }
}
