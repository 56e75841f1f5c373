package io.fairway.schemas;

import java.util.List;

/**
 * Watches a registry for schemas that it lost, at little cost while it has them all: each look asks for an eighth of the ids, so
 * that eight looks ask for each. Once one has changed, every look asks for all of them until all are back.
 *
 * <p>For one thread.
 */
public final class RegistryWatch {
    /** Looks until each id has been asked for. */
    static final int ROUND = 8;

    private final RegistryCheck check;
    private int asked;
    private boolean all = true;

    RegistryWatch(RegistryCheck check) {
        this.check = check;
    }

    /**
     * The ids that were found to have something else now, all of them.
     *
     * @throws RegistryAwayException if the registry does not answer
     */
    public List<RegistryCheck.Change> look(KnownSchemas known) {
        List<Integer> ids = known.ids();
        if (!all && check.changes(known, inTurn(ids)).isEmpty()) {
            return List.of();
        }
        List<RegistryCheck.Change> changes = check.changes(known, ids);
        all = !changes.isEmpty();
        return changes;
    }

    private List<Integer> inTurn(List<Integer> ids) {
        int first = asked < ids.size() ? asked : 0;
        asked = Math.min(first + Math.ceilDiv(ids.size(), ROUND), ids.size());
        return ids.subList(first, asked);
    }
}
