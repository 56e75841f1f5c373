package io.fairway.simulator.law;

import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.broker.SimulatedBroker;
import io.fairway.simulator.schedule.Site;
import io.fairway.simulator.streams.Application;
import io.fairway.simulator.streams.Rebuild;
import io.fairway.simulator.streams.TaskKey;
import io.fairway.simulator.streams.TaskStores;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * A rebuild equals the original: an application that begins anew on what is left in the topics has the same hosts and policies, refuses
 * what must be refused, and its lines and factors are those of the closed integral. Where the same facts count, its lines are those of
 * the original to the last bit, and so are its shares.
 *
 * <p>Two things may be otherwise. A run may be forgotten by the time of another topic, and the topics are read in another order. And
 * of a user or host that a tombstone removed, nothing is known once that is compacted away; or it is known for good, by an application
 * that was away until then. Nothing is said of factors then.
 */
final class Rebuilt {
    private static final String LAW = "a rebuild equals the original";

    private final Site site;
    private final Written written;
    private final Accepted original;
    private final Rebuild rebuild;
    private final Accepted accepted;

    Rebuilt(
            Site site,
            Application application,
            SimulatedBroker broker,
            Written written,
            Accepted original,
            TaskKey task) {
        this.site = site;
        this.written = written;
        this.original = original;
        rebuild = Rebuild.of(task, application, broker);
        Set<String> letters = new HashSet<>();
        rebuild.letters().forEach(headers -> letters.add(CommittedReader.origin(headers)));
        Taken taken = new Taken();
        taken.add(task.partition(), rebuild.done());
        accepted = new Accepted(site, rebuild.now(), taken, this.written, letters);
        new AtRest(site, rebuild.now(), accepted, results()).placesAre(letters, accepted.refused(), LAW);
    }

    private LastRecords results() {
        Topics topics = Site.TOPICS;
        return new LastRecords() {
            @Override
            public <T extends SpecificRecord> Map<String, T> last(Topic topic, Class<T> type) {
                Map<String, T> records = new TreeMap<>();
                rebuild.last(topics.name(topic)).forEach((key, record) -> records.put(key, type.cast(record)));
                return records;
            }
        };
    }

    /** Of who was removed by a tombstone, the name alone is left. */
    private boolean isRemoved(String store, String key) {
        List<String> parts = Keys.split(key);
        return store.equals(Stores.SHARES.name())
                && original.removed(parts.get(0)).contains(List.of(parts.get(2), parts.get(3)));
    }

    /** @param stores those of the original */
    void check(String domain, TaskStores stores) {
        boolean hasSameUsers = accepted.hasSameUsers(domain, original);
        List<String> names = new ArrayList<>(List.of(Stores.POLICIES.name()));
        if (accepted.hasSameHosts(domain, original)) {
            names.add(Stores.HOSTS.name());
        }
        if (hasSameUsers) {
            names.add(Stores.SHARES.name());
        }
        for (String store : names) {
            Set<String> keys = new TreeSet<>(stores.content(store).keySet());
            keys.addAll(rebuild.stores().content(store).keySet());
            keys.removeIf(key -> !Keys.domainOf(key).equals(domain)
                    || isRemoved(store, key)
                    || TaskStores.same(
                            stores.value(store, key), rebuild.stores().value(store, key)));
            if (!keys.isEmpty()) {
                throw new LawBroken(LAW, store + " " + keys);
            }
        }
        try {
            new AtRest(site, rebuild.now(), accepted, results())
                    .checkUsage(
                            domain,
                            rebuild.stores(),
                            original.isSame(domain, accepted) ? stores : rebuild.stores(),
                            hasSameUsers);
        } catch (LawBroken broken) {
            throw new LawBroken(LAW, String.valueOf(broken.getMessage()), broken);
        }
    }
}
