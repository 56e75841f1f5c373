package io.fairway.agent.sample;

import io.fairway.agent.cgroup.CgroupMeter;
import io.fairway.agent.cgroup.CgroupPattern;
import io.fairway.agent.cgroup.CgroupReading;
import io.fairway.agent.cgroup.CgroupWalk;
import io.fairway.agent.cgroup.CgroupWalk.Found;
import io.fairway.agent.gpu.GpuClock;
import io.fairway.agent.gpu.GpuLoad;
import io.fairway.agent.gpu.NvidiaSmi;
import io.fairway.agent.job.KnownJob;
import io.fairway.agent.job.KnownJobs;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.proc.ProcessTable;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.record.StoredForm;
import io.fairway.avro.ResourceSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Samples the jobs of this host into the outbox. */
public final class Sampler {
    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
    private static final double MEBI = 1 << 20;

    private final AgentIdentity identity;
    private final CgroupWalk walk;
    private final CgroupMeter meter;
    private final List<CgroupPattern> patterns;
    private final Path proc;
    private final NvidiaSmi gpus;
    private final AgentOutbox outbox;
    private final KnownJobs jobs;
    private final String boot;
    private final long gpuEpoch;
    private final GpuClock gpuClock = new GpuClock();
    /** CPU time of jobs without counters of their own; processes that end unseen must not take theirs away. */
    private final Map<String, Double> processSeconds = new HashMap<>();

    private volatile Map<String, List<String>> found = Map.of();

    /**
     * Where to look.
     *
     * @param cgroups mount point of control groups
     * @param proc mount point of proc
     * @param nvidiaSmi program; empty = none
     */
    public record Places(Path cgroups, Path proc, String nvidiaSmi) {}

    /**
     * @param startMillis start of the agent, from which on it counts GPU time
     */
    public Sampler(
            AgentIdentity identity,
            Places places,
            List<CgroupPattern> patterns,
            AgentOutbox outbox,
            KnownJobs jobs,
            FileProblems problems,
            long startMillis) {
        this.identity = identity;
        this.walk = new CgroupWalk(places.cgroups(), patterns);
        this.meter = new CgroupMeter(places.cgroups(), problems::report);
        this.patterns = patterns;
        this.proc = places.proc();
        this.gpus = new NvidiaSmi(places.nvidiaSmi());
        this.outbox = outbox;
        this.jobs = jobs;
        this.boot = boot(places.proc());
        this.gpuEpoch = CounterLife.of(boot + " gpu", startMillis);
    }

    /** Jobs that had a control group at the last sampling. */
    public int jobs() {
        return found.size();
    }

    /**
     * Samples all jobs.
     *
     * @param time of the samples, epoch milliseconds
     * @param elapsedSeconds since the last sampling, by a clock that does not jump
     * @return what was found, for who reports starts and ends
     */
    public Found sample(long time, double elapsedSeconds) {
        // Not under the lock: a driver that hangs must not hold up an epilog.
        List<GpuLoad> loads = found.isEmpty() ? List.of() : gpus.loads();
        return sample(time, elapsedSeconds, loads);
    }

    private synchronized Found sample(long time, double elapsedSeconds, List<GpuLoad> loads) {
        Found seen = walk.find();
        seen.problems().forEach(problem -> LOG.warn("control groups cannot be listed: {}", problem));
        List<LongFunction<byte[]>> records = new ArrayList<>();
        found = seen.jobs();
        found.forEach((job, paths) -> add(job, paths, time, records));
        addProcesses(time, records);
        addGpus(time, elapsedSeconds, loads, records);
        outbox.samples(time, records);
        Set<String> kept = new HashSet<>(found.keySet());
        jobs.running().forEach(job -> kept.add(job.job()));
        gpuClock.keep(kept);
        processSeconds.keySet().retainAll(kept);
        return seen;
    }

    /** Samples a job once more, if it still has its control group. */
    public synchronized void sampleLast(String job, long time) {
        List<LongFunction<byte[]>> records = new ArrayList<>();
        List<String> there = found.getOrDefault(job, List.of()).stream()
                .filter(path -> meter.read(path).life() != 0)
                .toList();
        add(job, there, time, records);
        outbox.samples(time, records);
    }

