package io.fairway.engine.state;

import io.fairway.core.stored.SettledJob;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.records.StoredNodes;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Writes changes of one domain to the stores of its task: jobs with the next commit, what is rare at once. */
public final class StateWriter {
    private static final byte[] MARK = {1};

    private final String domain;
    private final DomainState state;
    private final JobBook jobs;
    private final SourceBook sources;
    private final WriteBehind written;
    private final ShareChanges shareChanges;

    public StateWriter(DomainState state, WriteBehind written) {
        domain = state.domain();
        this.state = state;
        jobs = state.jobs();
        sources = state.sources();
        this.written = written;
        shareChanges = new ShareChanges(domain, written.stores());
    }

    /** Writes a change. {@link DomainState#replay} must not have taken it yet. */
    public void write(Change change) {
        switch (change) {
            case Change.Job job -> write(job);
            case Change.Forgotten job -> {
                String key = JobBook.key(job.key());
                written.settledJobs().remove(key);
                put(Stores.SETTLED_JOBS, JobBook.markKey(key), SettledJob.mark(job.at()));
                if (sources.isLapsed(job.key())) {
                    put(Stores.SOURCES, key, null);
                }
            }
            case Change.Share share -> {
                String key = StoredNodes.share(domain, share.node().id());
                shareChanges.keep(key, state.clock());
                put(Stores.SHARES, key, StoredRecords.bytes(domain, share.node()));
            }
            case Change.OfHost host ->
                put(
                        Stores.HOSTS,
                        Keys.host(domain, host.id().cluster(), host.id().name()),
                        host.host() == null ? null : StoredRecords.bytes(domain, host.host()));
            case Change.PolicyVersion version ->
                put(
                        Stores.POLICIES,
                        Keys.policy(domain, version.name(), version.from()),
                        version.policy() == null ? null : StoredRecords.bytes(version.policy()));
            case Change.RefusedVersion refused ->
                put(
                        Stores.CLOCKS,
                        Keys.refusedVersion(domain, refused.name(), refused.from()),
                        refused.mended() ? null : MARK);
            case Change.Imported imported ->
                put(
                        Stores.REMOTE_USAGE,
                        imported.key(),
                        imported.usage() == null ? null : StoredRecords.bytes(imported.usage()));
            case Change.Source source ->
                put(
                        Stores.SOURCES,
                        Keys.source(
                                domain,
                                source.life().cluster(),
                                source.life().source(),
                                source.life().since()),
                        source.heartbeat() == null ? null : StoredRecords.bytes(source.heartbeat()));
            case Change.Adjusted adjusted ->
                put(
                        Stores.ADJUSTMENTS,
                        adjusted.key(),
                        StoredRecords.bytes(adjusted.adjustment(), adjusted.inEffect()));
            case Change.Deferred deferred ->
                put(Stores.DEFERRED, deferred.key(), DeferredFacts.encode(deferred.fact(), deferred.origin()));
            case Change.Released released -> put(Stores.DEFERRED, released.key(), null);
            case Change.Recalculated recharged ->
                put(
                        Stores.CLOCKS,
                        RecalculationBook.key(domain, recharged.recalculation()),
                        recharged.through() == null ? null : recharged.through().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Puts an entry; null removes it. */
    private void put(Stores.KeyValue store, String key, byte @Nullable [] value) {
        KeyValueStore<String, byte[]> entries = written.stores().get(store);
        if (value == null) {
            entries.delete(key);
        } else {
            entries.put(key, value);
        }
    }

    /** A job is in one of two stores: waiting and running jobs in one, ended jobs in the other. */
    private void write(Change.Job job) {
        String key = JobBook.key(job.key());
        if (job.lapsed()) {
            put(Stores.SOURCES, key, StoredRecords.lapse(job.lapsedAt()));
        } else if (sources.isLapsed(job.key())) {
            put(Stores.SOURCES, key, null);
        }
        if (job.ended()) {
            written.settledJobs().put(key, SettledJob.of(job.view(), job.state()));
            if (jobs.isKeptActive(job.key())) {
                written.activeJobs().remove(key);
            }
        } else {
            written.activeJobs().put(key, job.state());
            if (job.wasSettled()) {
                written.settledJobs().remove(key);
            }
        }
    }

    /** Writes the domain's clock, and the instant through which facts were applied. */
    public void clock(long clock, long appliedThrough) {
        shareChanges.begin(clock);
        byte[] instants = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(clock)
                .putLong(appliedThrough)
                .array();
        put(Stores.CLOCKS, Keys.domain(domain), instants);
    }
}
