package io.fairway.api.http;

import io.fairway.access.AccessConfig;
import io.fairway.access.Authenticator;
import io.fairway.access.Caller;
import io.fairway.access.Denied;
import io.fairway.access.HostCheck;
import io.fairway.access.PeerPass;
import io.fairway.access.RateLimit;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.Problem;
import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    private final @Nullable PeerPass peers;
    private final Supplier<String> self;
    private final HostCheck hosts;

    AccessGate(AccessConfig access, Authenticator authenticator) {
        this.authenticator = authenticator;
        limit = access.rateLimit();
        open = access.open();
        authenticates = access.authenticates();
        peers = access.peers().pass(System::currentTimeMillis);
        self = () -> "";
        hosts = new HostCheck(access.hosts(), access.corsOrigins());
    }

    private AccessGate(AccessGate other, Supplier<String> self) {
        authenticator = other.authenticator;
        limit = other.limit;
        open = other.open;
        authenticates = other.authenticates;
        peers = other.peers;
        hosts = other.hosts;
        this.self = self;
    }

    @Override
    public Gatekeeper at(Supplier<String> address) {
        return new AccessGate(this, address);
    }

    @Override
    public CallerAccess admit(Context context, String operation) {
        if (FOR_EVERYBODY.contains(operation)) {
            return CallerAccess.EVERYTHING;
        }
        Caller caller = caller(context);
        CallerAccess callerAccess = authenticates ? new CallerAccess(caller, open) : CallerAccess.EVERYTHING;
        if (operation.equals("getMetrics")) {
            callerAccess.requireAll("the metrics, which name the users with the most usage");
        }
        return callerAccess;
    }

    @Override
    public boolean authenticates() {
        return authenticates;
    }

    private Caller caller(Context context) {
        try {
            String pass = context.header(Forwarder.PASS);
            if (pass != null && peers != null) {
                String question = context.method() + " " + Asked.pathAndQuery(context);
                Caller caller = peers.caller(pass, question, self.get());
                context.attribute(Forwarder.PASS, pass);
                // The instance that asks for this caller has limited it.
                return caller;
            }
            if (!authenticates) {
                HostCheck.Refusal refusal = hosts.refusal(
                        context.header("Host"),
                        context.header("Origin"),
                        String.valueOf(context.req().getLocalAddr()),
                        self.get());
                if (refusal != null) {
                    throw Problem.of(refusal.status(), refusal.detail());
                }
            }
            Caller caller = authenticator.authenticate(context.header("Authorization"));
            limited(context, authenticates ? "caller " + caller.name() : "address " + context.ip());
            return caller;
        } catch (Denied denied) {
            // Limit guesses by address.
            limited(context, "address " + context.ip());
            String challenge = denied.challenge();
            if (challenge != null) {
                context.header("WWW-Authenticate", challenge);
            }
            if (denied.retryAfterSeconds() > 0) {
                context.header("Retry-After", Integer.toString(denied.retryAfterSeconds()));
            }
            throw Problem.of(denied.status(), denied.detail());
        }
    }

    @Override
    public boolean stillAdmits(Context context, CallerAccess callerAccess) {
        if (!authenticates) {
            return true;
        }
        try {
            Caller caller = authenticator.authenticate(context.header("Authorization"));
            return callerAccess.caller().equals(caller);
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
