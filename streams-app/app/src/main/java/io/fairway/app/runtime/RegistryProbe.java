package io.fairway.app.runtime;

import io.fairway.schemas.Causes;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Permissions;
import io.fairway.schemas.RegistryAwayException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schema registry: does it answer, and does it still know the schemas of what was written? */
final class RegistryProbe implements Probe {
    private final FairwaySerdes serdes;
    private final String url;
    private @Nullable Fault lost;

    /** @param serdes the serializers that write the results */
    RegistryProbe(FairwaySerdes serdes, String url) {
        this.serdes = serdes;
        this.url = url;
    }

    @Override
    public String asked() {
        return "the schema registry at " + url;
    }

    @Override
    public @Nullable Fault look() {
        List<String> missing;
        try {
            missing = serdes.lostSchemas();
        } catch (RegistryAwayException away) {
            return new Fault(
                    "the schema registry at " + url
                            + (Permissions.isLoginRefused(away)
                                    ? " refuses this program's login (basic.auth.*): "
                                    : " does not answer: ")
                            + Causes.rootOf(away).getMessage(),
                    Effect.AWAITED);
        }
        if (missing.isEmpty()) {
            // Shown twice: at the second look they are registered again.
            Fault last = lost;
            lost = null;
            return last;
        }
        lost = new Fault(
                "the schema registry at " + url + " no longer knows " + String.join(", ", missing)
                        + ": they are registered anew; what was written before cannot be read by who has not read its"
                        + " schema yet",
                Effect.NOT_READY);
        return lost;
    }
}
