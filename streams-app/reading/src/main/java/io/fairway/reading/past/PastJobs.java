package io.fairway.reading.past;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowDecay;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The jobs of a domain that waited or ran at an earlier instant, and what all jobs were charged since. */
final class PastJobs {
    private final DomainSnapshot now;
    private final long at;
    private final boolean closed;
    private final NavigableMap<String, byte[]> active = new TreeMap<>();
    private final Map<String, Map<NodeId, List<Use>>> later = new HashMap<>();
    /** What there was at the instant, of measures that are kept in windows. */
    private final Map<String, Map<NodeId, List<Use>>> inWindows = new HashMap<>();

    private final Set<String> windowed;

    private PastJobs(DomainSnapshot now, long at, boolean closed) {
        this.now = now;
        this.at = at;
        this.closed = closed;
        windowed = now.measures().stream()
                .filter(measure -> now.statement(measure).windows() != null)
                .map(Measure::name)
                .collect(Collectors.toSet());
    }

    /**
     * Reads the jobs. Those that ended and were told of last before the instant count in fairshare windows alone.
     *
     * @param closed whether runs end at the instant, so that they use nothing after it; else they go on
     */
    static PastJobs of(DomainSnapshot now, long at, boolean closed) {
        PastJobs past = new PastJobs(now, at, closed);
        long first = past.firstWindow();
        String domain = Keys.domain(now.domain());
        StateStores.forEach(
                now.stores().get(Stores.ACTIVE_JOBS),
                domain,
                (key, bytes) -> past.add(key, StateCodec.decodeJob(bytes)));
        StateStores.forEach(now.stores().get(Stores.SETTLED_JOBS), domain, (key, bytes) -> {
            if (!SettledJob.isMark(bytes) && SettledJob.at(bytes) >= first) {
                past.add(key, SettledJob.read(bytes).state());
            }
        });
        return past;
    }

    /** The beginning of the first fairshare window that counted at the instant; the instant if there are none. */
    private long firstWindow() {
        return now.measures().stream()
                .map(measure -> now.statement(measure).windows())
                .filter(Objects::nonNull)
                .map(WindowDecay::windowing)
                .mapToLong(windowing -> windowing.start(windowing.index(at) - windowing.depth() + 1))
                .reduce(at, Math::min);
    }

    private void add(String key, JobState state) {
        JobKey job = JobBook.parse(key);
        for (Charge charge : now.charges(job, state)) {
            Use until = until(charge.use());
            if (until != null && windowed.contains(charge.measure())) {
                uses(inWindows, charge).add(until);
            }
            if (!charge.use().equals(until)) {
                List<Use> uses = uses(later, charge);
                uses.add(charge.use().negated());
                if (until != null) {
                    uses.add(until);
                }
            }
        }
        List<JobFact> facts =
                state.facts().stream().filter(fact -> fact.time() <= at).toList();
        if (!facts.isEmpty()) {
            JobState then = new JobState(facts, Math.min(at, state.asOf()));
            if (now.view(then).status() != JobView.Status.ENDED) {
                active.put(key, StateCodec.encode(then));
            }
        }
    }

    private static List<Use> uses(Map<String, Map<NodeId, List<Use>>> all, Charge charge) {
        return all.computeIfAbsent(charge.measure(), of -> new HashMap<>())
                .computeIfAbsent(charge.association(), of -> new ArrayList<>(4));
    }

    /** What there was of a use at the instant: a run that ended later was still open. */
    private @Nullable Use until(Use use) {
        return switch (use) {
            case Segment segment -> until(segment);
            case Lump lump -> lump.at() > at ? null : lump;
        };
    }

    private @Nullable Segment until(Segment segment) {
        if (segment.start() >= at) {
            return null;
        }
        return segment.end() > at ? new Segment(segment.start(), closed ? at : Segment.OPEN, segment.rate()) : segment;
    }

    /** The jobs that waited or ran, as their store holds them. */
    NavigableMap<String, byte[]> active() {
        return active;
    }

    /** The jobs of a user that waited or ran then, and those of all others that wait or run now. */
    NavigableMap<String, byte[]> activeOf(String user) {
        NavigableMap<String, byte[]> mixed = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.ACTIVE_JOBS), Keys.domain(now.domain()), (key, bytes) -> {
            if (!isOf(user, key, bytes)) {
                mixed.put(key, bytes);
            }
        });
        active.forEach((key, bytes) -> {
            if (isOf(user, key, bytes)) {
                mixed.put(key, bytes);
            }
        });
        return mixed;
    }

    private boolean isOf(String user, String key, byte[] bytes) {
        JobView view = now.view(StateCodec.decodeJob(bytes));
        return PendingJobs.association(JobBook.parse(key), view).user().equals(user);
    }

    /** What has to be added to the line of a node of now to have the line of then. */
    List<Use> later(String measure, NodeId node) {
        return later.getOrDefault(measure, Map.of()).getOrDefault(node, List.of());
    }

    /** What kept jobs had been charged at the instant, of a measure that is kept in windows. */
    List<Use> inWindows(String measure, NodeId node) {
        return inWindows.getOrDefault(measure, Map.of()).getOrDefault(node, List.of());
    }
}
