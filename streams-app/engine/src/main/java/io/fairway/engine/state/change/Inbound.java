package io.fairway.engine.state.change;

import io.fairway.avro.Policy;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.hosts.Host;
import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import org.jspecify.annotations.Nullable;

/** A record that was read and could be valid. */
public sealed interface Inbound {
    String domain();

    /** A fact about a job. */
    record Job(JobKey key, JobFact fact) implements Inbound {
        @Override
        public String domain() {
            return key.domain();
        }
    }

    /** A share node, or its removal. */
    record Share(String domain, NodeId id, @Nullable ShareNode node) implements Inbound {}

    /** A host, or its removal. */
    record OfHost(String domain, Host.Id id, @Nullable Host host) implements Inbound {}

    /** A policy, or the removal of one version of it. */
    record PolicyVersion(
            String domain,
            String name,
            long effectiveFrom,
            @Nullable Policy policy) implements Inbound {}

    /** Usage on other clusters, or its removal. {@code key} is its key text. */
    record Imported(String domain, String key, @Nullable RemoteUsage usage) implements Inbound {}

    /** How far a source has looked, or that what it said is taken back. */
    record Source(String domain, SourceLife life, @Nullable SourceHeartbeat heartbeat) implements Inbound {}

    /** A correction of usage. */
    record Adjust(String domain, String key, Adjustment adjustment) implements Inbound {}

    /** The clock of a domain in replay. */
    record Clock(String domain, long time, boolean flush) implements Inbound {}
}
