package io.fairway.api.http;

import io.fairway.api.query.Viewer;
import io.javalin.http.Context;

/** Lets a request in, or refuses it by a {@link io.fairway.api.query.Problem}: who asks, how often, and what may be seen. */
interface Gatekeeper {
    /** Lets everybody in, who then sees everything. */
    Gatekeeper OPEN = (context, operation) -> Viewer.EVERYTHING;

    Viewer admit(Context context, String operation);

    /** Whether a request that was let in would be let in now, and see the same: for answers that go on for long. */
    default boolean stillAdmits(Context context, Viewer viewer) {
        return true;
    }
}
