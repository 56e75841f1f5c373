package io.fairway.connect;

import io.fairway.connect.files.LogFiles;
import io.fairway.connect.follow.FollowedLine;
import io.fairway.connect.follow.LineReader.LineFault;
import io.fairway.connect.follow.LogFollower;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the logs of some paths. */
public final class AccountingLogSourceTask extends SourceTask {
    private static final Logger LOG = LoggerFactory.getLogger(AccountingLogSourceTask.class);
    /** A file of garbage must not fill the log of the worker. */
    private static final int LOGGED_PER_BATCH = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Map<String, LogFollower> followers = new LinkedHashMap<>();
    private @Nullable LineRecords records;
    /** Null if nobody is told. */
    private @Nullable LookReport report;

    private int batchLines;
    private long pollInterval;

    @Override
    public String version() {
        return Release.VERSION;
    }

    @Override
    public void start(Map<String, String> settings) {
        AccountingLogConfig config = new AccountingLogConfig(settings);
        TraceFormat format = config.format();
        TraceOptions options = config.options();
        int slots = config.getInt(AccountingLogConfig.LOGS_MAX);
        batchLines = config.getInt(AccountingLogConfig.BATCH_LINES);
        pollInterval = config.getLong(AccountingLogConfig.POLL_INTERVAL);
        records = new LineRecords(config.partitions(), config.getString(AccountingLogConfig.BAD_RECORDS_TOPIC));
        report = config.report(settings.getOrDefault("name", "connect"), System.currentTimeMillis());
        for (String path : config.paths()) {
            LogFollower follower = new LogFollower(
                    LogFiles.of(path),
                    () -> new FormatReader(path, format.parser(options)),
                    config.getInt(AccountingLogConfig.LINE_MAX_BYTES),
                    slots,
                    CursorOffsets.stored(context.offsetStorageReader(), path, slots));
            followers.put(path, follower);
        }
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        List<SourceRecord> batch = next();
        if (!batch.isEmpty()) {
            return batch;
        }
        var unused = stopped.await(pollInterval, TimeUnit.MILLISECONDS);
        return null;
    }

    private synchronized List<SourceRecord> next() {
        List<SourceRecord> batch = new ArrayList<>();
        for (Map.Entry<String, LogFollower> follower : followers.entrySet()) {
            batch.addAll(poll(follower.getKey(), follower.getValue(), System.currentTimeMillis()));
        }
        return batch;
    }

    private List<SourceRecord> poll(String path, LogFollower follower, long began) {
        if (records == null) {
            throw new IllegalStateException("the task was not started");
        }
        List<SourceRecord> batch = new ArrayList<>();
        boolean more = true;
        // A stretch of lines without events is read on at once: there may be more behind it.
        while (more && batch.isEmpty() && stopped.getCount() > 0) {
            LogFollower.Batch polled = polled(path, follower);
            int faults = 0;
            for (FollowedLine line : polled.lines()) {
                batch.addAll(records.of(path, line));
                faults = log(line, faults);
            }
            if (faults > LOGGED_PER_BATCH) {
                LOG.warn("{}: {} further bad lines in this batch", path, faults - LOGGED_PER_BATCH);
            }
            more = polled.isFull();
        }
        SourceRecord looked = more || report == null ? null : report.looked(path, began);
        if (looked != null) {
            batch.add(looked);
        }
        return batch;
    }

    private LogFollower.Batch polled(String path, LogFollower follower) {
        try {
            return follower.poll(batchLines, System.currentTimeMillis());
        } catch (IllegalStateException e) {
            throw new ConnectException(path + ": " + e.getMessage() + " (" + AccountingLogConfig.LOGS_MAX + ")", e);
        }
    }

    private static int log(FollowedLine line, int before) {
        int faults = before;
        for (LineFault fault : line.facts().faults()) {
            if (faults++ < LOGGED_PER_BATCH) {
                LOG.warn(
                        "{}, line {}: {} \"{}\" {}",
                        line.path(),
                        line.line(),
                        fault.field(),
                        LineRecords.shown(fault.value()),
                        fault.rule());
            }
        }
        return faults;
    }

    /** May be called by another thread while {@link #poll()} runs. */
    @Override
    public void stop() {
        stopped.countDown();
        synchronized (this) {
            followers.values().forEach(LogFollower::close);
            followers.clear();
        }
    }
}