    private void add(String job, List<String> paths, long time, List<LongFunction<byte[]>> to) {
        Long run = jobs.toldRun(job);
        Long memory = null;
        List<CgroupReading> readings = new ArrayList<>();
        for (String path : paths) {
            CgroupReading reading = meter.read(path);
            if (reading.cpuSeconds() == null) {
                reading = fromProcesses(job, path, reading);
            }
            Long more = reading.memoryBytes();
            memory = more == null ? memory : Long.valueOf(more + (memory == null ? 0 : memory));
            readings.add(reading);
        }
        for (int i = 0; i < readings.size(); i++) {
            // A reader takes the memory of a host from one sample.
            Long ofHost = i == 0 ? memory : null;
            CgroupReading reading = readings.get(i);
            to.add(sequence -> encoded(job, run, time, sequence, reading, ofHost));
        }
    }

    private byte[] encoded(
            String job,
            @Nullable Long run,
            long time,
            long sequence,
            CgroupReading reading,
            @Nullable Long memoryBytes) {
        ResourceSample sample = identity.sample(job, run, time, sequence, CounterLife.of(boot, reading.life()))
                .setCpuSeconds(reading.cpuSeconds())
                .setMemoryMb(memoryBytes == null ? null : memoryBytes / MEBI)
                .setReadBytes(reading.readBytes())
                .setWrittenBytes(reading.writtenBytes())
                .build();
        return StoredForm.SAMPLES.encode(sample);
    }

    private CgroupReading fromProcesses(String job, String path, CgroupReading reading) {
        ProcessTable.Use use =
                ProcessTable.of(proc, meter.processes(path).toList()).total();
        if (use == null) {
            return reading;
        }
        Long memory = reading.memoryBytes();
        return new CgroupReading(
                reading.life(),
                processSeconds.merge(job, use.cpuSeconds(), Math::max),
                memory == null ? Long.valueOf(use.memoryBytes()) : memory,
                reading.readBytes(),
                reading.writtenBytes());
    }

    private void addProcesses(long time, List<LongFunction<byte[]>> to) {
        List<KnownJob> named = jobs.running().stream()
                .filter(job -> job.pid() != null && !found.containsKey(job.job()))
                .toList();
        if (named.isEmpty()) {
            return;
        }
        try {
            ProcessTable all = ProcessTable.all(proc);
            for (KnownJob job : named) {
                Long pid = job.pid();
                ProcessTable.Use use = pid == null ? null : all.ofTree(pid);
                if (use != null) {
                    double seconds = processSeconds.merge(job.job(), use.cpuSeconds(), Math::max);
                    CgroupReading reading = new CgroupReading(job.run(), seconds, use.memoryBytes(), null, null);
                    to.add(sequence -> encoded(job.job(), job.run(), time, sequence, reading, reading.memoryBytes()));
                }
            }
        } catch (IOException e) {
            LOG.warn("processes cannot be listed: {}", e.toString());
        }
    }

    private void addGpus(long time, double elapsedSeconds, List<GpuLoad> loads, List<LongFunction<byte[]>> to) {
        if (loads.isEmpty()) {
            return;
        }
        gpuClock.add(loads, elapsedSeconds, this::jobOf);
        for (String job : found.keySet()) {
            Double seconds = gpuClock.of(job);
            if (seconds != null) {
                Long run = jobs.toldRun(job);
                // Its own epoch: this counter begins again with the agent, the others with the job.
                to.add(sequence -> StoredForm.SAMPLES.encode(identity.sample(job, run, time, sequence, gpuEpoch)
                        .setGpuSeconds(seconds)
                        .build()));
            }
        }
    }

    /** The job of a process by its control groups; null for none. */
    private @Nullable String jobOf(long pid) {
        try {
            for (String line : Files.readAllLines(proc.resolve(pid + "/cgroup"))) {
                int path = line.indexOf('/');
                List<String> directories =
                        path < 0 ? List.of() : List.of(line.substring(path + 1).split("/"));
                for (CgroupPattern pattern : patterns) {
                    String job = pattern.jobOf(directories);
                    if (job != null) {
                        return job;
                    }
                }
            }
        } catch (IOException e) {
            // It ended.
        }
        return null;
    }

    private static String boot(Path proc) {
        try {
            return Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
