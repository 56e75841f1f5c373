package io.fairway.app.runtime;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Permissions;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.RegistryCheck;
import io.fairway.schemas.RegistryWatch;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schema registry: does it answer, and does it still have the schemas of the records under their ids? */
final class RegistryProbe implements Probe {
    /** A registry that has just started may answer while it still reads what it has. */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(5);

    private final FairwaySerdes serdes;
    private final RegistryWatch watch;
    private final String url;
    private volatile int changed;

    /** @param serdes those of the records; what they know is compared */
    RegistryProbe(FairwaySerdes serdes, String url) {
        this.serdes = serdes;
        watch = serdes.watch();
        this.url = url;
    }

    @Override
    public String asked() {
        return "the schema registry at " + url;
    }

    /** The number of ids under which the registry had another schema, or none, at the last look. */
    int changed() {
        return changed;
    }

    @Override
    public @Nullable Fault look() {
        List<RegistryCheck.Change> changes;
        try {
            changes = watch.look(serdes.known());
        } catch (RegistryAwayException away) {
            return new Fault(asked() + " " + Permissions.ofRegistry(away), Effect.AWAITED);
        }
        changed = changes.size();
        return changes.isEmpty() ? null : new Fault(fault(url, changes), Effect.PAUSED);
    }

    @Override
    public Duration secondLook() {
        return SECOND_LOOK;
    }

    /**
     * Refuses to start with a registry that changed. One that does not answer is waited for later.
     *
     * @throws IllegalStateException naming the ids, and the command that helps
     */
    static void require(FairwaySerdes serdes, String url) throws InterruptedException {
        try {
            if (changes(serdes).isEmpty()) {
                return;
            }
            Thread.sleep(SECOND_LOOK);
            List<RegistryCheck.Change> changes = changes(serdes);
            if (!changes.isEmpty()) {
                throw new IllegalStateException(fault(url, changes));
            }
        } catch (RegistryAwayException away) {
            // Before anything is registered, it is asked again.
        }
    }

    private static List<RegistryCheck.Change> changes(FairwaySerdes serdes) {
        return serdes.known().count() == 0 ? List.of() : serdes.check().changes(serdes.known());
    }

    private static String fault(String url, List<RegistryCheck.Change> changes) {
        return "the schema registry at " + url + " has lost schemas of records that were read or written: "
                + RegistryCheck.inWords(changes)
                + ". Nothing is registered, and no offset moves. 'fairway schemas restore' puts the schemas back under"
                + " their ids";
    }
}
