package io.fairway.app.runtime;

import io.fairway.avro.Heartbeat;
import io.fairway.program.CompactedTopic;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application that sent the present results, as one that begins anew on the same topics sees it. Where it refused the
 * newest record of a policy version, the new one has nothing else and may go by it: it says so.
 */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

    private Predecessor() {}

    /** Warns of every refused version that the last heartbeats name. */
    static void warn(FairwayConfig config, FairwaySerdes serdes) {
        try {
            Collection<Heartbeat> heartbeats = CompactedTopic.read(
                            config.topics().name(Topic.HEARTBEATS),
                            config.consumer(),
                            serdes.deserializer(Heartbeat.class))
                    .values();
            differences(heartbeats).forEach(LOG::warn);
        } catch (RuntimeException unread) {
            LOG.warn("what an earlier application refused is not known: its heartbeats cannot be read", unread);
        }
    }

    /** What will differ, in words; sorted. */
    static List<String> differences(Collection<Heartbeat> heartbeats) {
        TreeSet<String> lines = new TreeSet<>();
        for (Heartbeat heartbeat : heartbeats) {
            for (String version : heartbeat.getRefusedVersions()) {
                lines.add("domain " + heartbeat.getDomain() + ", policy " + version
                        + ": the application that wrote the present results refused the newest record of this version;"
                        + " this one has no other record and may go by it. Send the version that was in force again, or"
                        + " its removal, if that is not wanted");
            }
        }
        return List.copyOf(lines);
    }
}
