package io.fairway.system.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.JobEvent;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.policies.family.PolicyFamilies;
import io.fairway.policies.family.Statement;
import io.fairway.readers.ReplayOrder;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real accounting logs through the topology: the usage at the end of the last job is the closed integral of what the logs
 * say, and the events in any order, some of them twice, give the same lines.
 *
 * <p>The runs of Slurm's files are read here field by field. Those of the others, which are few, were read by eye.
 */
@Tag("slow")
class AccountingLogsTopologyTest {
    private static final Path LOGS = Path.of("..", "..", "connectors", "readers", "src", "test", "resources", "logs");
    private static final Duration HALF_LIFE = Duration.ofDays(7);

    /** What a run held; times in seconds. */
    record Held(String account, String user, double processors, double start, double end) {}

    /** A log, and what is in it. */
    record Log(String file, List<Held> runs) {
        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Log> logs() throws IOException {
        List<Log> logs = new ArrayList<>();
        for (String file : List.of(
                "phillips.log",
                "unit_slurm_accounting-logs.log",
                "unit_slurm_accounting-logs-with-job-arrays.log",
                "unit_slurm_utf8-multibyte-chars.log")) {
            logs.add(new Log(file, openXdmod(file)));
        }
        Held lsf = new Held("anonproject", "anonuser", 128, 1_389_642_771, 1_389_683_139);
        // Two records of one run: the larger one prevails.
        logs.add(new Log("unit_lsf_accounting-logs.log", List.of(lsf)));
        logs.add(new Log("unit_lsf_utf8-multibyte-chars.log", List.of(lsf)));
        logs.add(new Log(
                "unit_pbs_accounting-logs.log",
                List.of(
                        new Held("ccrstaff", "jonesm", 32, 1_261_425_023, 1_261_427_220),
                        new Held("ccrstaff", "jonesm", 32, 1_261_425_023, 1_261_427_220),
                        new Held("anonaccount", "anonuser", 4, 1_415_589_841, 1_415_599_191),
                        new Held("anongroup", "anonuser", 65, 1_453_766_281, 1_453_766_437),
                        new Held("anongroup", "anonuser", 12, 1_453_766_281, 1_453_766_437),
                        new Held("caste", "ybsbu", 28, 1_485_451_424, 1_485_459_831),
                        new Held("caste", "ybsbu", 28, 1_588_046_353, 1_588_146_353),
                        new Held("caste", "ybsbu", 28, 1_588_046_363, 1_588_146_363),
                        new Held("[project1]", "[user_1]", 48, 1_607_291_966, 1_607_328_038))));
        Held sun = new Held("jdoe", "jdoe", 1, 1_311_095_354, 1_311_095_414);
        logs.add(new Log("unit_sge_accounting-logs.log", List.of(sun)));
        logs.add(new Log(
                "unit_uge_accounting-logs.log",
                List.of(sun, new Held("gpugroup", "gpuowner", 16, 1_652_111_622.875, 1_652_124_460.193))));
        return logs.stream();
    }

    @ParameterizedTest
    @MethodSource("logs")
    void usageIsTheClosedIntegralInAnyOrder(Log log) throws IOException {
        ReplayOrder events;
        try (Trace trace =
                TraceFormat.open(null, log.file(), Files.newInputStream(LOGS.resolve(log.file())), options())) {
            events = ReplayOrder.of(trace.jobs());
        }
        double end = log.runs().stream().mapToDouble(Held::end).max().orElseThrow();
        Instant at = Instant.ofEpochMilli(Math.round(end * 1000));
        assertThat(events.get(events.size() - 1).getTime()).isEqualTo(at);

        SortedMap<String, UsageRecord> lines = lines(events, Feed.of(events.size(), OptionalLong.empty(), 0), at);
        SortedMap<String, UsageRecord> shuffled = lines(events, Feed.of(events.size(), OptionalLong.of(1), 30), at);

        Map<String, Double> expected = new HashMap<>();
        double meanLife = HALF_LIFE.toSeconds() / Math.log(2);
        for (Held run : log.runs()) {
            double worth = run.processors()
                    * meanLife
                    * (Math.exp((run.end() - end) / meanLife) - Math.exp((run.start() - end) / meanLife));
            expected.merge(run.account() + "|" + run.user(), worth, Double::sum);
        }
        Map<String, Double> usage = new HashMap<>();
        lines.values().forEach(line -> usage.put(line.getAccount() + "|" + line.getUser(), line.getValue()));
        assertThat(usage).containsOnlyKeys(expected.keySet());
        expected.forEach((key, value) -> assertThat(Math.abs(Objects.requireNonNull(usage.get(key)) - value))
                .as("%s: %s, expected %s", key, usage.get(key), value)
                // Fairway lets go of usage that has decayed to less than a billionth of a processor-second.
                .isLessThanOrEqualTo(1e-9 * value + 1e-9));
        assertThat(digest(shuffled, at)).isEqualTo(digest(lines, at));
    }

    private static TraceOptions options() {
        return TraceOptions.ofCluster(PipelineDriver.DOMAIN);
    }

    private static SortedMap<String, UsageRecord> lines(List<JobEvent> events, int[] order, Instant at) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(HALF_LIFE.toMillis());
            for (int index : order) {
                JobEvent event = events.get(index);
                pipeline.send(Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event);
            }
            pipeline.send(
                    Topic.CLOCK, Keys.domain(PipelineDriver.DOMAIN), new ClockTick(PipelineDriver.DOMAIN, at, true));
            TreeMap<String, UsageRecord> lines = new TreeMap<>();
            pipeline.read(Topic.USAGE, UsageRecord.class).forEach(sent -> lines.put(sent.key(), sent.value()));
            assertThat(pipeline.deadLetterReasons()).isEmpty();
            return lines;
        }
    }

    private static String digest(SortedMap<String, UsageRecord> lines, Instant at) {
        Map<String, Statement> measures = new HashMap<>();
        PolicyFamilies.of(
                        PipelineDriver.policyOf("main", 0, HALF_LIFE.toMillis()).build())
                .measures()
                .forEach(statement -> measures.put(statement.name(), statement));
        return LineDigest.of(lines, measures, at.toEpochMilli());
    }

    private static List<Held> openXdmod(String file) throws IOException {
        List<Held> runs = new ArrayList<>();
        for (String line : Files.readAllLines(LOGS.resolve(file))) {
            String[] field = line.split("\\|", 26);
            double start = seconds(field[12]);
            double end = seconds(field[13]);
            if (end > start) {
                String cpus = Stream.of(field[22].split(","))
                        .filter(text -> text.startsWith("cpu="))
                        .map(text -> text.substring("cpu=".length()))
                        .findFirst()
                        .orElse(field[18]);
                runs.add(new Held(field[5], field[8], Double.parseDouble(cpus), start, end));
            }
        }
        return runs;
    }

    private static double seconds(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }
}
