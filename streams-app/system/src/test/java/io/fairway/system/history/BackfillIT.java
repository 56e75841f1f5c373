package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.FairwayMain;
import io.fairway.trial.replay.LoggedRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real log of {@code sacct}, moved to the last days, into a live application: twice, shuffled and doubled, up to a
 * cut-over, and as old as it is. What is expected is read from the log here, field by field.
 */
@Order(3)
class BackfillIT {
    private static final Path LOG =
            Path.of("..", "..", "connectors", "readers", "src", "test", "resources", "logs", "phillips.log.gz");
    private static final Instant LAST_END = Instant.parse("2017-01-01T23:55:05Z");
    private static final Duration HALF_LIFE = Duration.ofDays(7);
    private static final Duration HORIZON = Duration.ofDays(30);

    /** A run; times in epoch seconds. */
    private record Held(String account, String user, double processors, long start, long end) {}

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void historyCountsOnceHoweverOftenItIsSent() throws Exception {
        long shift = Instant.now().minus(1, ChronoUnit.HOURS).getEpochSecond() - LAST_END.getEpochSecond();
        List<String> lines = shifted(shift);
        List<Held> runs = lines.stream().map(BackfillIT::held).toList();
        Path log = write("sacct.log", lines);
        Path shuffled = write("shuffled.log", shuffledAndDoubled(lines));
        Instant cutOver = LAST_END.minus(1, ChronoUnit.DAYS).plusSeconds(shift);

        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig rig =
                        new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 2, (short) 1)) {
            rig.send(List.of(policy("plain"), policy("shuffled"), policy("cut"), policy("old")));
            var unused = rig.startHere(
                    "live",
                    Map.of(
                            "mode",
                            "live",
                            "evaluation.interval.ms",
                            "200",
                            "ledger.horizon.ms",
                            Long.toString(HORIZON.toMillis())));
            String[] connection = {
                "-b",
                broker.bootstrapServers(),
                "-r",
                SharedRegistry.url(),
                "--application",
                rig.application(),
                "--patience",
                "240"
            };

            // When
            assertThat(backfill(log, connection, "--domain", "plain"))
                    .as(err.toString())
                    .isZero();
            awaitUsage(rig, "plain", runs);
            Map<String, String> once = sums(rig, "plain");
            assertThat(backfill(log, connection, "--domain", "plain")).isZero();
            assertThat(backfill(shuffled, connection, "--domain", "shuffled")).isZero();
            assertThat(backfill(log, connection, "--domain", "cut", "--until", cutOver.toString()))
                    .isZero();

            // Then
            awaitUsage(rig, "shuffled", runs);
            awaitUsage(
                    rig,
                    "cut",
                    runs.stream()
                            .filter(run -> run.end() <= cutOver.getEpochSecond())
                            .toList());
            awaitUsage(rig, "plain", runs);
            assertThat(once).hasSize(4);
            assertThat(sums(rig, "plain")).isEqualTo(once);
            assertThat(sums(rig, "shuffled")).isEqualTo(once);
            assertThat(rig.deadLetterKinds()).isEmpty();
            assertThat(out.toString())
                    .contains("sent 12075 events of 4024 jobs; the application has read them and refused 0")
                    .contains("261 skipped: run time must be above 0")
                    .contains("skipped: it ended after the cut-over");

            // When it is older than the application takes
            assertThat(backfill(LOG, connection, "--domain", "old")).isEqualTo(1);

            // Then one job was sent, and the message names the setting
            assertThat(err.toString())
                    .contains("the application refuses events as old as 2016-12-22T07:15:12Z")
                    .contains("Run it with ledger.horizon.ms=")
                    .doesNotContain("\tat ");
            assertThat(events(rig, "old")).isEqualTo(3);
        }
    }

    private int backfill(Path file, String[] connection, String... options) {
        String[] arguments = Stream.of(List.of("backfill", file.toString()), List.of(connection), List.of(options))
                .flatMap(List::stream)
                .toArray(String[]::new);
        return FairwayMain.commandLine("backfill")
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    /** All times of the log, later by so many seconds. */
    private static List<String> shifted(long seconds) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : LoggedRuns.lines(LOG)) {
            String[] field = line.split("\\|", -1);
            for (int time = 10; time <= 13; time++) {
                field[time] = LocalDateTime.parse(field[time])
                                .plusSeconds(seconds)
                                .truncatedTo(ChronoUnit.SECONDS)
                        + (LocalDateTime.parse(field[time]).plusSeconds(seconds).getSecond() == 0 ? ":00" : "");
            }
            lines.add(String.join("|", field));
        }
        return lines;
    }

    private static List<String> shuffledAndDoubled(List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        all.addAll(lines.subList(0, lines.size() / 3));
        Collections.shuffle(all, new Random(1));
        return all;
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(directory.resolve(name), lines);
    }

    private static Held held(String line) {
        String[] field = line.split("\\|", 26);
        String cpus = Stream.of(field[22].split(","))
                .filter(text -> text.startsWith("cpu="))
                .map(text -> text.substring("cpu=".length()))
                .findFirst()
                .orElse(field[18]);
        return new Held(field[5], field[8], Double.parseDouble(cpus), seconds(field[12]), seconds(field[13]));
    }

    private static long seconds(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }

    /** Waits until the usage of each association is the closed integral of its runs, to a billionth. */
    private static void awaitUsage(HistoryRig rig, String domain, List<Held> runs) {
        Set<String> expected = new TreeSet<>();
        runs.stream()
                .filter(run -> run.end() > run.start())
                .forEach(run -> expected.add(run.account() + "|" + run.user()));
        Awaitility.await("usage of " + domain)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Map<String, UsageRecord> lines = lines(rig, domain);
                    assertThat(lines.keySet()).isEqualTo(expected);
                    lines.forEach((key, line) -> {
                        double worth = worth(runs, key, line.getAsOf());
                        assertThat(Math.abs(line.getValue() - worth))
                                .as("%s of %s: %s, expected %s", key, domain, line.getValue(), worth)
                                .isLessThanOrEqualTo(1e-9 * worth);
                    });
                });
    }

    private static double worth(List<Held> runs, String association, Instant at) {
        double meanLife = HALF_LIFE.toSeconds() / Math.log(2);
        double now = at.toEpochMilli() / 1000.0;
        double worth = 0;
        for (Held run : runs) {
            if ((run.account() + "|" + run.user()).equals(association)) {
                worth += run.processors()
                        * meanLife
                        * (Math.exp((run.end() - now) / meanLife) - Math.exp((run.start() - now) / meanLife));
            }
        }
        return worth;
    }

    /** The last line of each association. */
    private static Map<String, UsageRecord> lines(HistoryRig rig, String domain) {
        var records = serdes().deserializer(UsageRecord.class);
        Map<String, UsageRecord> lines = new TreeMap<>();
        rig.readAll(Topic.USAGE, record -> {
            UsageRecord line = records.deserialize(record.topic(), record.value());
            if (line.getDomain().equals(domain)) {
                lines.put(line.getAccount() + "|" + line.getUser(), line);
            }
        });
        return lines;
    }

    /** The sums behind the usage, to the last bit: they do not depend on when they were sent. */
    private static Map<String, String> sums(HistoryRig rig, String domain) {
        Map<String, String> sums = new HashMap<>();
        lines(rig, domain).forEach((key, line) -> sums.put(key, line.getRate() + " " + line.getSums()));
        return sums;
    }

    private static long events(HistoryRig rig, String domain) {
        var events = serdes().deserializer(JobEvent.class);
        List<JobEvent> found = new ArrayList<>();
        rig.readAll(Topic.JOB_EVENTS, record -> {
            JobEvent event = events.deserialize(record.topic(), record.value());
            if (event.getDomain().equals(domain)) {
                found.add(event);
            }
        });
        return found.size();
    }

    private static FairwaySerdes serdes() {
        return new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()));
    }

    private static GeneratedHistory.Produced policy(String domain) {
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(HALF_LIFE.toMillis())
                                .build())
                        .build())
                .build();
        return new GeneratedHistory.Produced(Topic.POLICIES, Keys.policy(domain, "main", 0), policy);
    }
}
