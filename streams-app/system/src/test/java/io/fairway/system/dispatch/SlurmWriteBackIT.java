package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.SharedRegistry;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmPlan;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of Fairway in a real Slurm that is full: what slurmctld shows, what slurmd starts, and what is left when the
 * dispatcher ends or is killed.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@Order(2)
class SlurmWriteBackIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static SlurmCluster slurm;
    private static Workbench bench;
    private static RankedJobs fairway;
    private static Path scontrol;

    private final List<String> jobs = new ArrayList<>();
    private final List<DispatchProcess> dispatchers = new ArrayList<>();
    private String filler = "";

    @BeforeAll
    static void start() throws IOException {
        slurm = SlurmCluster.start(
                SlurmPlan.of("alps", 1, 4).with("physics", 60, "fw_1").configured("PriorityWeightFairshare=0"));
        bench = Workbench.with(SharedRegistry.url(), 2);
        fairway = new RankedJobs(bench);
        scontrol = bench.directory().resolve("scontrol");
        Files.writeString(scontrol, "#!/bin/sh\nSLURM_CONF=" + slurm.configuration() + " exec scontrol \"$@\"\n");
        assertThat(scontrol.toFile().setExecutable(true)).isTrue();
    }

    @AfterAll
    static void stop() {
        // None of them exists if Slurm is missing, and the test is skipped.
        Stream.of(fairway, bench, slurm).forEach(SlurmWriteBackIT::close);
    }

    private static void close(AutoCloseable one) {
        try (one) {
            // Closing it is all there is to do.
        } catch (Exception e) {
            throw new IllegalStateException("cannot close " + one, e);
        }
    }

    @BeforeEach
    void fill() {
        filler = submit("sleep 10000");
        until("it is full")
                .until(() -> slurm.run("squeue", "-h", "-t", "R", "-o", "%i").equals(filler));
        for (int i = 0; i < 6; i++) {
            jobs.add(submit("sleep 1"));
        }
        fairway.evaluated(Instant.now());
    }

    @AfterEach
    void end() {
        dispatchers.forEach(DispatchProcess::close);
        slurm.run("scancel", "-u", "fw_1");
        jobs.forEach(fairway::ended);
        until("it is empty").until(() -> slurm.run("squeue", "-h").isEmpty());
    }

    @Test
    void slurmdStartsTheJobsInTheOrderOfFairway() {
        List<String> order = ranked(3, 1, 5, 0, 4, 2);
        DispatchProcess dispatcher = begin("order");
        until("Slurm has the order").until(() -> queue().equals(order));

        String late = submit("sleep 1");
        jobs.add(late);
        fairway.rank(late, 35);
        order.add(3, late);
        until("Slurm has the new job in its place").until(() -> queue().equals(order));
        until("it says both")
                .until(() -> dispatcher.printed().contains("told 6 of 6 changes")
                        && dispatcher.printed().contains("told 1 of 1 change, 7 waiting"));

        slurm.run("scancel", filler);
        until("all have run").until(() -> slurm.run("squeue", "-h").isEmpty());
        assertThat(startsByTime(order)).isEqualTo(order);
    }

    @Test
    void whatIsToldIsTakenBackAtTheEnd() {
        ranked(0, 1, 2, 3, 4);
        DispatchProcess dispatcher = begin("end");
        until("Slurm is told").until(() -> numbers().size() == 5);
        slurm.run("scontrol", "update", "JobId=" + jobs.get(5), "SiteFactor=7");

        dispatcher.stop();

        assertThat(dispatcher.printed()).contains("handed back 5 jobs and arrays");
        assertThat(numbers()).containsExactly(jobs.get(5) + " 7");
    }

    @Test
    void whatAKilledOneToldIsKnownToTheNext() {
        List<String> order = ranked(5, 4, 3, 2, 1, 0);
        DispatchProcess dispatcher = begin("killed");
        until("Slurm has the order").until(() -> queue().equals(order));
        List<String> told = numbers();
        dispatcher.kill();
        assertThat(numbers()).isEqualTo(told).hasSize(6);

        dispatcher.restart();
        until("it leads again").until(() -> dispatcher.printed().split("leads domain alps", -1).length == 3);
        String late = submit("sleep 1");
        jobs.add(late);
        fairway.rank(late, 1_000);
        until("the new job is told").until(() -> queue().indexOf(late) == 0);
        assertThat(numbers()).containsAll(told).hasSize(7);
        dispatcher.kill();

        DispatchProcess back = begin("back", "--hand-back");
        until("all are handed back").until(() -> back.printed().contains("handed back 7 jobs and arrays"));
        assertThat(numbers()).isEmpty();
    }

    @Test
    void byNiceAndByPriorityTheOrderIsTheSame() {
        List<String> order = ranked(2, 0, 1, 5, 3, 4);
        DispatchProcess byNice = begin("nice", "--by", "nice");
        until("Slurm has the order").until(() -> queue().equals(order));
        byNice.stop();
        assertThat(slurm.run("squeue", "-h", "-t", "PD", "-o", "%y").lines()).containsOnly("0");

        DispatchProcess byPriority = begin("priority", "--by", "priority");
        until("Slurm has the order").until(() -> queue().equals(order));
        byPriority.stop();
        assertThat(slurm.run("squeue", "-h", "-t", "PD", "-o", "%Q").lines()).containsOnly("1");
    }

    @Test
    void theComponentsOfAHeterogeneousJobHaveTheirOwnNumbers() {
        String first = slurm.submit("fw_1", "physics", "sleep 1", "-n", "1", ":", "-n", "2");
        String second = Long.toString(Long.parseLong(first) + 1);
        jobs.addAll(List.of(first, second));
        fairway.rank(first, 10);
        fairway.rank(second, 20);
        begin("components");
        until("both are told").until(() -> numbers().size() == 2);
        long ofSecond = number(second);
        assertThat(ofSecond).isGreaterThan(number(first));

        fairway.rank(first, 30);
        until("the first is told again").until(() -> number(first) > ofSecond);
        assertThat(number(second)).isEqualTo(ofSecond);
    }

    @Test
    void aStaleRankingIsNotTold() {
        ranked(0, 1, 2, 3, 4, 5);
        fairway.evaluated(Instant.now().minusSeconds(3_600));

        DispatchProcess dispatcher = begin("stale", "--stale-after", "60");
        until("it says so").until(() -> dispatcher.printed().contains("the ranking of domain alps is stale"));
        assertThat(numbers()).isEmpty();

        fairway.evaluated(Instant.now());
        until("Slurm is told").until(() -> numbers().size() == 6);
    }

    /** Gives the jobs priorities of which the first is the highest, and returns them in this order. */
    private List<String> ranked(int... order) {
        List<String> ranked = new ArrayList<>();
        for (int place = 0; place < order.length; place++) {
            String job = jobs.get(order[place]);
            fairway.rank(job, 60 - 10.0 * place);
            ranked.add(job);
        }
        return ranked;
    }

    private DispatchProcess begin(String name, String... more) {
        List<String> options = new ArrayList<>(
                List.of("--to", "slurm", "--scontrol", scontrol.toString(), "--policy", "main", "--no-dry-run"));
        options.addAll(List.of("-p", "cycle.ms=200"));
        options.addAll(List.of(more));
        if (!options.contains("--stale-after")) {
            options.addAll(List.of("--stale-after", "1000"));
        }
        DispatchProcess dispatcher = DispatchProcess.command(bench, name, options);
        dispatchers.add(dispatcher);
        return dispatcher;
    }

    private static String submit(String script) {
        return slurm.submit("fw_1", "physics", script, "-n", "4");
    }

    /** The waiting jobs in the order in which Slurm would start them. */
    private static List<String> queue() {
        return slurm.run("squeue", "-h", "-t", "PD", "--sort=-p,i", "-o", "%i")
                .lines()
                .toList();
    }

    /** The waiting jobs with a SiteFactor, each with its value. */
    private static List<String> numbers() {
        return slurm.run("sprio", "-h", "-o", "%i %S")
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> !line.endsWith(" 0"))
                .toList();
    }

    private static long number(String job) {
        return Long.parseLong(slurm.run("sprio", "-h", "-j", job, "-o", "%S").strip());
    }

    private static List<String> startsByTime(List<String> ids) {
        return slurm.run("sacct", "-X", "-n", "-P", "-j", String.join(",", ids), "-o", "Start,JobIDRaw")
                .lines()
                .sorted(Comparator.naturalOrder())
                .map(line -> line.substring(line.indexOf('|') + 1))
                .toList();
    }

    private static ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE);
    }
}
