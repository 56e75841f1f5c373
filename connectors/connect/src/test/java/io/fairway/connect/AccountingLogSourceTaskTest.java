package io.fairway.connect;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.schemas.DomainPartitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("JavaUtilDate") // Connect's own type of times.
class AccountingLogSourceTaskTest {
    private static final String HEADER = "; UnixStartTime: 1000000\n";

    @TempDir
    private Path directory;

    private final StoredOffsets offsets = new StoredOffsets();

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("file.paths", directory + "/jobs.swf*");
        settings.put("format", "swf");
        settings.put("cluster", "alps");
        settings.put("topic.partitions", "7");
        settings.put("poll.interval.ms", "10");
        settings.put("bad.records.topic", "bad");
        return settings;
    }

    private AccountingLogSourceTask started() {
        AccountingLogSourceTask task = new AccountingLogSourceTask();
        task.initialize(offsets.context());
        task.start(settings());
        return task;
    }

    /** Polls until there is nothing more, and stores what the worker would commit. */
    private List<SourceRecord> read(AccountingLogSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        for (List<SourceRecord> batch = task.poll(); batch != null; batch = task.poll()) {
            batch.forEach(offsets::commit);
            all.addAll(batch);
        }
        return all;
    }

    private void append(String file, String text) throws Exception {
        Files.write(
                directory.resolve(file),
                text.getBytes(StandardCharsets.ISO_8859_1),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    @Test
    void aClusterWithATopicOfItsOwnGetsItsEventsThere() throws Exception {
        append("jobs.swf", HEADER + job(1));
        AccountingLogSourceTask task = new AccountingLogSourceTask();
        task.initialize(offsets.context());
        Map<String, String> settings = settings();
        settings.put("topics.clusters", "alps,eiger");
        task.start(settings);
        try {
            assertThat(read(task)).isNotEmpty().extracting(SourceRecord::topic).containsOnly("fairway.job-events.alps");
        } finally {
            task.stop();
        }
    }

    @Test
    void itTellsHowFarTheLogsHaveBeenRead() throws Exception {
        append("jobs.swf", HEADER + job(1));
        AccountingLogSourceTask task = new AccountingLogSourceTask();
        task.initialize(offsets.context());
        Map<String, String> settings = settings();
        settings.put("name", "swf-logs");
        settings.put("domain", "site");
        settings.put("heartbeat.interval.ms", "3600000");
        long before = System.currentTimeMillis();
        task.start(settings);
        try {
            List<SourceRecord> records = read(task);

            assertThat(records).hasSize(4);
            SourceRecord last = records.get(3);
            assertThat(last.topic()).isEqualTo("fairway.sources");
            assertThat(last.kafkaPartition())
                    .isEqualTo(DomainPartitions.hashed().partition("site", 7));
            Struct beat = (Struct) last.value();
            assertThat(beat.getString("domain")).isEqualTo("site");
            assertThat(beat.getString("cluster")).isEqualTo("alps");
            assertThat(beat.getString("source")).isEqualTo("swf-logs: " + directory + "/jobs.swf*");
            assertThat(beat.getInt64("runningJobs")).as("a log of ended runs").isNull();
            assertThat(((Date) beat.get("through")).getTime()).isBetween(before, System.currentTimeMillis());
            assertThat(last.key())
                    .isEqualTo(
                            "site|alps|swf-logs: " + directory + "/jobs.swf*|" + ((Date) beat.get("since")).getTime());

            append("jobs.swf", job(2));
            assertThat(read(task)).as("not again within the interval").hasSize(3);
        } finally {
            task.stop();
        }
    }

    @Test
    void itDoesNotTellOfLogsThatItHasNotReadToTheirEnd() throws Exception {
        append("jobs.swf", HEADER + job(1) + job(2) + job(3));
        AccountingLogSourceTask task = new AccountingLogSourceTask();
        task.initialize(offsets.context());
        Map<String, String> settings = settings();
        settings.put("batch.lines", "1");
        settings.put("heartbeat.interval.ms", "1");
        task.start(settings);
        try {
            List<SourceRecord> records = new ArrayList<>();
            while (jobs(records).size() < 3) {
                List<SourceRecord> batch = task.poll();
                records.addAll(batch == null ? List.of() : batch);
            }
            int third = IntStream.range(0, records.size())
                    .filter(i -> String.valueOf(records.get(i).key()).endsWith("|3"))
                    .findFirst()
                    .orElseThrow();

            assertThat(records.subList(0, third))
                    .extracting(SourceRecord::topic)
                    .doesNotContain("fairway.sources");
        } finally {
            task.stop();
        }
    }

    private static String job(int number) {
        return number + " 10 5 60 4 -1 -1 4 -1 -1 1 3 2 -1 1 -1 -1 -1\n";
    }

    private static List<String> jobs(List<SourceRecord> records) {
        return records.stream()
                .filter(record -> record.topic().equals("fairway.job-events"))
                .map(record -> ((Struct) record.value()).getString("job"))
                .distinct()
                .toList();
    }

    @Test
    void aRecordHasTopicKeyPartitionAndTimeOfItsEvent() throws Exception {
        append("jobs.swf", HEADER + job(1));

        List<SourceRecord> records = read(started());

        assertThat(records).hasSize(3).allSatisfy(record -> {
            assertThat(record.topic()).isEqualTo("fairway.job-events");
            assertThat(record.key()).isEqualTo("alps|alps|1");
            // Connect finds offsets by the bytes of this map's JSON, so its order must be the same in each JVM.
            assertThat(record.sourcePartition()).isInstanceOf(SortedMap.class);
            assertThat(record.kafkaPartition())
                    .isEqualTo(DomainPartitions.hashed().partition("alps", 7));
        });
        // Submitted 10 s after the start time of the header, started 5 s later, ended 60 s later.
        assertThat(records.stream().map(record -> ((Date) ((Struct) record.value()).get("time")).getTime()))
                .containsExactly(1_000_010_000L, 1_000_015_000L, 1_000_075_000L);
    }

    @Test
    void aTaskThatStartsAgainGoesOnBehindTheLastLineAndStillKnowsTheHeader() throws Exception {
        append("jobs.swf", HEADER + job(1) + job(2).substring(0, 9));
        assertThat(jobs(read(started()))).containsExactly("1");
        append("jobs.swf", job(2).substring(9));

        List<SourceRecord> records = read(started());

        assertThat(jobs(records)).containsExactly("2");
        assertThat(((Date) ((Struct) records.get(0).value()).get("time")).getTime())
                .isEqualTo(1_000_010_000L);
        assertThat((Object) records.get(0).sourceOffset().get("line")).isEqualTo(3L);
    }

    @Test
    void aBadLineBecomesARecordWithFileLineValueAndRuleAndTheNextOneIsRead() throws Exception {
        append("jobs.swf", HEADER + job(1) + job(2).replace(" 60 ", " sixty ") + "\u0000\u0007\u00ff\n" + job(3));

        List<SourceRecord> records = read(started());

        assertThat(jobs(records)).containsExactly("1", "3");
        List<Struct> bad = records.stream()
                .filter(record -> record.topic().equals("bad"))
                .map(record -> (Struct) record.value())
                .toList();
        assertThat(bad).hasSize(2);
        assertThat(bad.get(0).getString("file")).isEqualTo(directory + "/jobs.swf");
        assertThat(bad.get(0).getInt64("line")).isEqualTo(3);
        assertThat(bad.get(0).getString("value")).isEqualTo("sixty");
        assertThat(bad.get(0).getString("rule")).contains("must be a number");
        assertThat(bad.get(1).getString("value")).doesNotContain("\u0000", "\u0007");
        assertThat(bad.get(1).getString("rule")).contains("must be text");
    }

    @Test
    void aLineOfTenMegabytesIsABadLineAndIsNotKept() throws Exception {
        append("jobs.swf", HEADER + "9".repeat(10 << 20) + "\n" + job(1));

        List<SourceRecord> records = read(started());

        assertThat(jobs(records)).containsExactly("1");
        Struct bad = (Struct) records.get(0).value();
        assertThat(bad.getString("rule")).contains("10485760").contains("at most");
        assertThat(bad.getString("value")).hasSizeLessThan(300);
    }

    static Stream<Arguments> badLines() {
        byte[] binary = new byte[3_000];
        new SplittableRandom(9).nextBytes(binary);
        for (int i = 0; i < binary.length; i++) {
            binary[i] = binary[i] == '\n' ? 0 : binary[i];
        }
        String good = job(2).strip();
        return Stream.of(
                Arguments.of("half line", good.substring(0, 9).getBytes(UTF_8), "2 10 5 60", "must have 18 fields"),
                Arguments.of(
                        "wrong time", good.replace(" 10 5", " noon 5").getBytes(UTF_8), "noon", "must be a number"),
                Arguments.of("binary", binary, "?", "must be text in UTF-8, but has a byte 0"),
                Arguments.of(
                        "binary without zeros",
                        new byte[] {(byte) 0x9b, 0x1b, (byte) 0xff, 8},
                        "??\u00ff?",
                        "must have 18 fields"),
                Arguments.of("10 MB", "x".repeat(10_000_000).getBytes(UTF_8), "", "must have at most"),
                Arguments.of("UTF-16", good.getBytes(UTF_16LE), "2? ?1?0?", "must be text in UTF-8, but has a byte 0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badLines")
    void aBadLineIsToldWithFileLineValueAndRuleAndTheRestGoesOn(String kind, byte[] line, String value, String rule)
            throws Exception {
        append("jobs.swf", HEADER + job(1));
        Files.write(directory.resolve("jobs.swf"), line, StandardOpenOption.APPEND);
        append("jobs.swf", "\n" + job(3));

        List<SourceRecord> records = read(started());

        assertThat(jobs(records)).as(kind).containsExactly("1", "3");
        assertThat(records.stream().filter(record -> record.topic().equals("bad")))
                .singleElement()
                .satisfies(record -> {
                    Struct bad = (Struct) record.value();
                    assertThat(bad.getString("file")).isEqualTo(directory + "/jobs.swf");
                    assertThat(bad.getInt64("line")).isEqualTo(3);
                    assertThat(bad.getString("value"))
                            .contains(value)
                            .hasSizeLessThan(300)
                            .matches(text -> text.chars().noneMatch(Character::isISOControl));
                    assertThat(bad.getString("rule")).contains(rule);
                });
    }

    @Test
    void aByteOrderMarkAndLatin1AreRead() throws Exception {
        Files.write(directory.resolve("jobs.swf"), ("\uFEFF" + HEADER + job(1)).getBytes(UTF_8));
        // Of a header, which is text, and of a job, whose fields are numbers.
        append("jobs.swf", "; Installation: Besan\u00e7on\n" + job(2));

        List<SourceRecord> records = read(started());

        assertThat(jobs(records)).containsExactly("1", "2");
        assertThat(((Date) ((Struct) records.get(0).value()).get("time")).getTime())
                .as("the start time of the first line")
                .isEqualTo(1_000_010_000L);
        assertThat(records).allSatisfy(record -> assertThat(record.topic()).isEqualTo("fairway.job-events"));
    }

    /** What Connect keeps: the last offset of each source partition, both as JSON. */
    private static final class StoredOffsets {
        private static final ObjectMapper JSON = new ObjectMapper();

        private final Map<String, String> stored = new HashMap<>();

        void commit(SourceRecord record) {
            stored.put(json(record.sourcePartition()), json(record.sourceOffset()));
        }

        SourceTaskContext context() {
            return new FakeTaskContext(partition -> {
                String offset = stored.get(json(partition));
                return offset == null ? null : parsed(offset);
            });
        }

        private static String json(Map<String, ?> map) {
            try {
                return JSON.writeValueAsString(map);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Map<String, Object> parsed(String json) {
            try {
                return JSON.readValue(json, new TypeReference<Map<String, Object>>() {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
