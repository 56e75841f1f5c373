package io.fairway.agent.job;

import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.outbox.AgentOutbox.Kept;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where messages wait while the agent is away: a directory with a file for each. */
public final class JobSpool {
    private static final Logger LOG = LoggerFactory.getLogger(JobSpool.class);
    private static final String SUFFIX = ".job";
    private static final String BAD = ".bad";
    /** Messages of one round; the rest waits for the next. */
    private static final int ROUND = 1_000;

    private JobSpool() {}

    /**
     * Puts a message in, and returns when it survives a loss of power.
     *
     * @param nowMillis orders the messages
     */
    public static void put(Path directory, JobMessage message, long nowMillis) throws IOException {
        Files.createDirectories(directory);
        String name = String.format("%015d-%s", nowMillis, UUID.randomUUID());
        Path half = directory.resolve(name + ".tmp");
        try (FileChannel file = FileChannel.open(half, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer line = ByteBuffer.wrap((message.line() + "\n").getBytes(StandardCharsets.UTF_8));
            // Prologs have a umask of their own, and the agent may be another user.
            Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("rw-r--r--"));
            while (line.hasRemaining()) {
                file.write(line);
            }
            file.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(half);
            throw e;
        }
        Files.move(half, directory.resolve(name + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Takes what waits, the oldest first. A message is deleted once its report is on disk; a file that is none is set
     * aside as {@code .bad}.
     */
    static void take(Path directory, JobDesk desk, AgentCounters counters, long nowMillis) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> files;
        try (var entries = Files.list(directory)) {
            files = entries.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .limit(ROUND)
                    .toList();
        }
        for (Path file : files) {
            try {
                if (!take(file, desk, nowMillis)) {
                    return;
                }
            } catch (IllegalArgumentException e) {
                counters.add(AgentCounters.Name.BAD_MESSAGES, 1);
                LOG.warn("{} is no message, and is set aside: {}", file, String.valueOf(e.getMessage()));
                Files.move(file, file.resolveSibling(file.getFileName() + BAD), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                LOG.warn("{} is not taken now: {}", file, e.toString());
            }
        }
    }

    private static boolean take(Path file, JobDesk desk, long nowMillis) throws IOException {
        long bytes = Files.size(file);
        if (bytes > JobMessage.MAX_LINE) {
            throw new IllegalArgumentException("has " + bytes + " bytes; must have at most " + JobMessage.MAX_LINE);
        }
        byte[] line = Files.readAllBytes(file);
        if (desk.tell(JobMessage.parse(line, line.length), nowMillis) != Kept.ON_DISK) {
            return false;
        }
        Files.delete(file);
        return true;
    }
}
