package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.engine.PipelineDriver;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Usage of each month of real logs by user and association, against sums made of some columns of the files themselves. */
@Tag("slow")
class MonthsOfTraceTest {
    private static final Path READERS = Path.of("..", "..", "connectors", "readers", "src");

    private record Job(String id, String account, String user, long start, long end, int processors) {
        String association() {
            return account + "/" + user;
        }
    }

    private static List<String> lines(Path packed) throws Exception {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(packed)), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

    /**
     * 18,239 jobs of NASA's iPSC/860, October to December 1993, three columns of each line. Source: Parallel Workloads Archive,
     * NASA-iPSC-1993-3.1-cln.
     */
    @Test
    void nasa() throws Exception {
        List<Job> jobs = new ArrayList<>();
        long begin = 0;
        for (String line : lines(READERS.resolve("main/resources/traces/NASA-iPSC-1993-3.1-cln.swf.gz"))) {
            if (line.startsWith("; UnixStartTime:")) {
                begin = Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
            }
            if (line.isBlank() || line.startsWith(";")) {
                continue;
            }
            String[] fields = line.strip().split(" +");
            long start = begin + Long.parseLong(fields[1]) + Math.max(0, Long.parseLong(fields[2]));
            long end = start + Long.parseLong(fields[3]);
            jobs.add(new Job(
                    fields[0], "nasa", "u" + fields[11], start * 1000, end * 1000, Integer.parseInt(fields[4])));
        }

        eachMonth(jobs, "1993-10", "1993-11", "1993-12");
    }

    /**
     * 4,285 jobs of sacct's log of a Slurm, 22 December 2016 to 1 January 2017; three ran over the end of the year. Source: ORIGIN.md beside
     * the file.
     */
    @Test
    void phillips() throws Exception {
        List<Job> jobs = new ArrayList<>();
        for (String line : lines(READERS.resolve("test/resources/logs/phillips.log.gz"))) {
            String[] fields = line.split("\\|", -1);
            jobs.add(new Job(
                    fields[0] + "-" + jobs.size(),
                    fields[5],
                    fields[8],
                    utc(fields[12]),
                    utc(fields[13]),
                    Integer.parseInt(fields[18])));
        }
        assertThat(jobs).hasSize(4285);

        eachMonth(jobs, "2016-12", "2017-01");
    }

    private static long utc(String time) {
        return LocalDateTime.parse(time).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static void eachMonth(List<Job> all, String... months) throws Exception {
        List<Job> jobs = all.stream().filter(job -> job.end() > job.start()).toList();
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * 86_400_000L));
        TreeMap<String, Job> ofEach = new TreeMap<>();
        jobs.forEach(job -> ofEach.put(job.association(), job));
        ofEach.values().forEach(job -> pipeline.share(job.account(), job.user(), 1));
        TreeMap<Long, List<Runnable>> events = new TreeMap<>();
        for (Job job : jobs) {
            events.computeIfAbsent(job.start(), at -> new ArrayList<>())
                    .add(() -> pipeline.start(job.id(), job.account(), job.user(), job.start(), job.processors()));
            events.computeIfAbsent(job.end(), at -> new ArrayList<>())
                    .add(() -> pipeline.finish(job.id(), job.end(), job.start()));
        }
        events.values().forEach(list -> list.forEach(Runnable::run));
        long now = events.lastKey() + 1;
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, now)) {
            for (String month : months) {
                compare(
                        rig,
                        month,
                        now,
                        "user",
                        jobs,
                        Job::user,
                        item -> item.get("user").asText());
                compare(
                        rig,
                        month,
                        now,
                        "association",
                        jobs,
                        Job::association,
                        item -> item.get("account").asText() + "/"
                                + item.get("user").asText());
            }
        }
    }

    private static void compare(
            ApiRig rig,
            String month,
            long now,
            String by,
            List<Job> jobs,
            Function<Job, String> whose,
            Function<JsonNode, String> told)
            throws Exception {
        long from = begin(YearMonth.parse(month));
        long to = Math.min(now, begin(YearMonth.parse(month).plusMonths(1)));
        Map<String, Double> sums = new TreeMap<>();
        for (Job job : jobs) {
            long millis = Math.min(to, job.end()) - Math.max(from, job.start());
            if (millis > 0) {
                sums.merge(whose.apply(job), job.processors() * millis / 1000.0, Double::sum);
            }
        }
        JsonNode answer =
                rig.json("/v1/domains/" + PipelineDriver.DOMAIN + "/usage?by=" + by + "&limit=1000&period=" + month);
        assertThat(answer.get("approximate").asBoolean()).as(month).isFalse();
        Map<String, Double> values = new TreeMap<>();
        answer.get("items").forEach(item -> {
            if (item.get("value").doubleValue() != 0) {
                values.put(told.apply(item), item.get("value").doubleValue());
            }
        });
        assertThat(values.keySet()).as(month).isEqualTo(sums.keySet()).isNotEmpty();
        values.forEach((key, value) ->
                assertThat(value).as(month + " " + key).isCloseTo(sums.getOrDefault(key, 0.0), within(1e-3)));
        System.out.printf(
                "%s by %s: %d of %.3f TRES-hours%n",
                month,
                by,
                values.size(),
                values.values().stream().mapToDouble(value -> value).sum() / 3600);
    }

    private static long begin(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
