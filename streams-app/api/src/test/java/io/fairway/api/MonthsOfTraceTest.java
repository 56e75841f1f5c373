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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Usage of each month of a real trace by user, against sums made of the file itself: 18,239 jobs of NASA's iPSC/860, October to December
 * 1993, three columns of each line. Source: Parallel Workloads Archive, NASA-iPSC-1993-3.1-cln.
 */
@Tag("slow")
class MonthsOfTraceTest {
    private static final Path TRACE = Path.of(
            "..", "..", "connectors", "readers", "src", "main", "resources", "traces", "NASA-iPSC-1993-3.1-cln.swf.gz");

    private record Job(String id, String user, long start, long end, int processors) {}

    private static List<Job> jobs() throws Exception {
        List<Job> jobs = new ArrayList<>();
        long begin = 0;
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(TRACE)), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("; UnixStartTime:")) {
                    begin = Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
                }
                if (line.isBlank() || line.startsWith(";")) {
                    continue;
                }
                String[] fields = line.strip().split(" +");
                long start = begin + Long.parseLong(fields[1]) + Math.max(0, Long.parseLong(fields[2]));
                long ran = Long.parseLong(fields[3]);
                if (ran > 0) {
                    jobs.add(new Job(
                            fields[0],
                            "u" + fields[11],
                            start * 1000,
                            (start + ran) * 1000,
                            Integer.parseInt(fields[4])));
                }
            }
        }
        return jobs;
    }

    @Test
    void eachMonthByUser() throws Exception {
        List<Job> jobs = jobs();
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * 86_400_000L));
        jobs.stream().map(Job::user).distinct().forEach(user -> pipeline.share("nasa", user, 1));
        TreeMap<Long, List<Runnable>> events = new TreeMap<>();
        for (Job job : jobs) {
            events.computeIfAbsent(job.start(), at -> new ArrayList<>())
                    .add(() -> pipeline.start(job.id(), "nasa", job.user(), job.start(), job.processors()));
            events.computeIfAbsent(job.end(), at -> new ArrayList<>())
                    .add(() -> pipeline.finish(job.id(), job.end(), job.start()));
        }
        events.values().forEach(list -> list.forEach(Runnable::run));
        long now = events.lastKey() + 1;
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, now)) {
            for (String month : List.of("1993-10", "1993-11", "1993-12")) {
                long from = Instant.parse(month + "-01T00:00:00Z").toEpochMilli();
                long to = Math.min(
                        now, Instant.parse(next(month) + "-01T00:00:00Z").toEpochMilli());
                Map<String, Double> sums = new TreeMap<>();
                for (Job job : jobs) {
                    long millis = Math.min(to, job.end()) - Math.max(from, job.start());
                    if (millis > 0) {
                        sums.merge(job.user(), job.processors() * millis / 1000.0, Double::sum);
                    }
                }
                JsonNode answer =
                        rig.json("/v1/domains/" + PipelineDriver.DOMAIN + "/usage?by=user&limit=1000&period=" + month);
                assertThat(answer.get("approximate").asBoolean()).as(month).isFalse();
                Map<String, Double> told = new TreeMap<>();
                answer.get("items").forEach(item -> {
                    if (item.get("value").doubleValue() != 0) {
                        told.put(item.get("user").asText(), item.get("value").doubleValue());
                    }
                });
                assertThat(told.keySet()).as(month).isEqualTo(sums.keySet());
                told.forEach((user, value) ->
                        assertThat(value).as(month + " " + user).isCloseTo(sums.getOrDefault(user, 0.0), within(1e-3)));
            }
        }
    }

    private static String next(String month) {
        return java.time.YearMonth.parse(month).plusMonths(1).toString();
    }
}
