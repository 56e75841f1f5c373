package io.fairway.agent.host;

import io.fairway.agent.record.AgentIdentity;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the agent says of its host: a record at the start, one whenever it changes, and {@code DOWN} at the end. Only the
 * last one waits to be sent, and it waits in memory: an agent that starts says it again.
 */
public final class HostReport implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(HostReport.class);
    /** proc(5): stat has a line for all processors, and one for each that is online. */
    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+ .*");

    private final AgentIdentity identity;
    private final Settings settings;
    private final Path proc;
    private final Duration patience;
    private @Nullable Host told;
    private @Nullable Host waiting;
    private boolean isEnding;

    /**
     * What the configuration says.
     *
     * @param slots job slots; 0 = one for each processor that is online
     * @param groups that the host is a member of
     * @param state while the agent runs
     */
    public record Settings(long slots, List<String> groups, HostState state) {
        public Settings {
            groups = List.copyOf(groups);
        }
    }

    /**
     * @param proc mount point of proc
     * @param patience how long the last record may take at the end
     */
    public HostReport(AgentIdentity identity, Settings settings, Path proc, Duration patience) {
        this.identity = identity;
        this.settings = settings;
        this.proc = proc;
        this.patience = patience;
    }

    /** Looks at the host. What changed waits to be sent. To be called at the points of the grid. */
    public synchronized void look() {
        if (isEnding) {
            return;
        }
        try {
            tell(settings.slots() > 0 ? settings.slots() : processors(), settings.state());
        } catch (IOException e) {
            LOG.warn("the processors of this host cannot be counted: {}", e.toString());
        }
    }

    private long processors() throws IOException {
        Path stat = proc.resolve("stat");
        try (Stream<String> lines = Files.lines(stat)) {
            long count = lines.filter(line -> PROCESSOR.matcher(line).matches()).count();
            if (count == 0) {
                throw new IOException(stat + ": must have a line for each processor");
            }
            return count;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void tell(@Nullable Long slots, HostState state) {
        Host host = Host.newBuilder()
                .setDomain(identity.domain())
                .setCluster(identity.cluster())
                .setName(identity.host())
                .setSlots(slots)
                .setGroups(settings.groups())
                .setState(state)
                .build();
        if (!host.equals(told)) {
            told = host;
            waiting = host;
        }
    }

    /** The record that waits to be sent; null for none. */
    public synchronized @Nullable Host waiting() {
        return waiting;
    }

    /** Notes that a broker has a record. */
    public synchronized void arrived(Host host) {
        if (host.equals(waiting)) {
            waiting = null;
            notifyAll();
        }
    }

    /** Notes that a record cannot be sent now. The next look tries it again. */
    public synchronized void failed(Host host) {
        if (host.equals(waiting)) {
            told = null;
            waiting = null;
            notifyAll();
        }
    }

    /** Says that the host is down, and waits until a broker has it, or it takes too long. */
    @Override
    public synchronized void close() {
        if (isEnding) {
            return;
        }
        isEnding = true;
        Host last = told;
        if (last == null) {
            return;
        }
        tell(last.getSlots(), HostState.DOWN);
        long until = System.nanoTime() + patience.toNanos();
        try {
            for (long left = patience.toNanos(); waiting != null && left > 0; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (waiting != null) {
            LOG.warn("no broker knows that this host is down: it still counts as {}", settings.state());
        }
    }
}
