package io.fairway.api.query;

import io.fairway.access.Caller;
import io.fairway.access.Forbidden;
import io.fairway.access.Visibility;

/**
 * A caller, and whether it sees everything because the application is open.
 *
 * @param open whether everybody sees everything
 */
public record CallerAccess(Caller caller, boolean open) {
    /** A caller that sees everything. */
    public static final CallerAccess EVERYTHING = new CallerAccess(Caller.ANYBODY, true);

    /** What the caller sees of a domain, as of that reading. */
    public VisibleDomain in(DomainView view) {
        return new VisibleDomain(view, caller, open);
    }

    /** Refuses a caller that may not see everything. {@code what} names the thing that it asks for. */
    public void requireAll(String what) {
        try {
            Visibility.requireAll(caller, open, what);
        } catch (Forbidden refused) {
            throw Problem.forbidden(refused.detail());
        }
    }

    /** Whether nothing is hidden from the caller. */
    public boolean seesAll() {
        return Visibility.seesAll(caller, open);
    }
}
