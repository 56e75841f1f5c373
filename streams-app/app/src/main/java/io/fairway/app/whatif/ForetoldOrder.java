package io.fairway.app.whatif;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.avro.PolicyState;
import io.fairway.client.http.Api;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The waiting jobs of a domain in their order, now and with the changes. */
final class ForetoldOrder {
    /**
     * A request of a job.
     *
     * @param now null = the policy does not rank it now
     * @param then null = the policy would not rank it
     */
    record Line(
            RankedJob any, @Nullable Place now, @Nullable Place then) {
        boolean moves() {
            return (now == null ? 0 : now.place()) != (then == null ? 0 : then.place());
        }
    }

    /**
     * A place.
     *
     * @param place 0 = it may not start
     */
    record Place(double priority, int place) {}

    private ForetoldOrder() {}

    /** The requests, in the order of then; last those that would not be ranked. */
    static List<Line> of(DomainSnapshot now, DomainSnapshot then, @Nullable String policy) {
        Map<String, RankedJob> jobs = new LinkedHashMap<>();
        Map<String, Place> after = new LinkedHashMap<>();
        places(then, policy, jobs, after);
        Map<String, Place> before = new LinkedHashMap<>();
        places(now, policy, jobs, before);
        List<Line> lines = new ArrayList<>();
        jobs.forEach((key, job) -> lines.add(new Line(job, before.get(key), after.get(key))));
        return Collections.unmodifiableList(lines);
    }

    private static void places(
            DomainSnapshot domain, @Nullable String name, Map<String, RankedJob> jobs, Map<String, Place> places) {
        NamedPolicy policy = policy(domain, name);
        int place = 0;
        for (RankedJob job : domain.ranking(policy)) {
            String key = job.key().cluster() + "|" + job.key().job() + "|" + job.request();
            place += job.mayStart() ? 1 : 0;
            places.put(key, new Place(job.priority(), job.mayStart() ? place : 0));
            jobs.putIfAbsent(key, job);
        }
    }

    /**
     * The policy of a name; without a name, the active one.
     *
     * @throws IllegalArgumentException if there is none
     */
    static NamedPolicy policy(DomainSnapshot domain, @Nullable String name) {
        List<NamedPolicy> policies = domain.policies();
        return policies.stream()
                .filter(policy -> name == null
                        ? policy.current().getState() == PolicyState.ACTIVE
                        : policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name == null
                                ? "domain " + domain.domain() + " has no active policy; name one by --policy"
                                : "policy " + name + ": not in force in domain " + domain.domain() + "; those are "
                                        + policies.stream()
                                                .map(NamedPolicy::name)
                                                .toList()));
    }

    /** A line as JSON. */
    static ObjectNode json(Line line) {
        var association = PendingJobs.association(line.any().key(), line.any().view());
        ObjectNode json = Api.JSON
                .createObjectNode()
                .put("cluster", line.any().key().cluster())
                .put("job", line.any().key().job())
                .put("request", line.any().request())
                .put("user", association.user())
                .put("account", association.account());
        put(json, "placeNow", "priorityNow", line.now());
        put(json, "placeThen", "priorityThen", line.then());
        return json;
    }

    private static void put(ObjectNode json, String place, String priority, @Nullable Place of) {
        if (of == null) {
            json.putNull(place).putNull(priority);
        } else {
            json.put(place, of.place() > 0 ? (Integer) of.place() : null).put(priority, of.priority());
        }
    }
}
