package io.fairway.engine.state;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.ledger.Watched;
import io.fairway.core.model.JobKey;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.state.change.SourceLife;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How far the sources of one domain have looked, and the runs that ended with their lease: a source that comes back may
 * show that they went on.
 */
public final class SourceBook {
    /** The most lives that count of the sources of a cluster: the last ones. */
    static final int MOST = 1_000;

    /** The most clusters of a domain whose sources count: each of them is in each heartbeat of the domain. */
    static final int MAX_CLUSTERS = 100;

    /** A source that is silent for so long is told; longer, if it usually writes seldom. */
    private static final long SILENCE = Duration.ofMinutes(1).toMillis();

    private static final int INTERVALS = 6;

    private final String domain;
    private final Map<String, TreeMap<SourceLife, SourceHeartbeat>> lives = new TreeMap<>();
    private final Map<String, List<Watched>> watched = new HashMap<>();
    /** When their leases ended, epoch milliseconds. */
    private final Map<JobKey, Long> lapsed = new HashMap<>();

    SourceBook(String domain) {
        this.domain = domain;
    }

    void restore(StateStores<?, ?> stores, Consumer<Change> replay) {
        StateStores.forEach(stores.get(Stores.SOURCES), Keys.domain(domain), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            if (parts.size() == 4) {
                replay.accept(new Change.Source(
                        new SourceLife(parts.get(1), parts.get(2), Long.parseLong(parts.get(3))),
                        StoredRecords.source(bytes)));
            } else {
                lapsed.put(JobBook.parse(key), StoredRecords.lapse(bytes));
            }
        });
    }

    void replay(Change.Source source) {
        String cluster = source.life().cluster();
        TreeMap<SourceLife, SourceHeartbeat> known = lives.computeIfAbsent(cluster, name -> new TreeMap<>());
        if (source.heartbeat() == null) {
            known.remove(source.life());
            if (known.isEmpty()) {
                lives.remove(cluster);
            }
        } else {
            known.put(source.life(), source.heartbeat());
        }
        watched.remove(cluster);
    }

    void replay(Change.Job job) {
        if (job.lapsed()) {
            lapsed.put(job.key(), job.lapsedAt());
        } else if (!lapsed.isEmpty()) {
            lapsed.remove(job.key());
        }
    }

    /** The job is forgotten. */
    public void forget(JobKey job) {
        lapsed.remove(job);
    }

    /** Why a record is refused; null if it is not. */
    public @Nullable String problem(Inbound.Source record) {
        String cluster = record.life().cluster();
        return record.heartbeat() == null || lives.containsKey(cluster) || lives.size() < MAX_CLUSTERS
                ? null
                : "cluster " + cluster + ": sources of " + MAX_CLUSTERS
                        + " other clusters are known of the domain, the most" + " that are";
    }

    /** The changes of a record: none if it says nothing new. Too many lives push out the earliest. */
    public List<Change.Source> decide(Inbound.Source record) {
        TreeMap<SourceLife, SourceHeartbeat> known =
                lives.getOrDefault(record.life().cluster(), new TreeMap<>());
        SourceHeartbeat before = known.get(record.life());
        SourceHeartbeat now = latest(before, record.heartbeat());
        List<Change.Source> changes = new ArrayList<>();
        if (!Objects.equals(before, now)) {
            changes.add(new Change.Source(record.life(), now));
            if (before == null && known.size() >= MOST) {
                SourceLife first = known.firstKey();
                if (record.life().compareTo(first) < 0) {
                    return List.of();
                }
                changes.add(new Change.Source(first, null));
            }
        }
        return changes;
    }

    /** What a source looked through stays so. */
    private static @Nullable SourceHeartbeat latest(@Nullable SourceHeartbeat before, @Nullable SourceHeartbeat now) {
        if (before == null || now == null || !now.getThrough().isBefore(before.getThrough())) {
            return now;
        }
        return now.getRetired() == before.getRetired()
                ? before
                : SourceHeartbeat.newBuilder(before)
                        .setRetired(now.getRetired())
                        .build();
    }

    /** The times in which sources saw which jobs of a cluster run. */
    List<Watched> watched(String cluster) {
        return lives.isEmpty() ? List.of() : watched.computeIfAbsent(cluster, this::watchedAnew);
    }

    private List<Watched> watchedAnew(String cluster) {
        return lives.getOrDefault(cluster, new TreeMap<>()).values().stream()
                .filter(heartbeat -> heartbeat.getRunningJobs() != null)
                .map(heartbeat -> new Watched(
                        heartbeat.getSince().toEpochMilli(),
                        heartbeat.getThrough().toEpochMilli()))
                .toList();
    }

    /** The lives of all sources. */
    public List<SourceLife> lives() {
        return lives.values().stream().flatMap(known -> known.keySet().stream()).toList();
    }

    /** The runs that ended with their lease, and that a source may have watched in this life. */
    public List<JobKey> lapsedSince(SourceLife life) {
        List<JobKey> jobs = new ArrayList<>();
        lapsed.forEach((job, at) -> {
            if (at >= life.since() && job.cluster().equals(life.cluster())) {
                jobs.add(job);
            }
        });
        return jobs;
    }

    /** Whether the run of a job ended with its lease. */
    public boolean isLapsed(JobKey job) {
        return !lapsed.isEmpty() && lapsed.containsKey(job);
    }

    /**
     * By cluster, how far the source has looked that is furthest behind, epoch milliseconds. Retired sources, and clusters
     * that have no other one, are not there.
     */
    public Map<String, Long> lookedThrough() {
        Map<String, Long> through = new TreeMap<>();
        furthestBehind()
                .forEach((cluster, heartbeat) ->
                        through.put(cluster, heartbeat.getThrough().toEpochMilli()));
        return through;
    }

    private SortedMap<String, SourceHeartbeat> furthestBehind() {
        SortedMap<String, SourceHeartbeat> behind = new TreeMap<>();
        lives.forEach((cluster, known) -> latestLives(known.values()).stream()
                .filter(heartbeat -> !heartbeat.getRetired())
                .reduce((one, other) -> other.getThrough().isBefore(one.getThrough()) ? other : one)
                .ifPresent(heartbeat -> behind.put(cluster, heartbeat)));
        return behind;
    }

    /** The last life of each source, in the order of clusters. */
    public List<SourceHeartbeat> latest() {
        return lives.values().stream()
                .flatMap(known -> latestLives(known.values()).stream())
                .toList();
    }

    private static Collection<SourceHeartbeat> latestLives(Collection<SourceHeartbeat> byStart) {
        Map<String, SourceHeartbeat> latest = new TreeMap<>();
        byStart.forEach(heartbeat -> latest.put(heartbeat.getSource(), heartbeat));
        return latest.values();
    }

    /** The clusters whose sources are silent, each in a sentence. */
    public List<String> problems(long clock) {
        return silent(clock).values().stream()
                .map(heartbeat -> "cluster " + heartbeat.getCluster() + ": source '" + heartbeat.getSource()
                        + "' has looked through " + heartbeat.getThrough()
                        + " and is silent since; what happened after that is not known")
                .toList();
    }

    /** By cluster, the source that is furthest behind, if it is silent for longer than it may be. */
    public SortedMap<String, SourceHeartbeat> silent(long clock) {
        SortedMap<String, SourceHeartbeat> silent = furthestBehind();
        silent.values()
                .removeIf(heartbeat -> clock - heartbeat.getThrough().toEpochMilli()
                        <= Math.max(SILENCE, INTERVALS * heartbeat.getIntervalMs()));
        return silent;
    }
}
