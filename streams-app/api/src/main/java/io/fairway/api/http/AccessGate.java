package io.fairway.api.http;

import io.fairway.api.access.AccessConfig;
import io.fairway.api.access.Authenticator;
import io.fairway.api.access.Caller;
import io.fairway.api.access.Denied;
import io.fairway.api.access.RateLimit;
import io.fairway.api.query.Problem;
import io.fairway.api.query.Viewer;
import io.javalin.http.Context;
import java.util.Set;

/**
 * Identifies the caller, and refuses a caller that asks too often. Health, readiness and the description are for
 * everybody.
 */
final class AccessGate implements Gatekeeper {
    private static final Set<String> FOR_EVERYBODY = Set.of("getHealth", "getReadiness", "getDescription");

    private final Authenticator authenticator;
    private final RateLimit limit;
    private final boolean open;
    private final boolean authenticates;

    AccessGate(AccessConfig access, Authenticator authenticator) {
        this.authenticator = authenticator;
        limit = access.rateLimit();
        open = access.open();
        authenticates = access.authenticates();
    }

    @Override
    public Viewer admit(Context context, String operation) {
        if (FOR_EVERYBODY.contains(operation)) {
            return Viewer.EVERYTHING;
        }
        Caller caller;
        try {
            caller = authenticator.authenticate(context.header("Authorization"));
        } catch (Denied denied) {
            // Limit guesses by address.
            limited(context, "address " + context.ip());
            String challenge = denied.challenge();
            if (challenge != null) {
                context.header("WWW-Authenticate", challenge);
            }
            throw Problem.of(denied.status(), denied.detail());
        }
        boolean passedOn = context.header(Forwarder.HEADER) != null;
        if (authenticates) {
            // A caller that claims to be another instance gets its usual limit only once more.
            limited(context, "caller " + caller.name() + (passedOn ? ", passed on" : ""));
        } else if (!passedOn) {
            // Another instance asks for many callers. It has limited each of them.
            limited(context, "address " + context.ip());
        }
        Viewer viewer = authenticates ? new Viewer(caller, open) : Viewer.EVERYTHING;
        if (operation.equals("getMetrics")) {
            viewer.requireAll("the metrics, which name the users with the most usage");
        }
        return viewer;
    }

    @Override
    public boolean stillAdmits(Context context, Viewer viewer) {
        if (!authenticates) {
            return true;
        }
        try {
            Caller caller = authenticator.authenticate(context.header("Authorization"));
            return viewer.caller().equals(caller);
        } catch (Denied denied) {
            // An issuer that is out of reach ends no answer.
            return denied.status() == 503;
        }
    }

    private void limited(Context context, String who) {
        long wait = limit.retryAfter(who, System.nanoTime());
        if (wait > 0) {
            context.header("Retry-After", Long.toString(wait));
            throw Problem.of(429, "too many questions; ask again in " + wait + " s");
        }
    }
}
