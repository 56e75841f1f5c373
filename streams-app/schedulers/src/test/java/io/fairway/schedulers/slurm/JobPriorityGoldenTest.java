package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.schedulers.slurm.multifactor.AgeClock;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pending jobs of the real controller: the priority of each, every column of sprio, and the sums of its log. */
class JobPriorityGoldenTest {
    private static final Map<String, GoldenJobs> FILES = new ConcurrentHashMap<>();
    private static int jobs;
    private static int rows;
    private static int columns;
    private static int sums;

    static Stream<Arguments> jobs() {
        return SlurmGolden.names("prio_").stream().flatMap(name -> {
            List<Arguments> jobs = new ArrayList<>();
            file(name).file.get("jobs").forEach(job -> jobs.add(Arguments.of(name, job)));
            return jobs.stream();
        });
    }

    static List<String> files() {
        return SlurmGolden.names("prio_");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("jobs")
    void hasThePriorityThatSlurmShows(String name, JsonNode row) {
        GoldenJobs golden = file(name);
        PendingJob job = golden.job(row);

        JobPriorityRecord shown = MultifactorJobs.record(job, golden.context, golden.parameters, golden.tick);

        assertThat(shown.evaluate(golden.tick, golden.fairshare(row)))
                .isEqualTo(row.get("priority").asDouble());
        jobs++;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("jobs")
    void accruesAgeFromTheTimeThatSlurmShows(String name, JsonNode row) {
        GoldenJobs golden = file(name);
        AgeClock clock =
                AgeClock.of(golden.parameters.ageRule(), golden.job(row).facts());
        if (row.get("accrueTime").isNull()) {
            // Unset until a future begin time has come, if limits are enforced.
            assertThat(clock.since() == null || clock.since() > golden.tick).isTrue();
        } else {
            assertThat(clock.since()).isEqualTo(row.get("accrueTime").asLong() * 1000);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("jobs")
    void hasTheColumnsOfSprio(String name, JsonNode row) {
        GoldenJobs golden = file(name);
        double fairshare = golden.fairshare(row);
        Map<String, JobPriorityRecord> records =
                MultifactorJobs.records(golden.job(row), golden.context, golden.parameters, golden.tick);
        for (JsonNode printed : row.get("sprio")) {
            JobPriorityRecord record = records.get(printed.get("partition").asText());
            assertThat(record).isNotNull();
            double priority = record.evaluate(golden.tick, fairshare);
            Map<String, PriorityTerm> terms = record.terms(golden.tick, fairshare).stream()
                    .collect(Collectors.toMap(PriorityTerm::name, term -> term));
            column(printed, "priority", fixed(priority, 0));
            // From the sum before its truncation.
            column(
                    printed,
                    "priorityNormalized",
                    fixed(Math.max(1, record.sum(golden.tick, fairshare)) / 4294967295.0, 14));
            factor(printed, term(terms, "age"), "ageNorm", "age");
            factor(printed, term(terms, "assoc"), "assocNorm", "assoc");
            factor(printed, term(terms, "fairshare"), "fairshareNorm", "fairshare");
            factor(printed, term(terms, "jobsize"), "jobsizeNorm", "jobsize");
            factor(printed, term(terms, "partition"), "partitionNorm", "partitionWeighted");
            factor(printed, term(terms, "qos"), "qosNorm", "qos");
            column(printed, "site", fixed(term(terms, "site").value(), 0));
            column(printed, "nice", fixed(term(terms, "nice").value(), 0));
            List<PriorityTerm> tres = term(terms, "tres").parts();
            column(
                    printed,
                    "tresNorm",
                    tres.stream()
                            .map(term -> term.name() + "=" + fixed(term.value(), 2))
                            .collect(Collectors.joining(",")));
            column(
                    printed,
                    "tres",
                    tres.stream()
                            .map(term -> term.name() + "=" + fixed(term.weighted(), 0))
                            .collect(Collectors.joining(",")));
            rows++;
        }
    }

    private static void factor(JsonNode printed, PriorityTerm term, String normalised, String weighted) {
        column(printed, normalised, fixed(term.value(), 7));
        column(printed, weighted, fixed(term.weighted(), 0));
    }

    private static void column(JsonNode printed, String name, String actual) {
        assertThat(actual).as(name).isEqualTo(printed.get(name).asText());
        columns++;
    }

    /** The record may leave out terms of 0. */
    private static PriorityTerm term(Map<String, PriorityTerm> terms, String name) {
        return terms.getOrDefault(name, new PriorityTerm(name, 0, 0, 0, List.of()));
    }

    /** In C's format of a double: the exact binary value, half to even. */
    private static String fixed(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The log has each sum before its truncation; a job's last line is from the pass at tickTime. */
    @ParameterizedTest
    @MethodSource("files")
    void sumsUpToTheValueInTheLog(String name) {
        GoldenJobs golden = file(name);
        Map<String, String> logged = new HashMap<>();
        Pattern line = Pattern.compile(".*Job (\\d+) priority: .* = (\\S+)");
        for (JsonNode text : golden.file.get("log")) {
            Matcher match = line.matcher(text.asText());
            if (match.matches()) {
                logged.put(match.group(1), match.group(2));
            }
        }
        for (JsonNode row : golden.file.get("jobs")) {
            String expected = logged.get(row.get("job").asText());
            if (expected != null) {
                PendingJob job = golden.job(row);
                double sum = MultifactorJobs.record(job, golden.context, golden.parameters, golden.tick)
                        .sum(golden.tick, golden.fairshare(row));
                assertThat(fixed(Math.max(1, sum), 2)).isEqualTo(expected);
                sums++;
            }
        }
    }

    @AfterAll
    static void count() {
        System.out.println("golden job priorities: " + FILES.size() + " configurations, " + jobs + " jobs, " + rows
                + " sprio rows with " + columns + " columns, " + sums + " sums of the log");
        assertThat(jobs).isEqualTo(45);
        assertThat(sums).isEqualTo(42);
    }

    private static GoldenJobs file(String name) {
        return FILES.computeIfAbsent(name, GoldenJobs::new);
    }
}
