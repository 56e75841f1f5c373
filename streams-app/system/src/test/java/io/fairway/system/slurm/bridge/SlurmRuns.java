package io.fairway.system.slurm.bridge;

import io.fairway.system.slurm.SlurmCluster;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The runs that {@code sacct -D} has: a row for each run of a job, and for each size of a run that was resized. */
final class SlurmRuns {
    /** A row. Of one that never ran, or still does, there are no seconds. */
    record Run(String job, String account, String state, long cpus, long seconds) {}

    private SlurmRuns() {}

    /** All runs of the last hour, as Slurm has them at this instant. */
    static List<Run> of(SlurmCluster slurm) {
        return slurm.run(
                        "env",
                        "TZ=UTC",
                        "sacct",
                        "-a",
                        "-X",
                        "-D",
                        "-P",
                        "-n",
                        "-S",
                        "now-1hour",
                        "-o",
                        "JobIDRaw,Account,State,AllocCPUS,Start,End")
                .lines()
                .map(line -> line.split("\\|", -1))
                .map(field ->
                        new Run(field[0], field[1], field[2], Long.parseLong(field[3]), seconds(field[4], field[5])))
                .toList();
    }

    /** What each account used: CPUs times seconds. */
    static Map<String, Long> charges(List<Run> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(
                        Run::account, TreeMap::new, Collectors.summingLong(run -> run.cpus() * run.seconds())));
    }

    private static long seconds(String start, String end) {
        return start.contains("T") && end.contains("T") ? second(end) - second(start) : 0;
    }

    private static long second(String text) {
        return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC);
    }
}
