package io.fairway.agent.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of this host, each in a file of its own, so that an agent that starts again knows them. A file's time is when
 * the agent last saw the job.
 */
public final class KnownJobs {
    private static final Logger LOG = LoggerFactory.getLogger(KnownJobs.class);
    private static final String SUFFIX = ".job";

    private final Path directory;
    private final Map<String, KnownJob> jobs = new HashMap<>();

    private KnownJobs(Path directory) {
        this.directory = directory;
    }

    /** Reads the jobs of a directory. A file that is none is set aside. */
    public static KnownJobs open(Path directory) throws IOException {
        KnownJobs loaded = new KnownJobs(Files.createDirectories(directory));
        List<Path> files;
        try (var entries = Files.list(directory)) {
            files = entries.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        }
        for (Path file : files) {
            try {
                KnownJob job = KnownJob.parse(Files.readString(file));
                loaded.jobs.put(job.job(), job);
            } catch (IOException | IllegalArgumentException e) {
                LOG.warn("{} is no job, and is set aside: {}", file, e.toString());
                Files.move(file, file.resolveSibling(file.getFileName() + ".bad"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return loaded;
    }

    /** A job by its id; null if it is not known. */
    synchronized @Nullable KnownJob get(String job) {
        return jobs.get(job);
    }

    /** The jobs that run. */
    public synchronized List<KnownJob> running() {
        return jobs.values().stream().filter(job -> job.ended() == null).toList();
    }

    /** The run of a job that runs and that the agent was told of; null if it has none. */
    public synchronized @Nullable Long toldRun(String job) {
        KnownJob recorded = jobs.get(job);
        return recorded == null || recorded.ended() != null || recorded.isFound() ? null : Long.valueOf(recorded.run());
    }

    /** Notes a job. If the file cannot be written, only this agent knows it, and not the next. */
    synchronized void put(KnownJob job) {
        jobs.put(job.job(), job);
        Path file = file(job.job());
        Path half = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.writeString(half, job.line() + "\n", StandardCharsets.UTF_8);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("job {} is not noted on disk: {}", JobMessage.shown(job.job()), e.toString());
        }
    }

    /** Notes that a job was there. */
    synchronized void seen(String job, long time) {
        try {
            Files.setLastModifiedTime(file(job), FileTime.fromMillis(time));
        } catch (IOException e) {
            LOG.debug("job {} is not noted as seen: {}", job, e.toString());
        }
    }

    /** When a job was last there, epoch milliseconds; not before the start of its run. */
    synchronized long lastSeen(KnownJob job) {
        try {
            return Math.max(
                    job.run(), Files.getLastModifiedTime(file(job.job())).toMillis());
        } catch (IOException e) {
            return job.run();
        }
    }

    /** Forgets the jobs that ended before an instant. */
    synchronized void forgetBefore(long time) {
        List<KnownJob> old = new ArrayList<>();
        for (KnownJob job : jobs.values()) {
            Long ended = job.ended();
            if (ended != null && ended < time) {
                old.add(job);
            }
        }
        for (KnownJob job : old) {
            try {
                Files.deleteIfExists(file(job.job()));
                jobs.remove(job.job());
            } catch (IOException e) {
                LOG.warn("job {} is not forgotten: {}", JobMessage.shown(job.job()), e.toString());
            }
        }
    }

    /** Ids may be longer than names of files, and have slashes. */
    private Path file(String job) {
        return directory.resolve(UUID.nameUUIDFromBytes(job.getBytes(StandardCharsets.UTF_8)) + SUFFIX);
    }
}
