package io.fairway.agent;

import io.fairway.agent.cgroup.CgroupWalk.Found;
import io.fairway.agent.host.HostReport;
import io.fairway.agent.job.JobDesk;
import io.fairway.agent.job.JobInbox;
import io.fairway.agent.job.KnownJobs;
import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.metrics.AgentCounters.Name;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.sample.FileProblems;
import io.fairway.agent.sample.SampleGrid;
import io.fairway.agent.sample.Sampler;
import io.fairway.agent.send.OutboxSender;
import io.fairway.agent.send.SendTimes;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.program.metrics.ProgramMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent: outbox, socket, sampler and sender. Three threads: this one samples, one takes messages, one sends.
 */
public final class HostAgent implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(HostAgent.class);
    private static final double NANOS = 1e9;

    private final AgentConfig config;
    private final AgentCounters counters = new AgentCounters();
    /** What to close, the last one first. */
    private final Deque<Closeable> parts = new ArrayDeque<>();

    private final AgentOutbox outbox;
    private final JobDesk desk;
    private final JobInbox inbox;
    private final Sampler sampler;
    private final SampleGrid grid;
    private final @Nullable HostReport report;
    private volatile boolean isClosing;

    /**
     * Opens the state, and begins to take messages and to send.
     *
     * @throws IOException if the state, the socket or the port of the metrics cannot be opened
     */
    public HostAgent(AgentConfig config) throws IOException {
        this.config = config;
        this.grid = config.grid();
        AgentIdentity identity = config.identity();
        try {
            Path state = Files.createDirectories(config.stateDirectory());
            parts.push(lock(state));
            outbox = AgentOutbox.open(state.resolve("outbox"), config.limits(), counters);
            parts.push(outbox::close);
            KnownJobs jobs = KnownJobs.open(state.resolve("jobs"));
            desk = new JobDesk(identity, config.events(), outbox, jobs, counters);
            sampler = new Sampler(
                    identity,
                    config.places(),
                    config.patterns(),
                    outbox,
                    jobs,
                    new FileProblems(counters),
                    System.currentTimeMillis());
            desk.onEnding(job -> sampler.sampleLast(job, System.currentTimeMillis()));
            addGauges(jobs);
            inbox = new JobInbox(config.socket(), config.getString(AgentConfig.SOCKET_PERMISSIONS), desk);
            parts.push(inbox);
            startMetrics();
            report = config.report();
            startSender(identity);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        LOG.info(
                "agent of {} in cluster {}, domain {}; samples every {} s",
                identity.host(),
                identity.cluster(),
                identity.domain(),
                grid.intervalMillis() / 1000.0);
    }

    private static Closeable lock(Path state) throws IOException {
        FileChannel file = FileChannel.open(state.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (file.tryLock() == null) {
            file.close();
            throw new IOException(state + ": another agent runs here; stop it, or set " + AgentConfig.STATE_DIR);
        }
        return file;
    }

    private void addGauges(KnownJobs jobs) {
        counters.gauge("jobs", "Jobs with a control group at the last sampling.", sampler::jobs);
        counters.gauge(
                "jobs_known",
                "Jobs that were reported and run.",
                () -> jobs.running().size());
        counters.gauge("outbox_events_bytes", "Bytes of events on disk.", outbox.events()::bytes);
        counters.gauge("outbox_samples_bytes", "Bytes of samples on disk.", outbox.samples()::bytes);
        counters.gauge("outbox_events_in_memory", "Events that the disk does not take.", outbox::eventsInMemory);
        counters.gauge(
                "outbox_damaged_bytes",
                "Bytes of the outbox that were no records.",
                () -> outbox.events().damagedBytes() + outbox.samples().damagedBytes());
    }

    private void startMetrics() throws IOException {
        InetSocketAddress address = MetricsServer.address(config);
        if (address != null) {
            parts.push(MetricsServer.start(address, () -> counters.text() + ProgramMetrics.text())::close);
        }
    }

    private void startSender(AgentIdentity identity) {
        SendTimes times = new SendTimes(
                grid,
                identity.host(),
                config.getInt(AgentConfig.SPREAD),
                config.getLong(AgentConfig.RATE),
                System::currentTimeMillis,
                System::nanoTime);
        OutboxSender sender =
                new OutboxSender(config.producer(), config.serdes(), config.topics(), outbox, report, times, counters);
        parts.push(sender::close);
        if (report != null) {
            report.look();
            // Closed first: its last record needs the sender.
            parts.push(report);
        }
        sender.start();
    }

    /** Samples until {@link #close}. */
    public void run() {
        long lastPoint = grid.pointAt(System.currentTimeMillis());
        long lastNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(grid.intervalMillis());
        while (!isClosing) {
            try {
                Thread.sleep(grid.waitMillis(System.currentTimeMillis()));
            } catch (InterruptedException e) {
                return;
            }
            long now = System.currentTimeMillis();
            tend(now);
            long sinceMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastNanos);
            if (grid.isDue(lastPoint, now, sinceMillis)) {
                long point = grid.pointAt(now);
                counters.add(Name.POINTS_MISSED, grid.missed(lastPoint, point));
                long began = System.nanoTime();
                sample(point, (began - lastNanos) / NANOS);
                lastPoint = point;
                lastNanos = began;
            }
        }
    }

    private void sample(long point, double elapsedSeconds) {
        long began = System.nanoTime();
        if (report != null) {
            report.look();
        }
        try {
            Found found = sampler.sample(point, elapsedSeconds);
            desk.present(found.jobs().keySet(), found.problems().isEmpty(), point);
        } catch (RuntimeException e) {
            // The next point may be better.
            LOG.error("sampling failed", e);
        }
        counters.add(Name.SAMPLING_NANOS, System.nanoTime() - began);
    }

    private void tend(long now) {
        try {
            outbox.tend(now);
            desk.tend(now);
            if (outbox.eventsInMemory() == 0) {
                inbox.takeSpool(config.spoolDirectory(), counters, now);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the spool is not taken: {}", e.toString());
        }
    }

    /** Ends in order: what it knows is on disk. */
    @Override
    public void close() {
        isClosing = true;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (IOException e) {
                LOG.warn("a part of the agent did not end in order: {}", e.toString());
            }
        }
    }
}
