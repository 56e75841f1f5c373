package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.SettledJob;
import io.fairway.engine.store.StoredNodes;
import io.fairway.engine.store.StoredRecords;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes changes of one domain to the stores of its task: jobs with the next commit, what is rare at once. */
public final class StateWriter {
    private static final byte[] MARK = {1};

    private final String domain;
    private final JobBook jobs;
    private final WriteBehind written;
    private final EngineStores stores;

    public StateWriter(DomainState state, WriteBehind written) {
        domain = state.domain();
        jobs = state.jobs();
        this.written = written;
        stores = written.stores();
    }

    /** Writes a change. {@link DomainState#replay} must not have taken it yet. */
    public void write(Change change) {
        switch (change) {
            case Change.Job job -> write(job);
            case Change.Share share -> {
                ShareNode node = share.node();
                NodeId id = node.id();
                stores.shares().put(StoredNodes.share(domain, id), StoredRecords.bytes(domain, node));
            }
            case Change.OfHost host -> {
                String key = Keys.host(domain, host.id().cluster(), host.id().name());
                if (host.host() == null) {
                    stores.hosts().delete(key);
                } else {
                    stores.hosts().put(key, StoredRecords.bytes(domain, host.host()));
                }
            }
            case Change.PolicyVersion version -> {
                String key = Keys.policy(domain, version.name(), version.from());
                if (version.policy() == null) {
                    stores.policies().delete(key);
                } else {
                    stores.policies().put(key, StoredRecords.bytes(version.policy()));
                }
            }
            case Change.RefusedVersion refused -> {
                String key = Keys.refusedVersion(domain, refused.name(), refused.from());
                if (refused.mended()) {
                    stores.clocks().delete(key);
                } else {
                    stores.clocks().put(key, MARK);
                }
            }
            case Change.Imported imported -> {
                if (imported.usage() == null) {
                    stores.remoteUsage().delete(imported.key());
                } else {
                    stores.remoteUsage().put(imported.key(), StoredRecords.bytes(imported.usage()));
                }
            }
            case Change.Adjusted adjusted ->
                stores.adjustments()
                        .put(adjusted.key(), StoredRecords.bytes(adjusted.adjustment(), adjusted.inEffect()));
            case Change.Deferred held ->
                stores.held().put(held.key(), DeferredFacts.encode(held.fact(), held.origin()));
            case Change.Released released -> stores.held().delete(released.key());
            case Change.Recalculated recharged -> {
                String key = RecalculationBook.key(domain, recharged.recalculation());
                if (recharged.through() == null) {
                    stores.clocks().delete(key);
                } else {
                    stores.clocks().put(key, recharged.through().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    /** A job is in one of two stores: waiting and running jobs in one, ended jobs in the other. */
    private void write(Change.Job job) {
        String key = JobBook.key(job.key());
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
        stores.clocks()
                .put(
                        Keys.domain(domain),
                        ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(clock)
                                .putLong(appliedThrough)
                                .array());
    }
}
