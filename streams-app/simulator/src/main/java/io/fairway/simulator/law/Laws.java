package io.fairway.simulator.law;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.UsageRecord;
import io.fairway.core.time.BrokerTime;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import io.fairway.simulator.schedule.Site;
import io.fairway.simulator.streams.Application;
import io.fairway.simulator.streams.Done;
import io.fairway.simulator.streams.TaskKey;
import io.fairway.simulator.streams.TaskStores;
import io.fairway.simulator.streams.Undisturbed;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Holds a run to its laws while it goes on. At rest, {@link AtRest} adds the others.
 *
 * <ol>
 *   <li>After each commit, the stores are those of an undisturbed task, byte by byte.
 *   <li>An undisturbed task sends the same dead letters and misrouted records, and has sent every line that is committed.
 *   <li>Each dead letter and each misrouted record is there once.
 *   <li>No fairshare, priority or order is sent again unless it changed, and none is withdrawn that is not there.
 * </ol>
 *
 * The first two hold for sites that are {@linkplain Site#isExact exact}. Elsewhere, stores are compared at rest. The first one waits
 * until a process knows the brokers' time. A job that changed before may say another instant of its last charge until it changes
 * again.
 */
public final class Laws {
    /** The stores that are the same at each commit. The others say what was sent, or depend on the sweep and on clocks. */
    static final List<String> SAME = List.of(
            Stores.ACTIVE_JOBS.name(),
            Stores.LINES.name(),
            Stores.LINES_ANEW.name(),
            Stores.RINGS.name(),
            Stores.SHARES.name(),
            Stores.HOSTS.name(),
            Stores.POLICIES.name(),
            Stores.REMOTE_USAGE.name(),
            Stores.ADJUSTMENTS.name(),
            Stores.DEFERRED.name(),
            Stores.HOURS.name(),
            Stores.DAYS.name());

    private final Site site;
    private final Application application;
    private final SimulatedBroker broker;
    private final Written written;
    private final CommittedReader reader;
    private final Map<TaskKey, Undisturbed> undisturbed = new TreeMap<>();
    private final Map<TaskKey, TaskStores> stores = new TreeMap<>();
    private final Taken taken = new Taken();
    private final Set<TaskKey> timeless = new TreeSet<>();
    private final Set<TaskKey> adjustedLate = new TreeSet<>();
    /** The tasks that took records before they knew the time, and were not compared since. */
    private final Set<TaskKey> takenLate = new TreeSet<>();

    private final Set<String> letters = new HashSet<>();
    private final Set<String> misrouted = new HashSet<>();
    private final Set<String> expectedLetters = new HashSet<>();
    private final Map<String, Set<UsageRecord>> lines = new HashMap<>();

    public Laws(Site site, Application application, SimulatedBroker broker, Written written) {
        this.site = site;
        this.application = application;
        this.broker = broker;
        this.written = written;
        Map<Topic, String> topics = new EnumMap<>(Topic.class);
        application.outputs().forEach(name -> topics.put(Objects.requireNonNull(application.topic(name)), name));
        reader = new CommittedReader(broker, site.partitions(), topics);
    }

    /** A task has committed what it has done. */
    public void committed(TaskKey task, List<Done> done, TaskStores committed) {
        if (task.relay()) {
            return;
        }
        stores.put(task, committed);
        taken.add(task.partition(), done);
        Undisturbed other = undisturbed.computeIfAbsent(task, key -> new Undisturbed(key, application));
        other.follow(done);
        for (Undisturbed.Sent sent : other.takeSent()) {
            if (sent.value() instanceof UsageRecord line) {
                lines.computeIfAbsent(line.getDomain() + sent.key(), key -> new HashSet<>())
                        .add(line);
            } else if (Topic.DEAD_LETTERS == application.topic(sent.topic())) {
                expectedLetters.add(CommittedReader.origin(sent.headers()));
            }
        }
        if (site.isExact() && knowsTheTime(task, done)) {
            List<String> differences = other.differences(committed, same(task), takenLate.remove(task));
            if (!differences.isEmpty()) {
                throw new LawBroken("the stores are those of an undisturbed task", String.join("; ", differences));
            }
        }
    }

    /**
     * Whether a task has taken a turn since its process knows the brokers' time. Before, the clock of a domain is that of before the
     * restart as it was stored, and what is due waits.
     */
    private boolean knowsTheTime(TaskKey task, List<Done> done) {
        for (Done step : done) {
            if (step.at().brokers() == BrokerTime.UNTOLD) {
                timeless.add(task);
                if (step instanceof Done.Took took) {
                    takenLate.add(task);
                    if (application.topic(took.topic()) == Topic.ADJUSTMENTS) {
                        adjustedLate.add(task);
                    }
                }
            } else if (step instanceof Done.Punctuated punctuated && punctuated.turn()) {
                timeless.remove(task);
            }
        }
        return !timeless.contains(task);
    }

    /**
     * The stores of a task that must be the same. An adjustment that waited for the time takes effect at its own instant, and not when it
     * came: what counts no longer may then be dropped from a line or not, stored and sent. At rest, lines must read the same.
     */
    private List<String> same(TaskKey task) {
        return adjustedLate.contains(task)
                ? SAME.stream()
                        .filter(store -> !store.equals(Stores.LINES.name()))
                        .toList()
                : SAME;
    }

    private TaskKey task(String domain) {
        return new TaskKey(false, site.partition(domain));
    }

    /** Reads what can be read by now. */
    public void read() {
        reader.poll(this::read);
    }

    private void read(Topic topic, LogEntry entry, @Nullable SpecificRecord before) {
        switch (topic) {
            case DEAD_LETTERS -> {
                String place = CommittedReader.origin(entry.headers());
                String kind = CommittedReader.text(entry.headers().lastHeader(DeadLetterHeaders.KIND));
                once(letters, place, "each dead letter is there once", kind);
                if (site.isExact() && !expectedLetters.contains(place)) {
                    throw new LawBroken(
                            "an undisturbed task sends the same",
                            "dead letter of " + place + ": "
                                    + CommittedReader.text(entry.headers().lastHeader(DeadLetterHeaders.REASON)));
                }
            }
            case MISROUTED ->
                once(misrouted, CommittedReader.origin(entry.headers()), "each misrouted record is there once", "");
            case USAGE -> {
                UsageRecord line = (UsageRecord) entry.value();
                // In slices, a restart may send lines in another order, and so at another time.
                if (site.isExact()
                        && !site.isSliced()
                        && line != null
                        && !holdsNothing(line)
                        && !adjustedLate.contains(task(line.getDomain()))
                        && !lines.getOrDefault(line.getDomain() + entry.key(), Set.of())
                                .contains(line)) {
                    throw new LawBroken(
                            "an undisturbed task sends the same",
                            "line " + entry.key() + " " + line + ", and the undisturbed ones are "
                                    + lines.getOrDefault(line.getDomain() + entry.key(), Set.of()));
                }
            }
            case FAIRSHARE, PRIORITIES, ORDERS -> changed(topic, entry, before);
            default -> {}
        }
    }

    /** A line that holds nothing is none, as in {@link Undisturbed}: the stores are compared, so it stands for no other one. */
    private static boolean holdsNothing(UsageRecord line) {
        return line.getValue() == 0
                && line.getRate().signum() == 0
                && line.getSums().isEmpty()
                && line.getLater().isEmpty()
                && line.getWindows().isEmpty();
    }

    private static void same(TaskStores stores, Undisturbed undisturbed, List<String> names) {
        for (String store : names) {
            List<String> differences = undisturbed.differences(stores, store);
            if (!differences.isEmpty()) {
                throw new LawBroken("all stores are those of an undisturbed task", differences.get(0));
            }
        }
    }

    private static void once(Set<String> seen, String place, String law, String more) {
        if (!seen.add(place)) {
            throw new LawBroken(law, place + " " + more + " came twice");
        }
    }

    private static void changed(Topic topic, LogEntry entry, @Nullable SpecificRecord before) {
        SpecificRecord now = (SpecificRecord) entry.value();
        if (now == null ? before == null : before != null && content(now).equals(content(before))) {
            throw new LawBroken(
                    "silence means unchanged",
                    topic + " " + entry.key()
                            + (now == null ? ": withdrawn, and was not there" : ": sent again: " + now));
        }
    }

    /** What a record says, without its instant. */
    private static Object content(SpecificRecord record) {
        return switch (record) {
            case FairshareRecord fairshare ->
                List.of(
                        Objects.requireNonNullElse(fairshare.getFactor(), Double.NaN),
                        Objects.requireNonNullElse(fairshare.getRank(), -1L),
                        Objects.requireNonNullElse(fairshare.getEffectiveUsage(), Double.NaN));
            case PriorityRecord priority ->
                PriorityRecord.newBuilder(priority).setAsOf(Instant.EPOCH).build();
            case QueueOrder order ->
                QueueOrder.newBuilder(order).setAsOf(Instant.EPOCH).build();
            default -> record;
        };
    }

    /** Tables are left out: compaction removes records before anybody reads them. */
    private void everythingIsTaken() {
        for (Topic topic : application.topics().inputs()) {
            String name = application.topics().name(topic);
            for (int partition = 0; !topic.isTable() && partition < site.partitions(); partition++) {
                int there = broker.log(name, partition).committed().size();
                if (there != taken.count(name, partition)) {
                    throw new LawBroken(
                            "every record is taken",
                            name + "-" + partition + " has " + there + ", and " + taken.count(name, partition)
                                    + " were taken");
                }
            }
        }
    }

    /**
     * Whether tasks have come up to now. Where work takes time, and sources renew leases, each renewal on the way has its turn: what
     * nobody worked on for days takes a while.
     */
    public boolean isCaughtUp() {
        return !site.isSliced() || site.lease() == 0 || AtRest.isCaughtUp(site, broker.now(), reader);
    }

    /** At rest: an application that begins anew comes to the same. */
    public void rebuilt() {
        Accepted accepted = new Accepted(site, broker.now(), taken, written, letters);
        stores.forEach((task, own) -> {
            Rebuilt rebuilt = new Rebuilt(site, application, broker, written, accepted, task);
            for (String domain : site.domains()) {
                if (site.partition(domain) == task.partition()) {
                    rebuilt.check(domain, own);
                }
            }
        });
    }

    /** Nothing has happened for a while: everything must be as it should. */
    public void atRest() {
        read();
        everythingIsTaken();
        Accepted accepted = new Accepted(site, broker.now(), taken, written, letters);
        AtRest rest = new AtRest(site, broker.now(), accepted, reader);
        rest.placesAre(letters, accepted.refused(), "each refused record is a dead letter, and no other is");
        rest.placesAre(misrouted, accepted.misrouted(), "each misrouted record is relayed, and no other is");
        for (String domain : site.domains()) {
            TaskKey task = task(domain);
            TaskStores active = stores.get(task);
            Undisturbed other = undisturbed.get(task);
            if (active != null && other != null) {
                rest.check(domain, active, other.stores());
                if (site.isExact()) {
                    same(active, other, same(task));
                }
            } else if (!accepted.events(domain).isEmpty()) {
                throw new LawBroken("nothing is held up", "domain " + domain + " has events, and no task took them");
            }
        }
    }
}
