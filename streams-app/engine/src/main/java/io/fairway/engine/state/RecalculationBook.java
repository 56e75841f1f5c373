package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Recalculation;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The recharges of one domain that are under way, each with the key of the last job that it charged, or of the last line
 * that it let be sent. A job up to that key is charged by each of its events; a job after it is charged when the recharge
 * arrives there.
 */
public final class RecalculationBook {
    private final String domain;
    private final StateStores<?, ?> stores;
    private final Map<Recalculation, String> through = new LinkedHashMap<>();

    RecalculationBook(String domain, StateStores<?, ?> stores) {
        this.domain = domain;
        this.stores = stores;
    }

    /** Replays the content of the stores. */
    void restore(Consumer<Change> replay) {
        StateStores.forEach(stores.get(Stores.CLOCKS), Keys.domain(domain), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            if (RefusedVersions.isMark(parts)) {
                return;
            }
            Recalculation recalculation = new Recalculation(Recalculation.Kind.valueOf(parts.get(2)), parts.get(1));
            replay.accept(new Change.Recalculated(recalculation, new String(bytes, StandardCharsets.UTF_8)));
        });
    }

    void replay(Change.Recalculated recharged) {
        if (recharged.through() == null) {
            through.remove(recharged.recalculation());
        } else {
            through.put(recharged.recalculation(), recharged.through());
        }
    }

    static String key(String domain, Recalculation recalculation) {
        return Keys.recharge(
                domain, recalculation.measure(), recalculation.kind().name());
    }

    public boolean isEmpty() {
        return through.isEmpty();
    }

    /** The one to go on with; null if there is none. Lines are computed anew only once their measure is open. */
    public @Nullable Recalculation next() {
        for (Recalculation recalculation : through.keySet()) {
            if (recalculation.kind() == Recalculation.Kind.OPENING
                    || !through.containsKey(new Recalculation(Recalculation.Kind.OPENING, recalculation.measure()))) {
                return recalculation;
            }
        }
        return null;
    }

    /** The key of the last job or line that a recharge under way has reached. */
    public String through(Recalculation recalculation) {
        return Objects.requireNonNull(through.get(recalculation), recalculation.measure());
    }

    /** Whether usage of a measure is not complete yet. */
    public boolean concerns(String measure) {
        return !through.isEmpty()
                && through.keySet().stream()
                        .anyMatch(recalculation -> recalculation.charges()
                                && recalculation.measure().equals(measure));
    }

    /** Whether a recharge under way has charged a job already. */
    boolean hasCharged(Recalculation recalculation, JobKey job) {
        String last = through.get(recalculation);
        return last != null && compare(JobBook.key(job), last) <= 0;
    }

    /** Of all measures, those under which a job is charged by its events. */
    public Collection<Measure> charged(JobKey job, Collection<Measure> all) {
        if (through.isEmpty()) {
            return all;
        }
        return all.stream()
                .filter(measure -> {
                    Recalculation opening = new Recalculation(Recalculation.Kind.OPENING, measure.name());
                    return !through.containsKey(opening) || hasCharged(opening, job);
                })
                .toList();
    }

    /** What is under way, in words. */
    List<String> inWords() {
        return through.entrySet().stream()
                .filter(entry -> entry.getKey().charges())
                .map(entry -> "measure " + entry.getKey().measure() + ": the usage of all kept jobs is being counted"
                        + (entry.getKey().kind() == Recalculation.Kind.ANEW ? " anew" : "") + "; job "
                        + (entry.getValue().isEmpty()
                                ? "-"
                                : JobBook.parse(entry.getValue()).job())
                        + " was the last")
                .collect(Collectors.toList());
    }

    /** The order of keys in the stores. */
    static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
