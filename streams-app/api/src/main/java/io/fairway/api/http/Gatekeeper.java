package io.fairway.api.http;

import io.fairway.api.query.CallerAccess;
import io.javalin.http.Context;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits a request, or refuses it by a {@link io.fairway.api.query.Problem}. It identifies the caller, limits its rate,
 * and decides what it may see.
 */
interface Gatekeeper {
    /** Admits everybody. Everybody sees everything. */
    Gatekeeper OPEN = (context, operation) -> CallerAccess.EVERYTHING;

    /** The same for an instance that others know by an address. */
    default Gatekeeper at(Supplier<String> self) {
        return this;
    }

    CallerAccess admit(Context context, String operation);

    /** Whether callers say who they are, so that what one of them changes has an author. */
    default boolean authenticates() {
        return false;
    }

    /**
     * The pass of another instance that an admitted request came with; null = a caller's own request. The answer must be
     * sealed.
     */
    static @Nullable String pass(Context context) {
        return context.attribute(Forwarder.PASS);
    }

    /** Whether an admitted request would be admitted now, with the same view. For answers that go on for long. */
    default boolean stillAdmits(Context context, CallerAccess callerAccess) {
        return true;
    }
}
