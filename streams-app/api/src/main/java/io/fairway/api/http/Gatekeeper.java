package io.fairway.api.http;

import io.fairway.api.query.Viewer;
import io.javalin.http.Context;

/**
 * Admits a request, or refuses it by a {@link io.fairway.api.query.Problem}. It identifies the caller, limits its rate,
 * and decides what it may see.
 */
interface Gatekeeper {
    /** Admits everybody. Everybody sees everything. */
    Gatekeeper OPEN = (context, operation) -> Viewer.EVERYTHING;

    Viewer admit(Context context, String operation);

    /** Whether an admitted request would be admitted now, with the same view. For answers that go on for long. */
    default boolean stillAdmits(Context context, Viewer viewer) {
        return true;
    }
}
